import SourceSemantics
import SourceSyntax
import SourceTokens

/// Functions that have the name of a field or variable: a call means the function.
extension Evaluator {
  /// What is called without a receiver: a method of what the code around the call is called on.
  mutating func functionBesideVariable(_ callee: GraphNode, _ function: Int) -> (ValueID, NameID?)? {
    let graph = functions[function].graph
    guard unit(of: function).rules.methodsStandApart else { return nil }
    let name = NameID(graph[callee].payload)
    switch graph[callee].operation {
    case .member where graph[callee].code == 0:
      let object = value(graph.operand(callee, 0), of: function)
      return hasMember(object, name.ofFunction) == true || isAlsoField(name, of: object) ? (object, name) : nil
    case .global:
      for receiver in graph.operands(callee) {
        let object = value(receiver, of: function)
        if hasMember(object, name.ofFunction) == true || isAlsoField(name, of: object) { return (object, name) }
        if hasMember(object, name) == true { return nil }
      }
      return functionOfUnit(name, function).map { ($0, nil) }
    case .callee:
      let variable = value(graph.operand(callee, 0), of: function)
      guard graph[callee].code == 1 || isNoFunction(variable) else { return nil }
      for receiver in graph.operands(callee).dropFirst() {
        let object = value(receiver, of: function)
        if hasMember(object, name.ofFunction) == true || hasMember(object, name) == true { return (object, name) }
      }
      return nil
    default: return nil
    }
  }

  /// The function of the unit that a call means by the name of a variable of the function around it.
  mutating func calledFunction(_ call: GraphNode, _ function: Int) -> ValueID? {
    let (variable, name) = (operand(call, 0, function), NameID(functions[function].graph[call].payload))
    let held = value(variable, of: function)
    guard functions[function].graph[call].code == 1 || isNoFunction(held) else { return nil }
    if let found = functionOfUnit(name, function) { return found }
    let found = global(name, function)
    return arena.kind(found) == .function ? found : nil
  }

  /// Whether a class has a method, and one of its bases a field of the same name.
  private mutating func isAlsoField(_ name: NameID, of object: ValueID) -> Bool {
    guard case .this(let function)? = symbol(of: object), let type = functions[function].type else { return false }
    let all = parts(type)
    guard all.count > 1 else { return false }
    var (isField, isMethod) = (false, false)
    for place in all {
      let graph = functions[self.function(types[place].key)].graph
      if types[place].parameterNames.contains(name) {
        isField = true
      } else if let exit = graph.exits[name] {
        if [.function, .overloads].contains(graph[exit].operation) { isMethod = true } else { isField = true }
      }
    }
    return isField && isMethod
  }

  private mutating func functionOfUnit(_ name: NameID, _ function: Int) -> ValueID? {
    let unit = functions[function].key.unit
    guard functions[unitFunction(unit)].graph.exits[name.ofFunction] != nil else { return nil }
    return unitMember(unit, name.ofFunction, Site(function: function, node: functions[function].key.node))
  }

  /// The method of an object or class whose name a field has, too.
  mutating func method(besideField name: NameID, of callee: ValueID, _ site: Site) -> ValueID? {
    guard [.object, .type].contains(arena.kind(callee)) else { return nil }
    let type = Int(arena[callee].payload)
    guard program.units[types[type].key.unit].rules.methodsStandApart else { return nil }
    let found =
      classMember(type, name.ofFunction, of: callee)
      ?? field(callee, name).flatMap { isNoFunction($0) ? classMember(type, name, of: callee) : nil }
    guard let found, arena.kind(found) == .function else { return nil }
    guard arena.kind(callee) == .type else { return bound(found, to: callee, site) }
    let isOfClass = arena[found].variant == FunctionForm.own && isClassMethod(Int(arena[found].payload))
    return isOfClass ? bound(found, to: callee, site) : found
  }

  /// A value that nothing can be called by.
  private func isNoFunction(_ value: ValueID) -> Bool {
    switch arena.kind(value) {
    case .query, .text, .integer, .boolean, .scalar, .list, .result, .null: true
    case .made: arena.construct(value) != .returning && arena.construct(value) != .cell
    case .choice: arena.items(value).allSatisfy { isNoFunction($0.value) }
    default: false
    }
  }
}
