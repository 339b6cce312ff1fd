package import Diagnostics
package import FirestoreModel
package import Metering
package import Workloads

/// What a run found out: the one value that every output is rendered from.
package struct RunReport: Sendable {
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    case clean, findings
  }

  package var workload: String
  package var about: String?
  package var period: Period
  /// Of the baseline; nil: no money is reported.
  package var book: Book?
  /// In file order; the first one is the baseline.
  package var variants: [VariantReport]
  package var assertions: [AssertionReport]
  package var budgets: [BudgetReport]
  /// What documents claim, in file order.
  package var claims: [ClaimReport] = []
  package var assumptions: [AssumptionReport]
  package var findings: [ReportedFinding]
  /// Sentences that belong beside the figures.
  package var remarks: [String]
  /// Assertions, claims and budgets that nobody looked at, since not all variants or days were played.
  package var demandsLeftOut: Int64 = 0
  /// Why it could not be played as the workload says. Its figures are those of something else and are shown nowhere.
  package var obstacles: [Diagnostic] = []
  /// Of a run that was read from the saved ones; nil: it was played just now.
  package var saved: SavedState?

  /// Whether reads alone do not say what a variant costs.
  package var usesRealtimeDatabase: Bool { variants.contains { $0.realtime != nil } }

  /// Whether something that nobody expected is at fail level.
  package var outcome: Outcome { findings.contains(where: \.fails) ? .findings : .clean }

  /// The findings that count: those that no variant is meant to show.
  package var unexpectedFindings: [Diagnostic] { findings.filter { !$0.isExpected }.map(\.diagnostic) }
}

extension RunReport {
  package struct Period: Hashable, Sendable {
    package var start: Timestamp
    /// Seconds east of UTC.
    package var utcOffset: Int
    package var days: Int64
  }

  package struct Book: Hashable, Sendable {
    package var name: String
    package var asOf: String?
    package var location: String?
    package var currency: String
    /// Some price of the book that took part has no evidence.
    package var isUnverified: Bool
    package var monthDays: Int64
    package var yearMonths: Int64
  }
}

/// A finding of a run, and whether a variant is meant to show it.
package struct ReportedFinding: Hashable, Sendable {
  package var diagnostic: Diagnostic
  /// Names of the variants that show it; empty when it is about the file.
  package var variants: [String]
  package var isExpected: Bool

  package init(diagnostic: Diagnostic, variants: [String], isExpected: Bool) {
    self.diagnostic = diagnostic
    self.variants = variants
    self.isExpected = isExpected
  }

  package var fails: Bool { !isExpected && diagnostic.severity == .error }
}

package struct VariantReport: Sendable {
  package var name: String
  /// What the workload calls it; of the baseline without meaning.
  package var kind = VariantKind.alternative
  package var tally: Tally
  /// Stored documents and index entries in bytes, the average of the ends of the days: what is billed.
  package var storedBytes: Int64
  package var outsideWrites: Int64
  /// Nil without a price book.
  package var month: MonthlyCost?
  package var correctness: Correctness
  package var waste: Waste
  /// In the order of their names.
  package var operations: [OperationReport]
  /// One for each day of the period.
  package var days: [DayReport] = []
  /// In the order of the workload.
  package var roles: [RoleReport] = []
  /// By operation, in the order of their names.
  package var listeners: [ListenerReport] = []
  /// By place in the rules, those that cause most first.
  package var ruleReads: [RuleReadReport] = []
  /// By collection, in the order of their names.
  package var fanOut: [WriteFanOutReport] = []
  /// Instances of all end users.
  package var users: Int64
  /// Share of listener attaches that could not resume; nil without listeners.
  package var coldShare: Share?
  /// Nil when the variant does nothing with the Realtime Database.
  package var realtime: RealtimeReport?
  /// Requests that the service refused: what they would have read is not in the figures.
  package var refused: Int64
  /// Those of them that a step expects.
  package var refusedAsExpected: Int64 = 0
  /// Documents and children that users got to see, each once in a session, less what they should have seen and did not.
  package var documentsShown: Int64 = 0
  /// What it does less well than the baseline: `misses 30 documents`. Empty for the baseline.
  package var shortcomings: [String] = []

  package var reads: Int64 { tally.reads }
  package var components: ReadComponents { ReadComponents(tally) }
  /// What nobody expects to be refused: the figures are too low by it.
  package var refusedUnexpectedly: Int64 { max(0, refused - refusedAsExpected) }

  /// Those that a step of the workload stands for, or that cost something: the connections to the Realtime Database are
  /// counted with its traffic.
  package var listedOperations: [OperationReport] {
    operations.filter { $0.source != nil || $0.calls > 0 || $0.reads > 0 }
  }

  /// Whether the sums of Firestore say anything: they do without the Realtime Database, even when all are zero.
  package var usesFirestore: Bool {
    realtime == nil
      || [
        tally.reads, tally.writes, tally.deletes, tally.ttlDeletes, tally.bytes, storedBytes, correctness.indexErrors,
      ].contains { $0 != 0 }
  }
}

/// So many of so many.
package struct Share: Hashable, Sendable {
  package var part: Int64
  package var whole: Int64
}

package struct Correctness: Hashable, Sendable {
  /// Intended documents that were never delivered.
  package var missed: Int64 = 0
  /// Documents that were shown in an old version, each time that they were.
  package var stale: Int64 = 0
  /// Documents delivered again unchanged because the bound of the query moved.
  package var duplicates: Int64 = 0
  package var denied: Int64 = 0
  package var indexErrors: Int64 = 0
}

package struct AssertionReport: Hashable, Sendable {
  package var text: String
  package var passed: Bool
  /// Why not, one per comparison.
  package var notes: [String]
  package var location: SourceLocation
}

package struct BudgetReport: Hashable, Sendable {
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case passed, nearlyUsed, exceeded, unknownStep
  }

  /// The operation, or `total`.
  package var scope: String
  package var metric: String
  package var period: String
  package var maximum: String
  package var variant: String
  /// Nil when there is no such operation.
  package var measured: String?
  package var verdict: Verdict
  package var isExpected: Bool
  /// What breaking it is: an error, unless its `level` says less.
  package var level: BudgetLevel = .error
  package var location: SourceLocation

  /// Whether it fails the run.
  package var isBroken: Bool { isOverdrawn && level == .error }
  /// Whether it is exceeded and nobody expects that, whatever that counts for.
  package var isOverdrawn: Bool { verdict == .exceeded && !isExpected }

  /// For people: with as many decimals as say that it is more than the maximum.
  package var measuredText: String {
    guard let measured else { return "not run" }
    guard let exact = Rational(exact: measured) else { return Grouped.decimal(measured) }
    let rounded = Rational(exact: exact.decimal(places: 2))?.description ?? measured
    return Grouped.decimal(rounded == maximum ? measured : rounded)
  }

  package var maximumText: String { Grouped.decimal(maximum) }
}

/// A switch whose other answer would change a figure of the baseline.
package struct AssumptionReport: Hashable, Sendable {
  package var name: String
  package var value: String
  package var alternative: String
  package var summary: String
  package var variant: String
  /// Alternative minus present figures.
  package var change: Tally
  /// Of the month; nil without a price book.
  package var monthlyChange: Rational?
}
