/// What one document takes in storage: itself and its index entries.
package struct StoredSize: Hashable, Sendable {
  package var document: Int64
  /// One direction of the automatic single-field indexes; the other direction has the same size.
  package var ascendingEntries: [Int64]
  /// Array-contains entries and those of composite indexes: stored once.
  package var otherEntries: [Int64]

  package init(document: Int64, ascendingEntries: [Int64] = [], otherEntries: [Int64] = []) {
    self.document = document
    self.ascendingEntries = ascendingEntries
    self.otherEntries = otherEntries
  }

  package func indexBytes(under assumptions: BillingAssumptions = .standard) -> Int64 {
    var sum = SaturatingSum()
    let directions: Int64 = assumptions.takesAlternative(.ascDescStored) ? 1 : 2
    for size in ascendingEntries { sum.add(size, times: directions) }
    for size in otherEntries { sum.add(size) }
    return sum.value
  }

  package func bytes(under assumptions: BillingAssumptions = .standard) -> Int64 {
    SaturatingSum.of(document, indexBytes(under: assumptions))
  }

  /// How many times the document its stored bytes are: the index weight of reports. Nil for an empty size.
  package func weight(under assumptions: BillingAssumptions = .standard) -> Amount? {
    document == 0 ? nil : Amount(bytes(under: assumptions)) / Amount(document)
  }
}

/// Storage is sampled once a day; the month is billed by the average.
package struct StorageSamples: Hashable, Sendable {
  package private(set) var count: Int64 = 0
  private var sum = Amount.zero

  package init() {}

  package mutating func add(bytes: Int64) {
    sum = sum + Amount(bytes)
    count += 1
  }

  /// Nil without a sample.
  package var average: Amount? { count == 0 ? nil : sum / Amount(count) }

  /// The average cut to whole bytes, as reports show it; 0 without a sample.
  package var averageBytes: Int64 { average.map { Int64(clamping: $0.numerator / $0.denominator) } ?? 0 }
}
