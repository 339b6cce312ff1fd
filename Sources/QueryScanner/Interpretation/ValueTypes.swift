import Diagnostics

/// Swift's structs: every variable has its own, and one that is made holds what its properties begin with.
extension Interpreter {
  /// What the properties of a struct begin with that is being made. Those of a wrapper the platform sets.
  func keepFirstValues(of info: TypeInfo, _ instance: ScannedValue, _ arguments: [CallArgument]) {
    guard info.isValue, !makesHeld, case .instance(let reference) = instance else { return }
    for name in info.instanceVariables where !arguments.contains(where: { $0.label == name }) {
      guard let id = info.variables[name] else { continue }
      let property = index.variables[id]
      guard property.variable.getter == nil, !property.variable.isWrapped else { continue }
      let slot = Slot(owner: reference.object, name: name)
      if let value = property.variable.value {
        let inner = Scope(id: newID(), parent: nil, file: property.file, receiver: .type(reference.type))
        state.set(slot, silently { within(inner) { evaluate(value, as: property.variable.type) } })
      } else if property.variable.type?.isOptional == true {
        state.set(slot, .null)
      } else {
        continue
      }
      firstValues.insert(slot)
    }
  }

  /// Makes what a property or global variable begins with: others may change it there before it is asked.
  func makingHeld<T>(_ body: () -> T) -> T {
    let outer = makesHeld
    makesHeld = true
    defer { makesHeld = outer }
    return silently(body)
  }

  /// What a variable gets that is set to what another one holds: of a struct, a copy.
  func copied(_ value: ScannedValue, from expression: Expression) -> ScannedValue {
    guard source.language == .swift, expression.isVariable, case .instance(let instance) = value, !isEnumCase(instance),
      let type = index.type(key: instance.type), index.types[type].isValue
    else { return value }
    let object = newID()
    noteObject(object, type, predecessor: instance.object)
    let info = index.types[type]
    for name in info.instanceVariables
    where info.variables[name].map({ index.variables[$0].variable.getter == nil }) ?? false {
      if let held = property(name, of: value) { state.set(Slot(owner: object, name: name), held) }
    }
    for name in info.genericParameters {
      let slot = Slot(owner: instance.object, name: name)
      if let held = state[slot] ?? base[slot] { state.set(Slot(owner: object, name: name), held) }
    }
    return .instance(InstanceReference(type: instance.type, object: object))
  }
}

extension Expression {
  /// It names what a variable or property holds.
  fileprivate var isVariable: Bool {
    switch kind {
    case .name, .index: true
    case .member(let base, _): base.isVariable
    default: false
    }
  }
}
