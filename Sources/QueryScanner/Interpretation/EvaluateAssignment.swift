import Diagnostics
import QueryModel

extension Interpreter {
  /// `target = value`.
  func assignment(_ target: Expression, _ value: Expression, _ isCompound: Bool) -> ScannedValue {
    if changesWrapper(target, value) { return .unknown(UnknownValue()) }
    let expected = source.language == .swift && value.leavesType ? expectedType(ofTarget: target) : nil
    var new = isCompound ? sum([evaluate(target), evaluate(value, as: expected)]) : evaluate(value, as: expected)
    if case .name(let name) = target.kind, !isCompound {
      if local(name) != nil { new = copied(new, from: value) }
      new = asCondition(new, value, of: name, in: declaringScope(of: name) ?? scope.function)
    }
    assign(new, to: target)
    if !leftOut.isEmpty, value.isPartOfVariable, isTold(new, by: value), let slot = slot(of: target) {
      leftOut.insert(slot)
    }
    return new
  }

  func assign(_ value: ScannedValue, to target: Expression) {
    switch target.kind {
    case .name(let name):
      forgetConditions(about: name)
      assign(ofKeptType(value, toName: name, target.span), toName: name)
    case .member(let base, let name):
      forgetConditions(about: name)
      assign(value, toMember: name, of: base)
    case .index(let base, let keys):
      let keys = keys.map(evaluate)
      let container = evaluate(base)
      if case .record(var entries) = container, let key = keys.first {
        entries.set(key, value)
        assign(.record(entries), to: base)
      } else if keys.count == 1, case .integer(let place) = keys[0], let list = container.setting(value, at: place) {
        assign(list, to: base)
      }
    case .list(let parts):
      for (place, part) in parts.enumerated() {
        assign(element(value, [.integer(Int64(place))], part.span), to: part)
      }
    case .cascadeReceiver:
      if !cascadeReceivers.isEmpty { cascadeReceivers[cascadeReceivers.count - 1] = value }
    default: break
    }
  }

  private func assign(_ value: ScannedValue, toName name: String) {
    if let owner = declaringScope(of: name) {
      state.set(Slot(owner: owner.id, name: name), value)
      return
    }
    if hasImplicitReceiver, let receiver, let type = receiverType,
      index.variable(name, of: type, isStatic: false) != nil || index.variable(name, of: type, isStatic: true) != nil
        || index.lineage(of: type).contains(where: {
          index.types[$0].constructorParameters.contains { $0.isCalled(name) }
        })
    {
      assign(value, toProperty: name, of: receiver)
      return
    }
    if index.files[file].variables[name] != nil { properties.collect(value, for: name, of: .file(file)) }
    // The first assignment declares (Python, scripts).
    if source.language == .python || index.files[file].variables[name] == nil {
      declareInFunction(name, value)
    } else {
      let target = rootScope
      target.note(name)
      state.set(Slot(owner: target.id, name: name), value)
    }
  }

  /// Where variables keep their types, what is not read is a query, too, if it takes the place of one.
  private func ofKeptType(_ value: ScannedValue, toName name: String, _ span: Span) -> ScannedValue {
    guard [.java, .kotlin, .dart].contains(source.language), value.possibilities.contains(where: \.isNoQuery),
      let old = local(name) ?? receiver.flatMap({ property(name, of: $0) })
    else { return value }
    let kept: ScannedValue
    switch old.possibilities.first {
    case .query(let draft)?: kept = .query(QueryDraft.unknown(draft.database, at: location(span)))
    case .realtime?: kept = .realtime(RealtimeDraft.unknown(at: location(span)))
    default: return value
    }
    return ScannedValue.oneOf(value.possibilities.map { $0.isNoQuery ? kept : $0 })
  }

  private func declareInFunction(_ name: String, _ value: ScannedValue) {
    let target = scope.function
    target.note(name)
    state.set(Slot(owner: target.id, name: name), value)
  }

  private var rootScope: Scope {
    var level = scope
    while let parent = level.parent { level = parent }
    return level
  }

  private func assign(_ value: ScannedValue, toMember name: String, of base: Expression) {
    noteOwnAssignment(value, name, of: base)
    if name == KeptCells.content { notePut(value, in: base) }
    let receiver = cast(evaluate(base), base)
    if name == "value", source.language == .dart, receiver.possibilities.contains(where: \.isPrimitive) {
      return assign(value, to: base)
    }
    for single in receiver.possibilities {
      switch single {
      case .instance, .type: assign(value, toProperty: name, of: single)
      case .record(var entries) where receiver == single:
        entries.removeAll { $0.key == name }
        assign(.record(entries + [ScannedEntry(name, value)]), to: base)
      default: markEscapedObjects(value)
      }
    }
  }

  func assign(_ value: ScannedValue, toProperty name: String, of receiver: ScannedValue) {
    markEscaped(value)
    switch receiver {
    case .instance(let instance):
      state.set(Slot(owner: instance.object, name: name), value)
      guard let type = index.type(key: instance.type), !isConstructing(receiver) else { return }
      let declaring = index.variable(name, of: type, isStatic: false).flatMap { index.variables[$0].type } ?? type
      let assignment = BuilderObjects.Assignment(name: name, owner: .type(declaring), value: value)
      if !builders.keep(assignment, of: instance.object) { properties.collect(value, for: name, of: .type(declaring)) }
    case .type(let key):
      guard let type = index.type(key: key) else { return }
      let declaring = index.variable(name, of: type, isStatic: true).flatMap { index.variables[$0].type } ?? type
      properties.collect(value, for: name, of: .type(declaring))
    default: break
    }
  }

  /// What a constructor assigns is seen by whatever uses the instance.
  private func isConstructing(_ receiver: ScannedValue) -> Bool {
    guard let id = chain.last, id >= 0 else { return silence > 0 && chain.isEmpty }
    // A closure of a constructor may run later.
    return index.functions[id].isConstructor && self.receiver == receiver && (active[id] ?? 0) > 0
  }

  // MARK: Lists that grow

  private static let adding: Set<String> = [
    "push", "add", "append", "addAll", "insert", "extend", "addLast", "plusAssign", "unshift", "concat", "plus",
  ]

  /// A variable of the code around, or no variable at all.
  private func isVariable(_ base: Expression) -> Bool {
    switch base.kind {
    case .name(let name): declaringScope(of: name) != nil
    case .member: false
    default: true
    }
  }

  /// A call that adds to a list or record that a variable holds; nil when it is no such call.
  func changedList(
    _ receiver: ScannedValue, _ name: String, _ arguments: [CallArgument], _ base: Expression
  ) -> ScannedValue? {
    switch receiver {
    case .list, .record, .alternatives: break
    default: return nil
    }
    if name == "set" || name == "put", case .record(var entries) = receiver, arguments.count == 2,
      !arguments[0].value.isSeveral
    {
      entries.set(arguments[0].value, arguments[1].value)
      assign(.record(entries), to: base)
      return .unknown(UnknownValue())
    }
    if ["putAll", "addAll", "addEntries", "update", "merge", "putIfAbsent"].contains(name),
      case .record(var entries) = receiver
    {
      if case .record(let more)? = arguments.first?.value, arguments.count == 1 {
        for entry in more { entries.set(entry) }
      } else {
        entries.open()
      }
      assign(.record(entries), to: base)
      return .unknown(UnknownValue())
    }
    guard Self.adding.contains(name), !arguments.isEmpty,
      receiver.possibilities.allSatisfy({ if case .list = $0 { true } else { false } })
    else { return nil }
    let isShared = !isVariable(base)
    let lists = receiver.possibilities.map { value -> ScannedValue in
      guard case .list(var list) = value else { return value }
      // What a method adds to a property it adds with every call.
      list.hasGrown = list.hasGrown || isShared && name != "concat" && name != "plus"
      for argument in arguments where argument.label != "at" {
        // `concat` takes lists and single elements alike.
        let isMany =
          ["addAll", "extend"].contains(name) || argument.label == "contentsOf"
          || name == "concat" && !argument.value.isConstraint
        if isMany { list.append(argument.value) } else { list.appendOne(argument.value) }
      }
      if list.elements.count > 64 { return .list(ScannedList(Array(list.elements.prefix(64)), isOpen: true)) }
      return .list(list)
    }
    let result = ScannedValue.oneOf(lists).limited
    if !["concat", "plus"].contains(name) { assign(result, to: base) }
    return result
  }
}

extension ScannedValue {
  /// A list with another element at a place: `query[0] = query[0].limit(5)`, the way of Java to change a variable in a
  /// closure. Nil where it is no list, or where it has no such place.
  fileprivate func setting(_ value: ScannedValue, at place: Int64) -> ScannedValue? {
    guard (0..<64).contains(place) else { return nil }
    let place = Int(place)
    switch self {
    case .list(var list):
      // `new Query[1]`: of the declared type, and nothing else is known of it.
      if list.isOpen, list.elements.allSatisfy(\.isUnknownPlace) { list = ScannedList([]) }
      while list.elements.count <= place { list.elements.append(.unknown(UnknownValue())) }
      list.elements[place] = value
      return .list(list)
    case .unknown(let unknown) where unknown.cause != .foreign && value.holdsQuery:
      return ScannedValue.list(ScannedList([])).setting(value, at: Int64(place))
    case .alternatives(let values):
      let lists = values.compactMap { $0.setting(value, at: Int64(place)) }
      return lists.isEmpty ? nil : ScannedValue.oneOf(lists)
    default: return nil
    }
  }

  /// Not read, or taken for what was read with a query (`Optional.of(query).get()`): no variable of queries holds that.
  fileprivate var isNoQuery: Bool { if case .result = self { true } else { isUnknown } }

  fileprivate var isConstraint: Bool { if case .constraint = self { true } else { false } }
}
