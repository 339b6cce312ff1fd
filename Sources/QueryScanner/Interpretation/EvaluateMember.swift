import Diagnostics
import QueryModel

extension Interpreter {
  /// `base.name`.
  func member(_ base: Expression, _ name: String, _ expression: Expression) -> ScannedValue {
    if let head = expression.dottedHead, isUndeclared(head), let dotted = expression.dottedName {
      let whole = ([sdkName(head)] + dotted.dropFirst()).joined(separator: ".")
      let isNamespace = index.files[file].imports.contains { $0.names[head] == "*" || $0.names[head] == "default" }
      if dotted.count == 2, let value = foreignStatic(name, of: head) { return value }
      for vocabulary in vocabularies[file] {
        if let value = vocabulary.name(whole, vocabularyScope(expression.span)) { return value }
        if isNamespace {
          let rest = dotted.dropFirst().joined(separator: ".")
          if let value = vocabulary.name(rest, vocabularyScope(expression.span)) { return value }
        }
      }
    }
    if case .name("super") = base.kind, let receiver { return member(name, of: receiver, expression.span) }
    // `Outer.this`, `this@Outer`
    if name == "this", isPackaged, case .name(let label) = base.kind, let value = receiver(labelled: label) {
      return value
    }
    if let value = ownMember(name, of: base) { return value }
    let receiver = ownReceiver(base) ?? evaluateForMember(base)
    noteCount(of: receiver, by: base, asking: name)
    return leftOutMember(name, of: receiver, base) ?? member(name, of: receiver, nameSpan(expression))
  }

  /// What `this@label` is: the instance of a type, or what the extension function of the name, or a closure, is called on.
  private func receiver(labelled label: String) -> ScannedValue? {
    if let id = index.type(named: label, from: file) {
      return receivers.first { type(of: $0) == id } ?? template(of: id)
    }
    guard source.language == .kotlin else { return nil }
    for id in index.extensionFunctions[label] ?? [] {
      guard let type = index.functions[id].extendedType else { continue }
      if let value = receivers.first(where: { fits($0, type, index.functions[id].file) }) { return value }
    }
    return receiver
  }

  /// A variable of an enumeration is each of its cases in turn, so that what depends on it stays together.
  private func evaluateForMember(_ base: Expression) -> ScannedValue {
    let value = cast(evaluate(base), base)
    if case .alternatives(let cases) = value, cases.count <= 16, cases.allSatisfy(isEnumValue),
      let slot = slot(of: base)
    {
      // The field and the direction of a sort order.
      guard let pick = choose(nil, cases.count) else { return value }
      state.set(slot, cases[pick])
      return cases[pick]
    }
    guard case .unknown(let unknown) = value, let type = unknown.type,
      let id = index.type(named: type.name, from: file), index.types[id].kind == .enumeration,
      let slot = slot(of: base),
      let cases = allCases(of: id)
    else { return value }
    guard cases.count > 1 else { return ScannedValue.oneOf(cases) }
    guard let pick = choose(nil, cases.count) else { return ScannedValue.oneOf(cases) }
    state.set(slot, cases[pick])
    return cases[pick]
  }

  private func isEnumValue(_ value: ScannedValue) -> Bool {
    if case .instance(let instance) = value { isEnumCase(instance) } else { false }
  }

  /// Where a variable, or a property of the instance whose code this is, is kept.
  func slot(of variable: Expression) -> Slot? {
    switch variable.kind {
    case .name(let name):
      if let owner = declaringScope(of: name) { return Slot(owner: owner.id, name: name) }
      guard case .instance(let instance)? = receiver else { return nil }
      return Slot(owner: instance.object, name: name)
    case .member(let base, let name):
      guard case .name(let root) = base.kind else { return nil }
      let object = root == "self" || root == "this" ? receiver : local(root)
      guard case .instance(let instance)? = object else { return nil }
      return Slot(owner: instance.object, name: name)
    default: return nil
    }
  }

  /// A member of a value; alternatives one by one.
  func member(_ name: String, of value: ScannedValue, _ span: Span) -> ScannedValue {
    guard case .alternatives(let values) = value else { return singleMember(name, value, span) }
    return together(values.filter { $0 != .null }.map { single in { self.singleMember(name, single, span) } })
  }

  private func singleMember(_ name: String, _ value: ScannedValue, _ span: Span) -> ScannedValue {
    if let value = property(name, of: value) ?? delegatedProperty(name, of: value) { return value }
    if let type = ownClass(name, of: value) { return type }
    if let answer = answer(name, of: value, [], isCall: false) { return answer }
    let scope = vocabularyScope(span)
    for vocabulary in vocabularies[file] {
      if let request = vocabulary.request(byMember: name, of: value, scope) { return record(request, span, value) }
      if let member = vocabulary.member(name, of: value, scope) { return member }
    }
    switch value {
    case .record(let entries):
      let place = source.language == .swift ? Int(name) : nil
      return entries.first { $0.key == name }?.value ?? place.flatMap {
        entries.indices.contains($0) ? entries[$0].value : nil
      }
        ?? (name == "values" ? part(of: value, name, []) : nil) ?? spreadMember(name, of: entries)
        ?? .unknown(UnknownValue(.other, name: name))
    case .handle(.named(let handle)):
      if handle.hasPrefix("file:"), let other = Int(handle.dropFirst("file:".count)),
        index.files.indices.contains(other)
      {
        return handedOn(name, by: other) ?? .unknown(UnknownValue(.undeclared, name: name))
      }
    case .type(let key):
      if ["self", "Type", "type", "Companion", "INSTANCE", "default"].contains(name) { return .type(key) }
    case .unknown(let unknown):
      if let type = unknown.type, let id = index.type(named: type.name, from: file),
        index.types[id].kind != .enumeration
      {
        return property(name, of: template(of: id)) ?? .unknown(UnknownValue(.other, name: name))
      }
      // What the properties of a class hold that is not read may be the application's: `request.db`, `services.users`.
      return .unknown(UnknownValue(unknown.cause == .foreign ? .other : unknown.cause, name: name))
    default: break
    }
    if let id = extensionVariable(name, value) { return getterValue(index.variables[id], receiver: value) }
    if let method = sdkMethod(name, of: value, span) { return method }
    return .unknown(UnknownValue(.other, name: name))
  }

  // MARK: Extensions of types of others

  /// `CollectionReference.users`, where the project extends the SDK's type so.
  func foreignStatic(_ name: String, of type: String) -> ScannedValue? {
    index.extensionVariables[name]?.first { index.variables[$0].isStatic && index.extendedTypes[$0] == type }.map(
      global)
  }

  private func extensionVariable(_ name: String, _ value: ScannedValue) -> Int? {
    guard let ids = index.extensionVariables[name] else { return nil }
    let fitting = ids.filter { index.variables[$0].variable.getter != nil }
    return fitting.count == 1 && !value.isUnknown ? fitting[0] : nil
  }

  /// A function of the project that extends the type of a value.
  /// - Parameter isExact: only one whose labels are those of the call, and that the SDK could not mean.
  func extensionFunction(
    _ name: String, _ receiver: ScannedValue, _ arguments: [CallArgument], isExact: Bool
  ) -> Int? {
    guard let ids = index.extensionFunctions[name] else { return nil }
    let kinds = receiver.possibilities.filter { $0 != .null }
    let fitting = ids.filter { id in
      guard let type = index.functions[id].extendedType, active[id] ?? 0 == 0 else { return false }
      return kinds.contains { fits($0, type, index.functions[id].file) }
    }
    let candidates = isExact ? fitting.filter { takes(arguments, $0) } : fitting
    guard let id = chosen(candidates, arguments) else {
      let isFree = receiver.isUnknown && ids.count == 1 && !EverydayNames.all.contains(name) && !isExact
      return isFree ? ids[0] : nil
    }
    return id
  }

  /// Whether the labels, the number and the closures of a call are those of a function.
  private func takes(_ arguments: [CallArgument], _ id: Int) -> Bool {
    let parameters = index.functions[id].parameters
    guard arguments.count >= needed(parameters), arguments.count <= parameters.count else { return false }
    let given = assignment(of: arguments, to: parameters)
    return zip(parameters, given).allSatisfy { parameter, arguments in
      arguments.allSatisfy { argument in
        if case .function = argument.value { return parameter.type?.isNeverFunction != true }
        guard let label = argument.label else { return source.language != .swift || parameter.label == nil }
        return parameter.isCalled(label)
      }
    }
  }

  private func fits(_ value: ScannedValue, _ type: TypeName, _ file: Int) -> Bool {
    if let typed = typedValue(type, file: file) { return typed.isSameKind(as: value) }
    switch value {
    case .text: return ["String", "StringProtocol"].contains(type.name)
    case .list:
      return ["Array", "List", "Sequence", "Collection", "Iterable", "MutableList", "Set"].contains(type.name)
    case .integer: return ["Int", "Long", "int", "Int64"].contains(type.name)
    case .unknown(let unknown): return unknown.type?.name == type.name
    case .result: return ["DocumentSnapshot", "QuerySnapshot", "QueryDocumentSnapshot"].contains(type.name)
    default: return false
    }
  }

  // MARK: Elements

  /// `base[key]`.
  func element(_ base: ScannedValue, _ keys: [ScannedValue], _ span: Span) -> ScannedValue {
    guard let key = keys.first, keys.count == 1 else { return .unknown(UnknownValue()) }
    switch (base, key) {
    case (.alternatives(let values), _):
      return ScannedValue.oneOf(values.map { element($0, keys, span) }).limited
    case (_, .alternatives(let values)):
      return ScannedValue.oneOf(values.map { element(base, [$0], span) }).limited
    case (.list(let list), .integer(let place)):
      if let place = Int(exactly: place), list.elements.indices.contains(place), !list.isOpen {
        return list.elements[place]
      }
      return .unknown(UnknownValue())
    case (.list(let list), _) where !list.isOpen && list.elements.contains(where: \.holdsQuery):
      return ScannedValue.oneOf(list.elements).limited
    // A tuple with labels.
    case (.record(let entries), .integer(let place)) where source.language == .swift:
      return Int(exactly: place).flatMap { entries.indices.contains($0) ? entries[$0].value : nil }
        ?? .unknown(UnknownValue())
    case (.record(let entries), _):
      if let name = key.knownText ?? enumKey(key) ?? key.numberAsKey {
        if let entry = entries.first(where: { $0.key == name }) { return entry.value }
        let others = entries.filter { $0.pieces != nil }.map(\.value)
        return others.isEmpty ? .unknown(UnknownValue(.other, name: name)) : ScannedValue.oneOf(others).limited
      }
      // One of the entries, whichever the run asks for.
      return entries.isEmpty ? .unknown(UnknownValue()) : ScannedValue.oneOf(entries.map(\.value)).limited
    case (.result(let result), _) where result.part == .documents: return .result(result.with(.document))
    // What Python's `get()` answers is the list of documents itself.
    case (.result(let result), .integer) where result.part == .snapshot: return .result(result.with(.document))
    // Kotlin's `transaction[reference]`.
    case (.transaction, .document): return record(SDKRequest(.get, key, isInTransaction: true), span, base)
    case (.type, _), (.instance, _):
      return key.knownText.map { member($0, of: base, span) } ?? .unknown(UnknownValue())
    default: return .unknown(UnknownValue())
    }
  }

  /// `map.get(key)` and `map.values()` of a record that holds queries, or of a script's map; nil when the call asks
  /// something else.
  func part(of record: ScannedValue, _ name: String, _ arguments: [CallArgument]) -> ScannedValue? {
    guard case .record(let entries) = record, record.holdsQuery || source.language.isScript else { return nil }
    switch name {
    case "get", "getValue", "getOrDefault": return arguments.first.map { element(record, [$0.value], $0.span) }
    case "values" where arguments.isEmpty: return .list(ScannedList(entries.map(\.value)))
    default: return nil
    }
  }

  /// `options.get("limit")` of a dictionary that a variable holds, all of whose entries are written down.
  func pythonEntry(
    of record: ScannedValue, _ name: String, _ arguments: [CallArgument], _ call: Call
  ) -> ScannedValue? {
    guard source.language == .python, name == "get", (1...2).contains(arguments.count),
      case .record(let entries) = record, let key = arguments[0].value.knownText
    else { return nil }
    if let entry = entries.first(where: { $0.key == key }) { return entry.value }
    guard case .member(let base, _) = call.callee.kind, case .name(let holder) = base.kind, local(holder) != nil,
      entries.allSatisfy({ $0.pieces == nil })
    else { return nil }
    return arguments.count > 1 ? arguments[1].value : .null
  }

  func enumKey(_ key: ScannedValue) -> String? {
    guard case .instance(let instance) = key else { return nil }
    return base[Slot(owner: instance.object, name: "rawValue")]?.knownText ?? enumCaseName(instance)
  }
}

extension ScannedValue {
  /// What an object or dictionary has an entry under that is a number.
  fileprivate var numberAsKey: String? {
    if case .integer(let number) = self { String(number) } else { nil }
  }
}

extension TypeName {
  /// A value of this type is certainly no closure.
  fileprivate var isNeverFunction: Bool {
    name.hasSuffix(".Type") || Self.plain.contains(name)
  }

  private static let plain: Set<String> = [
    "String", "Int", "Int32", "Int64", "Long", "Bool", "Boolean", "Double", "Float", "Date", "Class", "KClass", "Array",
    "List", "Set", "Dictionary", "Map", "int", "long", "bool", "boolean", "double", "num", "DateTime",
  ]
}

extension ScannedValue {
  func isSameKind(as other: ScannedValue) -> Bool {
    switch (self, other) {
    case (.query, .query), (.document, .document), (.database, .database), (.result, .result), (.batch, .batch),
      (.transaction, .transaction), (.realtime, .realtime):
      true
    case (.handle(let left), .handle(let right)): left == right
    default: false
    }
  }
}
