// Placeholder until the journal is here.
