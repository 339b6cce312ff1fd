package import Diagnostics
import SourceEvaluation
import SourceLanguages
import SourceSemantics
import SourceSyntax
import SourceTokens

/// Finds what sources ask by evaluating on demand.
package enum EvaluatedSources {
  /// What sources ask, without what documents show and say beside their code.
  ///
  /// - Parameters:
  ///   - configuration: files that say where modules are: `tsconfig.json`, `package.json`, `pubspec.yaml`.
  ///   - cache: what was read by earlier scans of mostly the same files.
  package static func report(
    on sources: [SourceText], configuration: [SourceText] = [], cache: ScanCache = ScanCache()
  ) -> ScanReport {
    let units = cache.units(sources)
    let configuration = ModuleConfiguration(configuration + sources)
    let asked = SourceLanguage.Family.allCases.filter { family in units.contains { $0.language.family == family } }
    let families = DeepStack.map(asked) { EvaluatedFamily($0, units, configuration, cache) }
    let requests = families.flatMap(\.requests).sorted(by: sources.map(\.path))
    let trees = families.flatMap(\.units).sorted(by: sources.map(\.path))
    let asking = Set(requests.map(\.location.source.path))
    return ScanReport(
      requests: requests.placingListeners(in: trees), fragments: [],
      remarks: trees.flatMap(\.remarks), cuts: trees.compactMap(\.cut),
      unknownDatabases: trees.compactMap { unit in
        asking.contains(unit.path) ? nil : UnknownDatabaseSearch.find(in: unit.tree, unit.names)
      })
  }
}

/// A unit as it was read, and the names that its family has.
private struct ReadUnit: Sendable {
  let tree: SyntaxTree
  let names: NameTable

  var path: String { tree.unit.file.path }

  var remarks: [LocatedRemark] {
    tree.remarks.map { LocatedRemark(remark: $0, source: tree.unit.file) }
  }

  var cut: Diagnostics.SourceLocation? {
    tree.cut.map { place in
      SourceLocation(source: tree.unit.file, span: Span(place, min(place + 1, tree.unit.file.bytes.count)))
    }
  }
}

/// The sources of one family of languages, read and evaluated together.
private struct EvaluatedFamily: Sendable {
  private(set) var requests: [ScannedRequest] = []
  private(set) var units: [ReadUnit] = []

  init(
    _ family: SourceLanguage.Family, _ all: [SourceUnit], _ configuration: ModuleConfiguration, _ cache: ScanCache
  ) {
    let units = all.filter { $0.language.family == family && EvaluatedLanguage($0.language) != nil }
    guard !units.isEmpty, let known = FamilyModels.of(family) else { return }
    let models = known.tables
    let read = cache.trees(of: units, in: family, known.names)
    var names = read.names
    let trees = read.units.compactMap(\.self)
    self.units = trees.map { [names] in ReadUnit(tree: $0, names: names) }
    let asking = trees.reduce(into: models.askingMembers) { $0.formUnion($1.getters) }
    let program = Program(
      trees.compactMap { Self.unit($0, asking, &names) }, configuration, names: names, models: models)
    var writer = RequestWriter(Evaluator(program, models), RequestRules(family), configuration)
    requests = writer.requests()
  }

  /// - Parameter asking: members that send something when they are read, or that run code.
  private static func unit(_ tree: SyntaxTree, _ asking: Set<NameID>, _ names: inout NameTable) -> Program.Unit? {
    guard let language = EvaluatedLanguage(tree.unit.language) else { return nil }
    var rules = language.rules(&names)
    if !rules.receiverIsParameter { rules.askingMembers = asking }
    if let sign = rules.handedSign { rules.handedNames = tree.names(behind: sign, &names) }
    return Program.Unit(tree, rules, language.words(&names))
  }
}

extension [ScannedRequest] {
  /// With the sites of listeners of which one file attaches several that look alike.
  fileprivate func placingListeners(in trees: [ReadUnit]) -> [ScannedRequest] {
    placingListeners { wanted in
      var sites: [String: [Int: ListenerSite]] = [:]
      for unit in trees {
        guard let places = wanted[unit.path] else { continue }
        let found = ListenerSearch.sites(in: unit.tree, unit.names, at: places)
        sites[unit.path, default: [:]].merge(found) { first, _ in first }
      }
      return sites
    }
  }
}

extension [ScannedRequest] {
  fileprivate func sorted(by paths: [String]) -> [ScannedRequest] {
    sorted(by: paths) { ($0.location.source.path, $0.location.span.start) }
  }
}

extension [ReadUnit] {
  fileprivate func sorted(by paths: [String]) -> [ReadUnit] {
    sorted(by: paths) { ($0.path, $0.tree.unit.span.start) }
  }
}

extension Array {
  /// In the order of the files, and of the text in each.
  fileprivate func sorted(by paths: [String], place: (Element) -> (path: String, start: Int)) -> [Element] {
    let order = Dictionary(paths.enumerated().map { ($1, $0) }) { first, _ in first }
    func key(_ element: Element) -> (Int, Int) {
      let place = place(element)
      return (order[place.path] ?? 0, place.start)
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

  /// What parameters without names are counted with.
  private static var digits: ClosedRange<UInt8> { UInt8(ascii: "0")...UInt8(ascii: "9") }

  /// Names that begin with a sign, and what is left of them without it.
  fileprivate func names(behind sign: UInt8, _ names: inout NameTable) -> [NameID: NameID] {
    var found: [NameID: NameID] = [:]
    for node in nodes where node.kind == .name && found[node.name] == nil {
      let bytes = names.bytes(of: node.name)
      guard bytes.first == sign, let next = bytes.dropFirst().first, !Self.digits.contains(next) else { continue }
      found[node.name] = names.intern(String(decoding: bytes.dropFirst(), as: UTF8.self))
    }
    return found
  }

  private func isGetter(_ accessor: NodeID) -> Bool { self[accessor].functionForm == .getter }
}
