import Diagnostics
import SourceEvaluation
import SourceLanguages
import SourceSemantics
import SourceSyntax
import SourceTokens
import Synchronization

/// What is kept from one scan to the next: whoever scans the same files again and again, of which one has changed, reads
/// only that one. A scan with a cache finds what a scan without one finds.
package final class ScanCache: Sendable {
  private struct Family {
    /// The names of all trees; numbers stay.
    var names: NameTable
    /// Nil: what cannot be read.
    var trees = ListMemory<SourceUnit, SyntaxTree?>()
    /// How many names there were when it was made.
    var firstCount = 0
    var partition = UnitPartition()
  }

  /// What a part of a family asks follows from its units, and from where modules are.
  private struct PartRequests {
    var configuration: [SourceText] = []
    var parts = ListMemory<Part, [ScannedRequest]>()
  }

  private struct Kept {
    var units = ListMemory<SourceText, [SourceUnit]>()
    var families: [SourceLanguage.Family: Family] = [:]
    var fragments = ListMemory<SourceText, [DocumentFragment]>()
    var remarks = ListMemory<SourceText, [LocatedRemark]>()
    var requests: [SourceLanguage.Family: PartRequests] = [:]
    var unknownDatabases = ListMemory<SourceUnit, UnknownDatabase?>()
    /// Of the last scan.
    var sources: [SourceText] = []
    var configuration: [SourceText] = []
    var report: ScanReport?
  }

  private let kept = Mutex(Kept())

  package init() {}

  /// What was found the last time, where nothing has changed.
  func report(on sources: [SourceText], _ configuration: [SourceText]) -> ScanReport? {
    kept.withLock { $0.sources == sources && $0.configuration == configuration ? $0.report : nil }
  }

  func keep(_ report: ScanReport, on sources: [SourceText], _ configuration: [SourceText]) {
    kept.withLock { kept in
      kept.sources = sources
      kept.configuration = configuration
      kept.report = report
    }
  }

  func units(_ sources: [SourceText]) -> [SourceUnit] {
    renewed(sources, \.units) { SourceUnit.all(in: $0) }
  }

  func fragments(_ sources: [SourceText]) -> [DocumentFragment] {
    renewed(sources, \.fragments, DocumentFragment.all)
  }

  func remarks(_ sources: [SourceText]) -> [LocatedRemark] {
    renewed(sources, \.remarks, DocumentRemarks.remarks)
  }

  /// What each file gives, found again for those that are new; what is gone is forgotten.
  private func renewed<Element: Sendable>(
    _ sources: [SourceText],
    _ part: any WritableKeyPath<Kept, ListMemory<SourceText, [Element]>> & Sendable, _ find: (SourceText) -> [Element]
  ) -> [Element] {
    var known = kept.withLock { $0[keyPath: part] }
    known.renew(sources) { places in places.map { find(sources[$0]) } }
    kept.withLock { [known] in $0[keyPath: part] = known }
    return known.facts.flatMap(\.self)
  }

  /// The trees of the units of a family, in their order, the names that they have, and the places of the trees that can be
  /// evaluated without the others.
  ///
  /// - Parameter unit: a unit of a tree, whatever others have.
  func parts(
    of units: [SourceUnit], in family: SourceLanguage.Family, _ models: FamilyModels,
    _ configuration: ModuleConfiguration, unit: (SyntaxTree, inout NameTable) -> Program.Unit?
  ) -> (trees: [SyntaxTree], names: NameTable, parts: [UnitPartition.Part]) {
    var kept = readFamily(family, units, models.names)
    let trees = kept.trees.facts.compactMap(\.self)
    let parts = kept.partition.parts(of: trees, configuration, models.tables, &kept.names, unit: unit)
    self.kept.withLock { [kept] in $0.families[family] = kept }
    return (trees, kept.names, parts)
  }

  /// - Parameter words: the names that the family begins with.
  private func readFamily(
    _ family: SourceLanguage.Family, _ units: [SourceUnit], _ words: NameTable
  ) -> Family {
    var family = kept.withLock { $0.families[family] } ?? Family(names: words)
    // Names of what is gone stay in the table: it is made anew before they are most of it.
    if family.names.count > family.firstCount * 2 { family = Family(names: words) }
    family.trees.renew(units) { places in
      let read = SyntaxReader.trees(of: places.map { units[$0] }, family.names)
      family.names = read.names
      return read.units
    }
    if family.firstCount == 0 { family.firstCount = family.names.count }
    return family
  }

  struct Part: Hashable, Sendable {
    var units: [SourceUnit]
    /// Whether it asks the same beside others.
    var isOfModules: Bool
  }

  /// What some parts ask that were evaluated together.
  struct Answer: Sendable {
    var requests: [ScannedRequest]
    /// What they may cost was not enough.
    var isCut: Bool

    /// By place of a part; nil where a request stands in none of them.
    func requests(of group: [Int], _ parts: [Part]) -> [Int: [ScannedRequest]]? {
      var units: [String: [(start: Int, part: Int)]] = [:]
      for part in group {
        for unit in parts[part].units { units[unit.file.path, default: []].append((unit.span.start, part)) }
      }
      var found = Dictionary(uniqueKeysWithValues: group.map { ($0, [ScannedRequest]()) })
      for request in requests {
        let place = request.location
        let before = units[place.source.path]?.filter { $0.start <= place.span.start }
        guard let part = before?.max(by: { $0.start < $1.start })?.part else { return nil }
        found[part]?.append(request)
      }
      return found
    }
  }

  /// What the parts of a family ask: parts that were not there before are asked, several at the same time.
  ///
  /// - Parameter requests: of the parts at some places.
  func requests(
    of parts: [Part], in family: SourceLanguage.Family, _ configuration: ModuleConfiguration,
    asking requests: @escaping @Sendable ([Int]) -> Answer
  ) -> [ScannedRequest] {
    var known = kept.withLock { $0.requests[family] } ?? PartRequests()
    if known.configuration != configuration.files { known = PartRequests(configuration: configuration.files) }
    known.parts.renew(parts) { fresh in
      let groups = Self.gathered(fresh, parts)
      let found = DeepStack.map(Self.shares(of: groups)) { share in
        share.flatMap { Self.requests(of: $0, parts, asking: requests) }
      }
      let made = Dictionary(found.joined()) { first, _ in first }
      return fresh.map { made[$0] ?? [] }
    }
    kept.withLock { [known] in $0.requests[family] = known }
    return known.parts.facts.flatMap(\.self)
  }

  /// By place of a part. Those that are asked together answer what each answers alone, except where they use up what
  /// evaluating may cost: then each is asked by itself.
  private static func requests(
    of group: [Int], _ parts: [Part], asking requests: ([Int]) -> Answer
  ) -> [(Int, [ScannedRequest])] {
    let answer = requests(group)
    guard group.count > 1 else { return group.map { ($0, answer.requests) } }
    guard !answer.isCut, let found = answer.requests(of: group, parts) else {
      return group.map { ($0, requests([$0]).requests) }
    }
    return found.map { ($0, $1) }
  }

  /// Each evaluation costs something by itself, so small parts are asked together.
  private static func gathered(_ fresh: [Int], _ parts: [Part]) -> [[Int]] {
    var all: [[Int]] = []
    var open: [Int] = []
    var size = 0
    for part in fresh {
      let own = parts[part].units.reduce(0) { $0 + $1.span.end - $1.span.start }
      guard parts[part].isOfModules, own < mostTogether else {
        all.append([part])
        continue
      }
      open.append(part)
      size += own
      guard size >= mostTogether else { continue }
      all.append(open)
      open = []
      size = 0
    }
    return open.isEmpty ? all : all + [open]
  }

  /// Bytes.
  private static let mostTogether = 32_768

  /// Threads that evaluate at the same time.
  private static let mostThreads = 4

  private static func shares(of groups: [[Int]]) -> [[[Int]]] {
    let count = min(groups.count, mostThreads)
    return (0..<count).map { share in stride(from: share, to: groups.count, by: count).map { groups[$0] } }
  }

  /// Of units in which nothing is asked.
  func unknownDatabases(_ units: [ReadUnit]) -> [UnknownDatabase] {
    var known = kept.withLock { $0.unknownDatabases }
    known.renew(units.map(\.tree.unit)) { places in
      places.map { UnknownDatabaseSearch.find(in: units[$0].tree, units[$0].names) }
    }
    kept.withLock { [known] in $0.unknownDatabases = known }
    return known.facts.compactMap(\.self)
  }
}
