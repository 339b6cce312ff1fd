extension CompiledRules {
  /// Tells two compilations apart, of equal sources too: expression ids of one mean nothing to the other.
  package var identity: ObjectIdentifier { ObjectIdentifier(program) }
}
