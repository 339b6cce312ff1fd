/// What is not billed: so many operations a day, so much data.
package struct FreeQuota: Hashable, Sendable {
  package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// The first database created in the project, whatever its id.
    case first
    /// The database `(default)` only, as older copies of the price page say.
    case `default`
    case none
  }

  package struct Allowance: Hashable, Sendable {
    package enum Period: String, Hashable, Sendable, CaseIterable { case day, month }

    package var count: Int64
    package var period: Period

    package init(_ count: Int64, per period: Period) {
      self.count = count
      self.period = period
    }

    /// `50000/day`. Nil for anything else.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let count = Int64(parts[0]), count >= 0, let period = Period(rawValue: String(parts[1]))
      else { return nil }
      self.init(count, per: period)
    }
  }

  package var scope: Scope
  /// Time-to-live deletes, recovery, backups and the rest never have a quota.
  package var operations: [PriceItem: Allowance]
  package var storage: DataSize?
  /// Per month.
  package var egress: DataSize?

  package init(
    scope: Scope, operations: [PriceItem: Allowance] = [:], storage: DataSize? = nil, egress: DataSize? = nil
  ) {
    self.scope = scope
    self.operations = operations
    self.storage = storage
    self.egress = egress
  }

  package static let none = FreeQuota(scope: .none)

  package func applies(to database: BilledDatabase) -> Bool {
    switch scope {
    case .first: database.isFirstOfProject
    case .default: database.id == "(default)"
    case .none: false
    }
  }
}

/// The database that a bill is for.
package struct BilledDatabase: Hashable, Sendable {
  package var id: String
  package var isFirstOfProject: Bool

  package init(id: String = "(default)", isFirstOfProject: Bool = true) {
    self.id = id
    self.isFirstOfProject = isFirstOfProject
  }
}
