package import Diagnostics
import SourceEvaluation
import SourceLanguages
import SourceSemantics
import SourceSyntax
import SourceTokens

/// Sources in languages that the evaluation by demand reads.
package enum EvaluatedSources {
  package static func reads(_ source: SourceText) -> Bool {
    SourceLanguage(fileName: source.path).flatMap { EvaluatedLanguage($0) } != nil
  }

  package static func requests(of sources: [SourceText]) -> [ScannedRequest] { report(on: sources).requests }

  package static func report(on sources: [SourceText]) -> ScanReport {
    let families = SourceLanguage.Family.allCases.map { EvaluatedFamily($0, sources) }
    let requests = families.flatMap(\.requests).sorted(by: sources.map(\.path))
    let trees = families.flatMap { family in family.trees.map { (tree: $0, names: family.names) } }
    let asking = Set(requests.map(\.location.source.path))
    return ScanReport(
      requests: requests.placingListeners(in: trees), fragments: [],
      remarks: trees.flatMap { tree, _ in
        tree.remarks.map {
          LocatedRemark(remark: $0, source: tree.unit.source)
        }
      },
      cuts: trees.compactMap { tree, _ in
        tree.cut.map { place in
          SourceLocation(source: tree.unit.source, span: Span(place, min(place + 1, tree.unit.source.bytes.count)))
        }
      },
      unknownDatabases: trees.compactMap { tree, names in
        asking.contains(tree.unit.source.path) ? nil : UnknownDatabaseSearch.find(in: tree, names)
      })
  }
}

/// The sources of one family of languages, read and evaluated together.
private struct EvaluatedFamily {
  private(set) var requests: [ScannedRequest] = []
  private(set) var trees: [SyntaxTree] = []
  private(set) var names = NameTable()

  init(_ family: SourceLanguage.Family, _ sources: [SourceText]) {
    let units = sources.flatMap { SourceUnit.units(of: $0) }.filter { unit in
      unit.language.family == family && EvaluatedLanguage(unit.language) != nil
    }
    guard let rows = EvaluatedLanguage.models(of: family), !units.isEmpty,
      let models = try? ModelTables(rows, &names)
    else { return }
    let read = SyntaxReader.trees(of: units, names)
    names = read.names
    trees = read.units.compactMap(\.self)
    let asking = trees.reduce(into: models.askingMembers) { $0.formUnion($1.getters) }
    let program = Program(trees.compactMap { Self.unit($0, asking, &names) }, names: names)
    var writer = RequestWriter(Evaluator(program, models), RequestRules(family))
    requests = writer.requests()
  }

  /// - Parameter asking: members that send something when they are read, or that run code.
  private static func unit(_ tree: SyntaxTree, _ asking: Set<NameID>, _ names: inout NameTable) -> Program.Unit? {
    guard let language = EvaluatedLanguage(tree.unit.language) else { return nil }
    var rules = language.rules(&names)
    if !rules.receiverIsParameter { rules.askingMembers = asking }
    return Program.Unit(tree, rules, language.words(&names))
  }
}

extension [ScannedRequest] {
  /// With the sites of listeners of which one file attaches several that look alike.
  fileprivate func placingListeners(in trees: [(tree: SyntaxTree, names: NameTable)]) -> [ScannedRequest] {
    placingListeners { wanted in
      var sites: [String: [Int: ListenerSite]] = [:]
      for (tree, names) in trees {
        guard let places = wanted[tree.unit.source.path] else { continue }
        let found = ListenerSearch.sites(in: tree, names, at: places)
        sites[tree.unit.source.path, default: [:]].merge(found) { first, _ in first }
      }
      return sites
    }
  }
}

extension [ScannedRequest] {
  /// In the order of the files, and of the text in each.
  fileprivate func sorted(by paths: [String]) -> [ScannedRequest] {
    let order = Dictionary(paths.enumerated().map { ($1, $0) }) { first, _ in first }
    func key(_ request: ScannedRequest) -> (Int, Int) {
      (order[request.location.source.path] ?? 0, request.location.span.start)
    }
    return enumerated().sorted { left, right in
      let (one, other) = (key(left.element), key(right.element))
      return one == other ? left.offset < right.offset : one < other
    }.map(\.element)
  }
}

extension SyntaxTree {
  /// Names of what is read like a field and runs code.
  fileprivate var getters: [NameID] {
    var names = nodes.filter { $0.kind == .function && $0.functionForm == .getter }.map(\.name)
    for place in nodes.indices where nodes[place].kind == .declarator {
      let children = children(of: NodeID(UInt32(place)))
      guard let name = children.first, children.contains(where: { kind($0) == .accessor && isGetter($0) }) else {
        continue
      }
      names.append(self.name(name))
    }
    return names
  }
  private func isGetter(_ accessor: NodeID) -> Bool { self[accessor].functionForm == .getter }
}
