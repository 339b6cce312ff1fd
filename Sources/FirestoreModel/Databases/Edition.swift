/// Which rules and prices of the service apply to a database.
package enum Edition: String, Hashable, Sendable, CaseIterable {
  case standard
  /// No automatic indexes, `__name__` is not appended, further keys are allowed.
  case enterprise
}
