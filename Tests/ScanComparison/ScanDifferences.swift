/// Two scans of one project compared, place by place: what is answered after a change beside what was answered before.
package struct ScanDifferences: Codable, Hashable, Sendable {
  /// From the best to the worst for who changes the scanner.
  package enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
    case equal
    /// Less is left open, and nothing is missing.
    case better
    /// What was found is found, and more.
    case more
    /// The same is asked under other circumstances.
    case other
    /// Something is missing, or more is left open.
    case worse
  }

  package struct Place: Codable, Hashable, Sendable {
    package var place: String
    package var verdict: Verdict
    /// What only the first scan says, in lines.
    package var old: [String]
    package var new: [String]
  }

  /// How many places there are of each kind, `equal` ones among them.
  package var counts: [String: Int]
  /// All places that are not equal, in their order.
  package var places: [Place]

  package init(from old: ScanRecord, to new: ScanRecord) {
    let olds = Dictionary(grouping: old.entries, by: \.place)
    let news = Dictionary(grouping: new.entries, by: \.place)
    counts = Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0.rawValue, 0) })
    places = []
    var told: Set<String> = []
    for entry in (old.entries + new.entries).sorted() where told.insert(entry.place).inserted {
      let place = Place(entry.place, olds[entry.place, default: []], news[entry.place, default: []])
      counts[place.verdict.rawValue, default: 0] += 1
      if place.verdict != .equal { places.append(place) }
    }
  }

  package func count(_ verdict: Verdict) -> Int { counts[verdict.rawValue, default: 0] }
}

extension ScanDifferences.Place {
  fileprivate init(_ place: String, _ old: [ScanRecord.Entry], _ new: [ScanRecord.Entry]) {
    let (before, after) = (Set(old), Set(new))
    let missing = before.subtracting(after)
    self.place = place
    self.old = missing.sorted().map(\.text)
    self.new = after.subtracting(before).sorted().map(\.text)
    verdict = Self.verdict(missing: missing, added: after.subtracting(before), of: new)
  }

  private static func verdict(
    missing: Set<ScanRecord.Entry>, added: Set<ScanRecord.Entry>, of new: [ScanRecord.Entry]
  ) -> ScanDifferences.Verdict {
    if missing.isEmpty { return added.isEmpty ? .equal : .more }
    let unimproved = missing.filter { entry in !new.contains { $0.improves(entry) } }
    if unimproved.isEmpty { return .better }
    return unimproved.allSatisfy { entry in new.contains { $0.asksTheSame(as: entry) } } ? .other : .worse
  }
}

extension ScanRecord.Entry {
  /// It says more than the other entry: the same with less left open, or what the other leaves open.
  func improves(_ other: ScanRecord.Entry) -> Bool {
    kind == other.kind && circumstances == other.circumstances && Set(unresolved).isStrictSubset(of: other.unresolved)
      && OpenText(other.target).matches(target)
  }

  /// The same query, with no more left open.
  func asksTheSame(as other: ScanRecord.Entry) -> Bool {
    kind == other.kind && target == other.target && Set(unresolved).isSubset(of: other.unresolved)
  }
}

/// A target in which each `?` stands for some text without spaces.
struct OpenText {
  private let parts: [[UInt8]]

  init(_ text: String) {
    parts = text.utf8.split(separator: UInt8(ascii: "?"), omittingEmptySubsequences: false).map(Array.init)
  }

  func matches(_ text: String) -> Bool { matches(Array(text.utf8)[...], parts[...]) }

  private func matches(_ text: ArraySlice<UInt8>, _ parts: ArraySlice<[UInt8]>) -> Bool {
    guard let first = parts.first else { return text.isEmpty }
    guard text.starts(with: first) else { return false }
    let rest = text.dropFirst(first.count)
    if parts.count == 1 { return rest.isEmpty }
    var end = rest.startIndex
    while end < rest.endIndex, rest[end] != UInt8(ascii: " ") {
      end += 1
      if matches(rest[end...], parts.dropFirst()) { return true }
    }
    return false
  }
}
