import Testing

@Suite("SQLiteJournal") struct SQLiteJournalTests {}
