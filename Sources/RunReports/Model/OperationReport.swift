package import Diagnostics
package import Metering

package struct OperationReport: Sendable {
  package var name: String
  package var shape: String?
  package var calls: Int64
  package var tally: Tally
  /// The `properties` of Explain; nil for operations that are no queries.
  package var plan: [String]?
  package var readsPerCall: ReadsPerCall?
  /// How many calls cost how many reads, ascending by reads. Where calls differ in very many ways, reads are cut to two
  /// digits or one.
  package var callsByReads: [CallsByReads] = []
  package var source: SourceLocation?

  package var reads: Int64 { tally.reads }
  package var components: ReadComponents { ReadComponents(tally) }
}

package struct ReadsPerCall: Hashable, Sendable {
  package var minimum: Int64
  package var median: Int64
  package var maximum: Int64
}

/// So many calls of an operation that cost the same number of reads.
package struct CallsByReads: Hashable, Sendable {
  package var reads: Int64
  package var calls: Int64
}

extension CallsByReads {
  /// No more than a chart can show.
  package static let most = 120

  /// - Parameter counts: calls by reads, exactly.
  package static func list(_ counts: [Int64: Int64]) -> [CallsByReads] {
    var counts = counts
    for digits in [2, 1] where counts.count > most {
      var cut: [Int64: SaturatingSum] = [:]
      for (reads, calls) in counts { cut[leading(digits, of: reads), default: SaturatingSum()].add(calls) }
      counts = cut.mapValues(\.value)
    }
    return counts.map { CallsByReads(reads: $0.key, calls: $0.value) }.sorted { $0.reads < $1.reads }
  }

  private static func leading(_ digits: Int, of reads: Int64) -> Int64 {
    let bound: Int64 = digits == 2 ? 100 : 10
    var scale: Int64 = 1
    while reads / scale >= bound { scale *= 10 }
    return reads / scale * scale
  }
}

/// What the reads of an operation, a day or a variant consist of.
package struct ReadComponents: Hashable, Sendable {
  /// Returned or delivered.
  package var documents: Int64
  /// The one read of requests that found nothing, or cost one read whatever they do.
  package var minimum: Int64
  /// Passed over by `offset`.
  package var skipped: Int64
  package var missing: Int64
  /// Of indexes, already divided by what one read pays for.
  package var entries: Int64
  /// Documents that security rules read.
  package var rules: Int64
  package var verify: Int64
  /// Documents of listeners that started again.
  package var reissued: Int64

  package init(_ tally: Tally) {
    documents = tally.documents
    minimum = tally.minimum
    skipped = tally.skipped
    missing = tally.missing
    entries = tally.entries
    rules = tally.ruleReads
    verify = tally.verify
    reissued = tally.reissued
  }

  /// All of them in one order, with the words that people read.
  package var all: [(name: String, reads: Int64)] {
    [
      ("documents", documents), ("re-issued", reissued), ("minimum", minimum), ("skipped", skipped),
      ("missing", missing), ("index entries", entries), ("rule reads", rules), ("verify", verify),
    ]
  }
}
