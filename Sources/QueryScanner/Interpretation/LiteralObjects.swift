import Diagnostics

/// Objects that the code writes down with methods, by place and by the scope in which they are made: one that is made
/// again in the same scope is the same.
struct LiteralObjects {
  private struct Key: Hashable {
    var span: Span
    var scope: Int
  }

  private var scopes: [Key: Scope] = [:]

  mutating func scope(at span: Span, in outer: Scope, _ newID: () -> Int) -> Scope {
    let key = Key(span: span, scope: outer.id)
    if let known = scopes[key] { return known }
    let scope = Scope(id: newID(), parent: outer, file: outer.file, isFunction: false)
    scope.literal = .literal(outer.file, span)
    scopes[key] = scope
    return scope
  }
}

extension Interpreter {
  /// An object some of whose methods name `this`; nil when none does.
  func object(_ entries: [RecordEntry], _ span: Span) -> ScannedValue? {
    guard entries.contains(where: \.value.namesOwnReceiver) else { return nil }
    let inner = literals.scope(at: span, in: scope, newID)
    var all: [ScannedEntry] = []
    // What accessors and methods ask of the object is there before they are.
    for entry in entries where !entry.value.namesOwnReceiver { add(entry, to: &all) }
    keep(all, in: inner)
    let isAbout = leadsToRequests(entries, all, in: inner)
    for entry in entries where entry.value.namesOwnReceiver {
      let value = within(inner) { ownValue(entry.value, isAbout) }
      switch entry.key {
      case .name(let name): all.append(ScannedEntry(name, value))
      case .computed(let name): all.append(ScannedEntry(key: evaluate(name), value))
      case .spread: all.open()
      }
      keep(all, in: inner)
    }
    return .record(all.lastOfEachKey)
  }

  private func ownValue(_ expression: Expression, _ isAbout: Bool) -> ScannedValue {
    guard case .closure(let closure) = expression.kind else { return evaluate(expression) }
    return reference(to: closure, expression.span, isAbout: isAbout)
  }

  /// Later calls see the object as they find it; those that nothing here makes, as it is written.
  private func keep(_ entries: [ScannedEntry], in inner: Scope) {
    let slot = Slot(owner: inner.id, name: Self.ownName)
    let object = ScannedValue.record(entries.lastOfEachKey)
    state.set(slot, object)
    base[slot] = object
  }

  /// Whether anything of the object does: one of its methods may get to it through the others.
  private func leadsToRequests(_ entries: [RecordEntry], _ values: [ScannedEntry], in inner: Scope) -> Bool {
    if values.contains(where: \.value.leadsToRequests) { return true }
    return entries.contains { entry in
      guard case .closure(let closure) = entry.value.kind else { return false }
      return within(inner) { isAboutQueries(closure.body) }
    }
  }

  // MARK: - this

  private static let ownName = "this"

  /// A member of `this` where that is an object of the code that has no type: one that is written down, or what a module
  /// exports. Nil where it is something else, or has no such member.
  func ownMember(_ name: String, of base: Expression) -> ScannedValue? {
    guard isOwnName(base) else { return nil }
    guard let literal = scope.nearestLiteral else {
      return receiver == nil ? exported([name], by: file) : nil
    }
    guard case .record(let entries)? = local(Self.ownName), let owner = literal.literal else { return nil }
    // A value that stands elsewhere (`state: () => …` beside the actions of a store) is there before one is assigned.
    guard let initial = entries.first(where: { $0.key == name })?.value else {
      return properties.reading(name, of: owner, initial: nil, declared: unassigned(name, nil))
    }
    return properties.reading(name, of: owner, initial: initial == .null ? nil : initial)
      ?? unassigned(name, nil)
  }

  /// A member that `this` has where it is an object that is written down.
  func literalMember(_ name: String) -> ScannedValue? {
    guard scope.nearestLiteral != nil, case .record(let entries)? = local(Self.ownName) else { return nil }
    return entries.first { $0.key == name }?.value
  }

  /// `this` as what a member is asked of: where nothing is known of the member, nothing is known of the object.
  func ownReceiver(_ base: Expression) -> ScannedValue? {
    isOwnName(base) && scope.nearestLiteral != nil ? .unknown(UnknownValue()) : nil
  }

  private func isOwnName(_ base: Expression) -> Bool {
    guard case .name(Self.ownName) = base.kind else { return false }
    return source.language == .javascript || source.language == .typescript
  }

  /// `this.name = value` in a method of an object that is written down: the other methods see it.
  func noteOwnAssignment(_ value: ScannedValue, _ name: String, of base: Expression) {
    guard isOwnName(base), let owner = scope.nearestLiteral?.literal else { return }
    markEscaped(value)
    properties.collect(value, for: name, of: owner)
  }
}

extension Scope {
  /// The scope of the object whose method this is; nil where `this` is something else.
  var nearestLiteral: Scope? {
    var level: Scope? = self
    while let current = level {
      if current.literal != nil { return current }
      if current.receiver != nil { return nil }
      level = current.parent
    }
    return nil
  }
}

extension Expression {
  /// A function that names its own `this`, or the value that such an accessor gives.
  var namesOwnReceiver: Bool {
    switch kind {
    case .closure(let closure): closure.namesOwnReceiver
    case .call(let call): call.arguments.isEmpty && call.callee.isOwnClosure
    default: false
    }
  }

  private var isOwnClosure: Bool {
    if case .closure(let closure) = kind { closure.namesOwnReceiver } else { false }
  }
}
