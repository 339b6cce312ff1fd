import Diagnostics
import SourceEvaluation
import SourceLanguages
import SourceSemantics
import SourceSyntax
import SourceTokens

/// The sources of one family of languages, read together, and evaluated in the parts that have nothing of one another.
struct EvaluatedFamily: Sendable {
  private(set) var requests: [ScannedRequest] = []
  private(set) var units: [ReadUnit] = []

  init(
    _ family: SourceLanguage.Family, _ all: [SourceUnit], _ configuration: ModuleConfiguration, _ cache: ScanCache,
    _ budget: EvaluationBudget?
  ) {
    let units = all.filter { $0.language.family == family && EvaluatedLanguage($0.language) != nil }
    guard !units.isEmpty, let known = FamilyModels.of(family) else { return }
    let (trees, names, parts) = cache.parts(of: units, in: family, known, configuration) { tree, names in
      Self.unit(tree, [], &names)
    }
    self.units = trees.map { ReadUnit(tree: $0, names: names) }
    let asked = parts.map { part in
      ScanCache.Part(units: part.trees.map { trees[$0].unit }, isOfModules: part.isOfModules)
    }
    requests = cache.requests(of: asked, in: family, configuration) { places in
      Self.requests(
        of: places.flatMap { parts[$0].trees }.sorted().map { trees[$0] }, family, known.tables, configuration, names,
        budget)
    }
  }

  /// What parts ask.
  private static func requests(
    of trees: [SyntaxTree], _ family: SourceLanguage.Family, _ models: ModelTables,
    _ configuration: ModuleConfiguration, _ names: NameTable, _ budget: EvaluationBudget?
  ) -> ScanCache.Answer {
    var names = names
    let asking = trees.reduce(into: models.askingMembers) { $0.formUnion($1.getters) }
    let program = Program(trees.compactMap { unit($0, asking, &names) }, configuration, names: names, models: models)
    var writer = RequestWriter(Evaluator(program, models, budget), RequestRules(family), configuration)
    let requests = writer.requests()
    return ScanCache.Answer(requests: requests, isCut: writer.evaluator.limitCounts.steps > 0)
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
