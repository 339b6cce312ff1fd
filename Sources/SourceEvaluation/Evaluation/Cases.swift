import SourceSemantics
import SourceSyntax
import SourceTokens

/// Cases of enumerations, of optionals and of results.
extension Evaluator {
  /// Cases of one enumeration that are gone through.
  private static let mostCases = 16

  func isEnumeration(type: Int) -> Bool {
    let key = types[type].key
    return program.units[key.unit].tree[key.node].typeForm == .enumeration
  }

  /// Every case, what it holds unknown; nil where there are too many to tell apart.
  mutating func cases(of type: Int) -> [ValueID]? {
    let body = function(types[type].key)
    let graph = functions[body].graph
    let nodes = graph.cells.indices.filter { graph.cells[$0].operation == .enumCase }
    guard !nodes.isEmpty, nodes.count <= Self.mostCases else { return nil }
    return nodes.map { place in
      let value = value(GraphNode(raw: UInt32(place)), of: body)
      return isMaker(value) ? holding(value, [], CallShape(origin: OriginID(raw: 0), name: nil, labels: [])) : value
    }
  }

  /// The case that stands for a value, or nothing where none does; nil where it is no such call.
  mutating func `case`(of type: Int, _ arguments: [ValueID], _ info: CallShape) -> ValueID? {
    let name = program.units[types[type].key.unit].words.caseValue
    guard isEnumeration(type: type), name != .empty, arguments.count == 1, info.labels.first == name else { return nil }
    guard let all = cases(of: type) else { return arena.unknown(.operation, info.origin) }
    return all.reversed().reduce(ValueArena.null) { others, one in
      guard let own = field(one, name) else { return others }
      return choose(equality(arguments[0], own), one, others)
    }
  }

  /// One of the cases, and nothing says which.
  mutating func anyCase(of type: Int, _ site: Site) -> ValueID? {
    cases(of: type).flatMap { anyOf($0, origin(site.function, site.node)) }
  }

  /// The name of the case that an object is.
  func caseName(_ value: ValueID) -> NameID? {
    guard arena.kind(value) == .object else { return nil }
    let words = program.units[types[Int(arena[value].payload)].key.unit].words
    return field(value, words.caseName).flatMap { arena.knownText($0) }.map { NameID($0.raw) }
  }

  // MARK: - What a case holds

  private func isMaker(_ value: ValueID) -> Bool {
    arena.kind(value) == .function && arena[value].variant == FunctionForm.caseMaker
  }

  /// A case that takes what it is to hold: the case itself, then the types of what it holds.
  mutating func caseMaker(_ value: ValueID, holding types: [ValueID]) -> ValueID {
    let words = [value] + types
    return arena.intern(
      .function, variant: FunctionForm.caseMaker, payload: arena[value].payload, words.map(\.raw),
      isOpen: words.contains { arena.isOpen($0) })
  }

  /// The case with what a call gives it.
  mutating func holding(_ maker: ValueID, _ arguments: [ValueID], _ info: CallShape) -> ValueID {
    let words = arena.words(maker).map { ValueID(raw: $0) }
    let labels = labels(ofCase: words[0])
    var result = words[0]
    var given: [Int: ValueID] = [:]
    for (place, argument) in arguments.enumerated() {
      let label = place < info.labels.count ? info.labels[place] : .empty
      let index = label == .empty ? place : labels.firstIndex(of: label) ?? place
      given[index] = argument
    }
    for place in 0..<max(words.count - 1, given.count) {
      let type = place + 1 < words.count ? words[place + 1] : ValueArena.absent
      let value = given[place].map { expect($0, type) } ?? arena.unknown(.operation, info.origin)
      result = put(result, associatedName(place), value)
    }
    return result
  }

  private mutating func associatedName(_ place: Int) -> NameID { program.names.intern(decimal: Int64(place)) }

  /// What callers write before the parts that a case holds.
  private func labels(ofCase value: ValueID) -> [NameID] {
    guard arena.kind(value) == .object else { return [] }
    let place = origins[Int(arena[ValueID(raw: arena.word(value, 0))].payload)]
    let tree = program.units[functions[place.function].key.unit].tree
    guard tree.kind(place.node) == .enumCase, let list = tree.child(.parameters, of: place.node) else { return [] }
    return tree.children(of: list).map { tree.kind($0) == .parameter ? tree.name($0) : .empty }
  }

  /// What a pattern takes out of a case. What is no case of an enumeration stands for what an optional or a result
  /// holds.
  mutating func associated(_ value: ValueID, _ place: Int, _ label: NameID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.associated($1, place, label) }
    case .symbol, .stuck: return stuck(.associated, label.raw, [value, arena.integer(Int64(place))])
    case .made where isWaiting(forSymbols: value):
      return stuck(.associated, label.raw, [value, arena.integer(Int64(place))])
    case .object where caseName(value) != nil:
      let index = label == .empty ? nil : labels(ofCase: value).firstIndex(of: label)
      return field(value, associatedName(index ?? place)) ?? ValueArena.absent
    case .null, .absent: return ValueArena.absent
    case .unknown:
      return unknown(
        .operation, origins[Int(arena[value].payload)].function, origins[Int(arena[value].payload)].node, label)
    default:
      return place == 0 && arena.construct(value) != .failure ? value : arena.unknown(.operation, OriginID(raw: 0))
    }
  }

  // MARK: - Which case it is

  /// Whether a value is the case, or static member, of a name.
  mutating func isCase(_ value: ValueID, _ implicit: ValueID) -> CondID {
    guard let name = implicitName(implicit) else { return .never }
    let words = program.words
    switch arena.kind(value) {
    case .choice:
      var any = CondID.never
      for item in arena.items(value) { any = diagrams.or(any, diagrams.and(item.under, isCase(item.value, implicit))) }
      return any
    case .null, .absent: return words.absentCases.contains(name) ? .always : .never
    case .object:
      if let own = caseName(value) { return own == name ? .always : .never }
      let type = arena.intern(.type, payload: arena[value].payload)
      let other = expect(implicit, type)
      return other == implicit ? .never : equality(value, other)
    case .unknown, .symbol, .stuck:
      if words.absentCases.contains(name) { return !presence(value) }
      if words.presentCases.contains(name), words.presentCases.count > 1, arena.kind(value) != .unknown {
        return condition(value, .equals(.member(implicit.raw)))
      }
      return condition(value, .equals(.member(implicit.raw)))
    case .made where arena.construct(value) == .failure: return words.failedCases.contains(name) ? .always : .never
    case .made where arena.construct(value) == .changeKind, .scalar: return comparison(value, implicit, .equal)
    default:
      if words.presentCases.contains(name) { return .always }
      if words.absentCases.contains(name) || words.failedCases.contains(name) { return .never }
      return comparison(value, implicit, .equal)
    }
  }
}
