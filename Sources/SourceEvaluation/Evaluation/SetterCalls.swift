import SourceSemantics
import SourceSyntax
import SourceTokens

/// What the calls of setters in a unit put in the place of states, by the places that keep these.
struct SetterCalls: Sendable {
  var writes: [OriginID: [StateWrite]] = [:]
  /// States whose setters go where nothing is read.
  var open: Set<OriginID> = []
}

struct StateWrite: Sendable {
  var value: ValueID
  var function: Int
  var place: OriginID
}

extension Evaluator {
  /// The calls of a state's setter in its unit, and whether the setter goes where nothing is read.
  mutating func writes(of place: OriginID) -> (known: [StateWrite], isOpen: Bool) {
    let unit = functions[origins[Int(place.raw)].function].key.unit
    if setterCalls[unit] == nil {
      // What is asked for meanwhile sees none of them.
      setterCalls[unit] = SetterCalls()
      setterCalls[unit] = collectSetterCalls(unit)
    }
    let calls = setterCalls[unit, default: SetterCalls()]
    return (calls.writes[place] ?? [], calls.open.contains(place))
  }

  private mutating func collectSetterCalls(_ unit: Int) -> SetterCalls {
    var calls = SetterCalls()
    for scope in program.units[unit].scopes.scopes where !scope.isInPlace {
      let function = function(FunctionKey(unit: unit, node: scope.node))
      let graph = functions[function].graph
      for effect in graph.effects where graph[effect.call].operation == .call {
        noteCall(effect.call, function, graph, &calls)
      }
      for index in graph.cells.indices where graph.cells[index].operation == .record {
        for operand in graph.operands(GraphNode(raw: UInt32(index))) { noteHanded(operand, function, &calls) }
      }
      noteHanded(graph.result, function, &calls)
      if graph[graph.result].operation == .list {
        for operand in graph.operands(graph.result) { noteHanded(operand, function, &calls) }
      }
    }
    return calls
  }

  private mutating func noteCall(
    _ call: GraphNode, _ function: Int, _ graph: ValueGraph, _ calls: inout SetterCalls
  ) {
    let operands = Array(graph.operands(call))
    if let place = setterPlace(operands[0], function) {
      let write = StateWrite(
        value: operands.count > 1 ? value(operands[1], of: function) : ValueArena.null, function: function,
        place: origin(function, graph[call].site))
      calls.writes[place, default: []].append(write)
    } else {
      for operand in operands.dropFirst() { noteHanded(operand, function, &calls) }
    }
  }

  /// The setter as an argument, in an object, or as what a function answers.
  private mutating func noteHanded(_ node: GraphNode, _ function: Int, _ calls: inout SetterCalls) {
    if let place = setterPlace(node, function) { calls.open.insert(place) }
  }

  /// The state whose setter a node is; nil for anything else.
  private mutating func setterPlace(_ node: GraphNode, _ function: Int) -> OriginID? {
    guard [.capture, .index, .shared, .member, .global].contains(functions[function].graph[node].operation) else {
      return nil
    }
    let value = value(node, of: function)
    guard arena.kind(value) == .function, arena[value].variant == FunctionForm.setter else { return nil }
    return OriginID(raw: arena[value].payload)
  }
}
