import Diagnostics

/// `<List coll="tasks" />`: a component is a function of its properties, or a class that keeps them.
extension Interpreter {
  /// - Returns: what is shown, of which nothing is asked.
  func element(_ call: Call) -> ScannedValue {
    let component = component(call.callee)
    if component.possibilities.allSatisfy(rendersNothingOfInterest) {
      if case .record(let entries)? = call.arguments.first?.value.kind, call.arguments.count == 1, source.fence == nil {
        for entry in entries where matters(entry.value) { show(entry.value) }
        return .unknown(UnknownValue())
      }
    }
    let properties = evaluate(call.arguments)
    let bodies = component.possibilities.compactMap { rendering($0, properties) }
    if bodies.count != component.possibilities.count {
      // What it gets, a component that is not followed may send.
      for property in properties { handOver(property.value) }
    }
    switch bodies.count {
    case 0: break
    case 1: bodies[0]()
    default:
      _ = together(
        bodies.map { body in
          {
            body(); return .unknown(UnknownValue())
          }
        })
    }
    return .unknown(UnknownValue())
  }

  /// What stands in an element is shown by itself: what is decided for it makes no more ways of what stands beside it.
  func show(_ expression: Expression) {
    let ways = forking {
      self.handOver(self.evaluate(expression))
      return [Path(state: self.state)]
    }
    state = PathState.joined(ways.map(\.state)) ?? state
  }

  /// What an element gets whose code is not read: it may send queries, and calls the methods when something happens.
  func handOver(_ value: ScannedValue) {
    markEscaped(value, isHanded: true)
    switch value {
    case .function(let reference):
      guard silence == 0, case .instance? = environments[reference.environment]?.receiver,
        index.functions[reference.index].isRelevant, !index.functions[reference.index].isClosure
      else { return }
      let before = state
      _ = apply(value, [], isOpen: true)
      state = PathState.joined([state, before]) ?? before
    case .record(let entries): for entry in entries { handOver(entry.value) }
    default: break
    }
  }

  private func component(_ callee: Expression) -> ScannedValue {
    switch callee.kind {
    case .name(let name): local(name) ?? declared(name, callee.span) ?? .unknown(UnknownValue())
    default: evaluate(callee)
    }
  }

  /// A component that is not read, or has nothing to do with a query: what it gets is all that counts.
  private func rendersNothingOfInterest(_ component: ScannedValue) -> Bool {
    switch component {
    case .function(let reference):
      let info = index.functions[reference.index]
      return !info.isRelevant && !info.isClosure && !info.isShort
    case .type(let key): return index.type(key: key).map { !isComponent($0) } ?? true
    case .handle(.named(let handle)): return !handle.hasPrefix("file:")
    case .record: return false
    default: return true
    }
  }

  /// What runs when a component is shown; nil when it is not followed.
  private func rendering(_ component: ScannedValue, _ properties: [CallArgument]) -> (() -> Void)? {
    switch component {
    case .function(let reference):
      guard isWorthFollowing(index.functions[reference.index], properties) else { return nil }
      return { _ = self.apply(component, properties, isOpen: true) }
    case .type(let key):
      guard let type = index.type(key: key), isComponent(type) else { return nil }
      return { self.render(type, properties) }
    // `lazy(() => import("./List"))`
    case .handle(.named(let handle)) where handle.hasPrefix("file:"):
      guard let file = Int(handle.dropFirst("file:".count)), let value = exported(["default"], by: file) else {
        return nil
      }
      return isModule(value) ? nil : rendering(value, properties)
    case .record(let entries):
      guard let value = entries.first(where: { $0.key == "default" })?.value, !isModule(value) else { return nil }
      return rendering(value, properties)
    default: return nil
    }
  }

  private func isModule(_ value: ScannedValue) -> Bool {
    switch value {
    case .handle, .record: true
    default: false
    }
  }

  // MARK: - Classes

  private func isComponent(_ type: Int) -> Bool {
    index.files[index.types[type].file].source.language.isScript
      && index.lineage(of: type).contains { inherited in
        index.types[inherited].supertypes.contains { ReactComponents.baseClasses.contains($0.name) }
      }
  }

  private func render(_ type: Int, _ properties: [CallArgument]) {
    let component = construct(type, properties)
    for name in ReactComponents.lifeCycle {
      guard let id = index.methods(name, of: type).first, index.functions[id].isRelevant else { continue }
      let before = state
      _ = invoke(index.functions[id], [], receiver: component, parent: nil, isOpen: true)
      state = PathState.joined([state, before]) ?? before
    }
  }

  /// What the base class keeps: `this.props`.
  func keepComponentProperties(_ arguments: [CallArgument], of type: Int, object: Int) {
    guard let properties = arguments.first, isComponent(type) else { return }
    let slot = Slot(owner: object, name: "props")
    state.set(slot, properties.value)
    if properties.isTold { leftOut.insert(slot) }
  }
}
