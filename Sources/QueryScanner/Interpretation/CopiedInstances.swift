/// Copies of objects: Kotlin's `copy(query = …)`, Python's `copy.copy(self)`.
extension Interpreter {
  /// `copy(…)` of a data class: made anew, with what the call leaves out as it was. Nil when it is no such call.
  func dataCopy(_ name: String, of receiver: ScannedValue, _ arguments: [CallArgument]) -> ScannedValue? {
    guard name == "copy", source.language == .kotlin, case .instance(let instance) = receiver,
      let type = index.type(key: instance.type), !index.types[type].constructorParameters.isEmpty
    else { return nil }
    let parameters = index.types[type].constructorParameters
    var all: [CallArgument] = []
    for (parameter, given) in zip(parameters, assignment(of: arguments, to: parameters)) {
      guard let name = parameter.pattern.names.first else { continue }
      if let value = given.first?.value ?? property(name, of: receiver) {
        all.append(CallArgument(label: name, value: value))
      }
    }
    activeObjects.append(instance.object)
    defer { activeObjects.removeLast() }
    return construct(type, all)
  }

  /// `copy.copy(x)`, `copy.deepcopy(x)`: another object that holds the same. Nil when nothing is copied that is one.
  /// - Parameter name: put together only where it may be one.
  func shallowCopy(_ name: @autoclosure () -> String, _ arguments: [CallArgument]) -> ScannedValue? {
    guard source.language == .python, ["copy", "deepcopy", "copy.copy", "copy.deepcopy"].contains(name()),
      arguments.count == 1, case .instance(let instance) = arguments[0].value, let type = index.type(key: instance.type)
    else { return nil }
    let object = newID()
    noteObject(object, type, predecessor: instance.object)
    var names = base.names(of: instance.object)
    state.forEachValue { slot, _ in
      if slot.owner == instance.object { names.insert(slot.name) }
    }
    for name in names.sorted() {
      if let value = property(name, of: arguments[0].value) { state.set(Slot(owner: object, name: name), value) }
    }
    return .instance(InstanceReference(type: instance.type, object: object))
  }

  /// `class C(r: Query) : Source by Wrapper(r)`: what answers for the methods that the class does not write itself.
  private func delegate(of receiver: ScannedValue) -> ScannedValue? {
    guard source.language == .kotlin || source.language == .java, case .instance(let instance) = receiver,
      let type = index.type(key: instance.type),
      index.variable(KotlinClasses.delegate, of: type, isStatic: false) != nil
    else { return nil }
    makesDelegate = true
    defer { makesDelegate = false }
    return property(KotlinClasses.delegate, of: receiver).flatMap { isOwn($0) && $0 != receiver ? $0 : nil }
  }

  func callDelegate(
    _ name: String, of receiver: ScannedValue, _ arguments: [CallArgument], _ call: Call
  ) -> ScannedValue? {
    guard let delegate = delegate(of: receiver), depth < Self.depthLimit else { return nil }
    return callMember(on: delegate, name, arguments, call, call.callee)
  }

  func delegatedProperty(_ name: String, of receiver: ScannedValue) -> ScannedValue? {
    guard name != KotlinClasses.delegate, let delegate = delegate(of: receiver) else { return nil }
    return property(name, of: delegate)
  }

  /// Python's `self.__class__`, JavaScript's `this.constructor`.
  func ownClass(_ name: String, of receiver: ScannedValue) -> ScannedValue? {
    guard name == "__class__" || name == "constructor", !hasImplicitReceiver, case .instance(let instance) = receiver
    else {
      return nil
    }
    return .type(instance.type)
  }

  /// `type(self)`, whose call makes another one, and Swift's `type(of: self)`. Nil when the argument is no object of the
  /// project.
  func typeOfInstance(_ name: String, _ arguments: [CallArgument]) -> ScannedValue? {
    guard name == "type", source.language == .python || source.language == .swift, arguments.count == 1,
      case .instance(let instance) = arguments[0].value
    else { return nil }
    return .type(instance.type)
  }
}
