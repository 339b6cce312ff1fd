import SourceSemantics
import SourceSyntax
import SourceTokens

/// Objects where a function is expected: listeners, and whatever else implements an interface of one method.
extension Evaluator {
  /// The methods that others call where they get the object as a function.
  mutating func handlers(of object: ValueID) -> [Int] {
    guard arena.kind(object) == .object else { return [] }
    return lineage(Int(arena[object].payload)).flatMap { methods($0) }.filter { method in
      let key = functions[method].key
      let name = program.units[key.unit].tree.name(key.node)
      return models.handlers.contains(name)
    }
  }

  /// The methods that listeners call of an object whose class stands in the middle of a function: a call that waits
  /// keeps what they have of that.
  mutating func handlersOfNameless(_ object: ValueID) -> ValueID? {
    guard arena.kind(object) == .object else { return nil }
    let type = Int(arena[object].payload)
    guard types[type].name == .empty, functions[function(types[type].key)].outer != nil else { return nil }
    let names = handlers(of: object).map { program.units[functions[$0].key.unit].tree.name(functions[$0].key.node) }
    let site = Site(function: function(types[type].key), node: types[type].key.node)
    let methods = names.map { member(object, $0, site) }.filter { arena.kind($0) == .function }
    guard methods.contains(where: { arena.isOpen($0) }) else { return nil }
    return arena.intern(.function, variant: FunctionForm.handlers, methods.map(\.raw), isOpen: true)
  }

  mutating func run(handlers: ValueID, _ arguments: [ValueID], _ info: CallShape) -> Applied {
    var result = Applied(value: ValueArena.absent)
    for word in arena.words(handlers) {
      let method = ValueID(raw: word)
      guard arena.kind(method) == .function, arena[method].variant == FunctionForm.own else { continue }
      let count = min(arguments.count, functions[Int(arena[method].payload)].graph.parameters.count)
      let shape = shape(
        CallShape(origin: info.origin, name: nil, labels: Array(repeating: .empty, count: count)))
      let one = apply(method, Array(arguments.prefix(count)), shape)
      if result.value == ValueArena.absent { result.value = one.value }
      result.effects += one.effects
    }
    return result
  }

  /// Each of them gets what a function would get, as far as it takes that.
  mutating func invoke(object: ValueID, _ arguments: [ValueID], _ info: CallShape) -> Applied? {
    let handlers = handlers(of: object)
    guard !handlers.isEmpty else { return nil }
    let place = origins[Int(info.origin.raw)]
    var result = Applied(value: ValueArena.absent)
    for handler in handlers {
      let key = functions[handler].key
      let name = program.units[key.unit].tree.name(key.node)
      let method = member(object, name, Site(function: place.function, node: place.node))
      let count = min(arguments.count, functions[handler].graph.parameters.count)
      let shape = shape(
        CallShape(origin: info.origin, name: nil, labels: Array(repeating: .empty, count: count)))
      let one = apply(method, Array(arguments.prefix(count)), shape)
      if result.value == ValueArena.absent { result.value = one.value }
      result.effects += one.effects
    }
    return result
  }
}
