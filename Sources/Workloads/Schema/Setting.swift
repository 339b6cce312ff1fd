package import Diagnostics
package import FirestoreModel

/// `clock: {start, days}`: the simulated period.
package struct ClockSetting: Hashable, Sendable {
  package var start: Timestamp
  /// Seconds east of UTC, as written in `start`. Times of day and `day n` are meant in this offset all through the run.
  package var utcOffset: Int
  package var days: Int

  package static let possibleDays: ClosedRange<Int64> = 1...3660

  package init(start: Timestamp, utcOffset: Int, days: Int) {
    self.start = start
    self.utcOffset = utcOffset
    self.days = days
  }
}

/// `prices: {book, location, rtdb}`
package struct PriceSetting: Hashable, Sendable {
  package enum Book: Hashable, Sendable {
    /// A book that comes with Firebreak.
    case named(Name)
    /// A file relative to the workload's own.
    case file(Name)
    /// A book written into the workload.
    case inline(InlineBook)
  }

  package var book: Book?
  package var location: Name?
  package var realtimeBook: Name?
  package var span: Span

  package init(book: Book?, location: Name?, realtimeBook: Name?, span: Span) {
    self.book = book
    self.location = location
    self.realtimeBook = realtimeBook
    self.span = span
  }
}

/// `database: {edition, indexes, rules, realtimeRules}`
package struct DatabaseSetting: Hashable, Sendable {
  package var edition: Edition
  /// Path of an index file, relative to the workload's own.
  package var indexes: Name?
  /// Path of a rules file, relative to the workload's own.
  package var rules: Name?
  /// `rules: none`: nobody asks any rules, and that is meant.
  package var isWithoutRules = false
  /// Path of a rules file of the Realtime Database, relative to the workload's own.
  package var realtimeRules: Name?

  package init(edition: Edition = .standard, indexes: Name? = nil, rules: Name? = nil) {
    self.edition = edition
    self.indexes = indexes
    self.rules = rules
  }
}
