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
    var trees: [SourceUnit: SyntaxTree?]
    /// How many names there were when it was made.
    var firstCount: Int
    var partition = UnitPartition()
  }

  /// What a part of a family asks follows from its units, and from where modules are.
  private struct PartRequests {
    var configuration: [SourceText]
    var parts: [[SourceUnit]: [ScannedRequest]]
  }

  private struct Kept {
    var units: [SourceText: [SourceUnit]] = [:]
    var families: [SourceLanguage.Family: Family] = [:]
    var fragments: [SourceText: [DocumentFragment]] = [:]
    var remarks: [SourceText: [LocatedRemark]] = [:]
    var requests: [SourceLanguage.Family: PartRequests] = [:]
    var unknownDatabases: [SourceUnit: UnknownDatabase?] = [:]
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
    _ sources: [SourceText], _ part: any WritableKeyPath<Kept, [SourceText: [Element]]> & Sendable,
    _ find: (SourceText) -> [Element]
  ) -> [Element] {
    let known = kept.withLock { $0[keyPath: part] }
    var all: [Element] = []
    var next: [SourceText: [Element]] = [:]
    for source in sources {
      let found = known[source] ?? find(source)
      next[source] = found
      all += found
    }
    kept.withLock { [next] in $0[keyPath: part] = next }
    return all
  }

  /// The trees of the units of a family, in their order, the names that they have, and the places of the trees that can be
  /// evaluated without the others.
  ///
  /// - Parameter unit: a unit of a tree, whatever others have.
  func parts(
    of units: [SourceUnit], in family: SourceLanguage.Family, _ models: FamilyModels,
    _ configuration: ModuleConfiguration, unit: (SyntaxTree, inout NameTable) -> Program.Unit?
  ) -> (trees: [SyntaxTree], names: NameTable, parts: [[Int]]) {
    var kept = readFamily(family, units, models.names)
    let trees = units.compactMap { kept.trees[$0] ?? nil }
    let parts = kept.partition.parts(of: trees, configuration, models.tables, &kept.names, unit: unit)
    self.kept.withLock { [kept] in $0.families[family] = kept }
    return (trees, kept.names, parts)
  }

  /// - Parameter words: the names that the family begins with.
  private func readFamily(
    _ family: SourceLanguage.Family, _ units: [SourceUnit], _ words: NameTable
  ) -> Family {
    let known = kept.withLock { $0.families[family] }
    // Names of what is gone stay in the table: it is made anew before they are most of it.
    guard let known, known.names.count <= known.firstCount * 2 else {
      let read = SyntaxReader.trees(of: units, words)
      let trees = Dictionary(zip(units, read.units)) { first, _ in first }
      return Family(names: read.names, trees: trees, firstCount: read.names.count)
    }
    let fresh = units.filter { known.trees[$0] == nil }
    let read = SyntaxReader.trees(of: fresh, known.names)
    let trees = Dictionary(zip(fresh, read.units)) { first, _ in first }
    var family = known
    family.names = read.names
    family.trees = [:]
    for unit in units { family.trees[unit] = .some(trees[unit] ?? known.trees[unit] ?? nil) }
    return family
  }

  /// What the parts of a family ask: parts that were not there before are asked, several at the same time.
  ///
  /// - Parameter requests: of the part at a place.
  func requests(
    of parts: [[SourceUnit]], in family: SourceLanguage.Family, _ configuration: ModuleConfiguration,
    asking requests: @escaping @Sendable (Int) -> [ScannedRequest]
  ) -> [ScannedRequest] {
    let before = kept.withLock { $0.requests[family] }
    let known = before?.configuration == configuration.files ? before?.parts ?? [:] : [:]
    let fresh = parts.indices.filter { known[parts[$0]] == nil }
    let found = DeepStack.map(Self.shares(of: fresh)) { share in share.map { ($0, requests($0)) } }
    let made = Dictionary(found.joined()) { first, _ in first }
    let all = parts.indices.map { made[$0] ?? known[parts[$0]] ?? [] }
    let next = Dictionary(zip(parts, all)) { first, _ in first }
    kept.withLock { $0.requests[family] = PartRequests(configuration: configuration.files, parts: next) }
    return all.flatMap(\.self)
  }

  /// Threads that evaluate at the same time.
  private static let mostThreads = 4

  private static func shares(of parts: [Int]) -> [[Int]] {
    let count = min(parts.count, mostThreads)
    return (0..<count).map { share in stride(from: share, to: parts.count, by: count).map { parts[$0] } }
  }

  /// Of units in which nothing is asked.
  func unknownDatabases(_ units: [ReadUnit]) -> [UnknownDatabase] {
    let known = kept.withLock { $0.unknownDatabases }
    var next: [SourceUnit: UnknownDatabase?] = [:]
    for unit in units {
      next[unit.tree.unit] = known[unit.tree.unit] ?? UnknownDatabaseSearch.find(in: unit.tree, unit.names)
    }
    kept.withLock { [next] in $0.unknownDatabases = next }
    return units.compactMap { next[$0.tree.unit] ?? nil }
  }
}
