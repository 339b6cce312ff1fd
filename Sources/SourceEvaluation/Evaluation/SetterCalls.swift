import SourceSemantics
import SourceSyntax
import SourceTokens

/// What the calls of setters in a unit put in the place of states, by the places that keep these.
struct SetterCalls: Sendable {
  var writes: [OriginID: [StateWrite]] = [:]
  /// States whose setters go where nothing is read.
  var open: Set<OriginID> = []
  /// Calls of what functions get, by the parameter.
  var ofParameters: [ValueID: [ParameterCall]] = [:]
  /// Parameters that go elsewhere.
  var handedParameters: Set<ValueID> = []
}

struct ParameterCall: Sendable {
  var function: Int
  var call: GraphNode
}

struct StateWrite: Sendable {
  var value: ValueID
  var function: Int
  var place: OriginID
}

extension Evaluator {
  /// The calls of a state's setter in its unit, and whether the setter goes where nothing is read.
  mutating func writes(of place: OriginID) -> (known: [StateWrite], isOpen: Bool) {
    let calls = setterCalls(in: functions[origins[Int(place.raw)].function].key.unit)
    return (calls.writes[place] ?? [], calls.open.contains(place))
  }

  /// The calls of the first thing that a function gets, and whether that goes elsewhere, too.
  mutating func callsOfFirstParameter(of function: Int) -> (known: [ParameterCall], isOpen: Bool) {
    let calls = setterCalls(in: functions[function].key.unit)
    let parameter = symbol(.parameter(function: function, place: 0))
    return (calls.ofParameters[parameter] ?? [], calls.handedParameters.contains(parameter))
  }

  private mutating func setterCalls(in unit: Int) -> SetterCalls {
    if let known = setterCalls[unit] { return known }
    // What is asked for meanwhile sees none of them.
    setterCalls[unit] = SetterCalls()
    let calls = collectSetterCalls(unit)
    setterCalls[unit] = calls
    return calls
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
      if let parameter = parameter(operands[0], function) {
        calls.ofParameters[parameter, default: []].append(ParameterCall(function: function, call: call))
      }
      for operand in operands.dropFirst() { noteHanded(operand, function, &calls) }
    }
  }

  /// The setter as an argument, in an object, or as what a function answers.
  private mutating func noteHanded(_ node: GraphNode, _ function: Int, _ calls: inout SetterCalls) {
    if let place = setterPlace(node, function) { calls.open.insert(place) }
    if let parameter = parameter(node, function) { calls.handedParameters.insert(parameter) }
  }

  /// The parameter of the function or of one around it that a node is; nil for anything else.
  private mutating func parameter(_ node: GraphNode, _ function: Int) -> ValueID? {
    guard [.capture, .parameter].contains(functions[function].graph[node].operation) else { return nil }
    let value = value(node, of: function)
    guard case .parameter? = symbol(of: value) else { return nil }
    return value
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
