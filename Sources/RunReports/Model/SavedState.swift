package import FirestoreModel

/// What is known of a report that was read from the saved runs, beside what it says itself.
package struct SavedState: Hashable, Sendable {
  /// When the run was saved.
  package var at: Timestamp?
  /// Why its figures may not be those of the project any more; nil: nothing says so.
  package var staleness: String?

  package init(at: Timestamp?, staleness: String?) {
    self.at = at
    self.staleness = staleness
  }

  /// `last run 2026-11-23 04:08 UTC`
  package var dateText: String? {
    at.map { time in
      let text = time.rfc3339
      return "last run \(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
  }

  /// For people: the date, and why it is stale.
  package var text: String {
    [dateText, staleness.map { "stale: \($0)" }].compactMap(\.self).joined(separator: "; ")
  }
}
