import Diagnostics
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
  }

  private struct Kept {
    var units: [SourceText: [SourceUnit]] = [:]
    var families: [SourceLanguage.Family: Family] = [:]
    var fragments: [SourceText: [DocumentFragment]] = [:]
    var remarks: [SourceText: [LocatedRemark]] = [:]
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

  /// The trees of the units of a family, in their order.
  ///
  /// - Parameter words: the names that the family begins with.
  func trees(of units: [SourceUnit], in family: SourceLanguage.Family, _ words: NameTable) -> ReadUnits<SyntaxTree> {
    let known = kept.withLock { $0.families[family] }
    // Names of what is gone stay in the table: it is made anew before they are most of it.
    guard let known, known.names.count <= known.firstCount * 2 else {
      let read = SyntaxReader.trees(of: units, words)
      keep(read, of: units, in: family, firstCount: read.names.count)
      return read
    }
    let fresh = units.filter { known.trees[$0] == nil }
    let read = SyntaxReader.trees(of: fresh, known.names)
    let trees = Dictionary(zip(fresh, read.units)) { first, _ in first }
    let all = ReadUnits(names: read.names, units: units.map { trees[$0] ?? known.trees[$0] ?? nil })
    keep(all, of: units, in: family, firstCount: known.firstCount)
    return all
  }

  private func keep(
    _ read: ReadUnits<SyntaxTree>, of units: [SourceUnit], in family: SourceLanguage.Family, firstCount: Int
  ) {
    let trees = Dictionary(zip(units, read.units)) { first, _ in first }
    kept.withLock { $0.families[family] = Family(names: read.names, trees: trees, firstCount: firstCount) }
  }
}
