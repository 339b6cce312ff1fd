import SourceSemantics
import SourceSyntax
import SourceTokens

/// Functions of one name, of which the arguments choose.
extension Evaluator {
  /// The functions of one name that a call may mean.
  mutating func invokeOverload(_ callee: ValueID, _ arguments: [ValueID], _ shape: UInt32) -> Applied {
    let all = overloads(callee)
    let info = calls[Int(shape)]
    let fitting = all.filter { accepts(Int(arena[$0].payload), arguments.count, info.labels) }
    // Where none seems to fit, it may be any of them.
    let meant = anyOf(takingTypes(info.origin, fitting.isEmpty ? all : fitting), info.origin)
    return meant.map { apply($0, arguments, shape) } ?? Applied(value: ValueArena.absent)
  }

  func overloads(_ value: ValueID) -> [ValueID] {
    arena.words(value).map { ValueID(raw: $0) }.flatMap { one in
      arena.kind(one) == .function && arena[one].variant == FunctionForm.overloads ? overloads(one) : [one]
    }
  }

  /// `decode(Int.self)` means `decode(_ type: Int.Type)`, where there is one. Others are those that take any type.
  private func takingTypes(_ call: OriginID, _ all: [ValueID]) -> [ValueID] {
    let place = origins[Int(call.raw)]
    let tree = unit(of: place.function).tree
    guard all.count > 1, let argument = tree.call(place.node)?.arguments.first, let name = tree.namedType(argument),
      !isTypeParameter(name, of: place.function)
    else { return all }
    let taken = all.map { takenType(Int(arena[$0].payload)) }
    if taken.contains(name) { return zip(all, taken).filter { $1 == name }.map(\.0) }
    let open = zip(all, taken).filter { one, type in
      type.map { isTypeParameter($0, of: Int(arena[one].payload)) } ?? true
    }
    return open.isEmpty ? all : open.map(\.0)
  }

  /// The type that a function takes as its first argument: `Int` of `Int.Type`.
  private func takenType(_ function: Int) -> NameID? {
    let tree = unit(of: function).tree
    guard let type = functions[function].graph.parameters.first?.type, tree.kind(type) == .namedType,
      tree.name(type) == Word.swiftType.name, let named = tree.children(of: type).first,
      tree.kind(named) == .namedType
    else { return nil }
    return tree.name(named)
  }

  private func isTypeParameter(_ name: NameID, of function: Int) -> Bool {
    var next: Int? = function
    while let place = next {
      let tree = unit(of: place).tree
      let list = tree.child(.typeParameters, of: functions[place].key.node)
      if let list, tree.children(.typeParameter, of: list).contains(where: { tree.name($0) == name }) { return true }
      next = functions[place].outer
    }
    return false
  }
}

extension SyntaxTree {
  /// `Int` of the argument `Int.self`.
  fileprivate func namedType(_ argument: NodeID) -> NameID? {
    let node = kind(argument) == .argument ? children(of: argument).last : argument
    guard let node, kind(node) == .member, name(node) == Word.selfName.name, let base = children(of: node).first,
      kind(base) == .name
    else { return nil }
    return name(base)
  }
}
