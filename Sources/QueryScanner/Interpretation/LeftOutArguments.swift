/// What calls of JavaScript leave out is `undefined`, not something unknown: parameters that get no argument, and members
/// that an object which is written down in the call has not, also as an element of a list.
struct LeftOutArguments {
  /// Variables that hold nothing else than what a call says: nothing, or the object that it writes down.
  private var told: Set<Slot> = []

  /// How many are remembered; what calls beyond leave out is unknown.
  private static let limit = 50_000

  var isEmpty: Bool { told.isEmpty }

  mutating func insert(_ slot: Slot) {
    if told.count < Self.limit { told.insert(slot) }
  }

  func contains(_ slot: Slot) -> Bool { told.contains(slot) }
}

extension Interpreter {
  /// Whether a value is all that an expression can give: `{ sort: "name" }`, `undefined`, an argument that is such.
  func isTold(_ value: ScannedValue, by expression: Expression) -> Bool {
    value.mayLackMembers && source.language.isScript && isTold(expression)
  }

  private func isTold(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .null: text(expression.span) == "undefined"
    case .record(let entries):
      entries.allSatisfy { entry in
        switch entry.key {
        case .name: true
        case .computed: false
        case .spread: isTold(entry.value)
        }
      }
    case .list(let parts):
      parts.allSatisfy { part in
        switch part.kind {
        case .spread(let inner): isTold(inner)
        case .record: isTold(part)
        default: true
        }
      }
    case .index(let base, _): isTold(base)
    // Of a list that is filtered, the elements are the same.
    case .call(let call):
      if case .member(let base, "filter") = call.callee.kind { isTold(base) } else { false }
    case .name(let name):
      declaringScope(of: name).map { leftOut.contains(Slot(owner: $0.id, name: name)) } ?? isConstant(name)
    case .member(let base, _):
      // `this.options`
      !leftOut.isEmpty && slot(of: expression).map(leftOut.contains) ?? false || isTold(base)
    case .fallback(let left, let right): isTold(left) && isTold(right)
    case .conditional(_, let then, let otherwise): isTold(then) && isTold(otherwise)
    default: false
    }
  }

  /// Whether a name stands for an object or list that the top of a file writes down, and that nothing changes.
  private func isConstant(_ name: String) -> Bool {
    if let id = index.files[file].variables[name] { return isConstant(index.variables[id]) }
    for (imported, target) in zip(index.files[file].imports, index.files[file].targets) {
      guard let original = imported.names[name], let target else { continue }
      return index.files[target].variables[original].map { isConstant(index.variables[$0]) } ?? false
    }
    return false
  }

  private func isConstant(_ info: VariableInfo) -> Bool {
    guard info.variable.value?.isWrittenDown == true, reassigned.others(of: info.variable, in: info.file) == nil else {
      return false
    }
    return !mutated.isEntered(info.name)
  }

  /// Whether a variable of a function is given an object or list that is written down, and that nothing changes.
  func isConstant(_ pattern: Pattern, _ value: Expression) -> Bool {
    guard case .name(let name) = pattern, value.isWrittenDown else { return false }
    return !mutated.isEntered(name)
  }

  /// A member that what an argument says has not: `undefined`. Nil where it has one, or may have one.
  func leftOutMember(_ name: String, of value: ScannedValue, _ base: Expression) -> ScannedValue? {
    let values = value.possibilities
    guard values.contains(where: { $0.lacks(name) }), isTold(value, by: base) else { return nil }
    if values.count == 1 { return .null }
    return ScannedValue.oneOf(values.map { $0.lacks(name) ? .null : member(name, of: $0, base.span) }).limited
  }

  /// Binds the names of a pattern to what an argument says.
  func declareTold(_ pattern: Pattern, _ value: ScannedValue) {
    for (name, value) in destructured(pattern, value, isTold: true) {
      declare(name, value)
      if value.mayLackMembers { leftOut.insert(Slot(owner: scope.id, name: name)) }
    }
  }
}

extension Expression {
  /// `options`, `options.sort`, `options || {}`
  var isPartOfVariable: Bool {
    switch kind {
    case .name: true
    case .member(let base, _), .index(let base, _): base.isPartOfVariable
    case .fallback(let left, _): left.isPartOfVariable
    default: false
    }
  }
}

extension Expression {
  /// An object or a list of which every part stands here.
  fileprivate var isWrittenDown: Bool {
    switch kind {
    case .record(let entries):
      entries.allSatisfy { entry in if case .name = entry.key { entry.value.isWrittenDownOrPlain } else { false } }
    case .list(let parts): parts.allSatisfy(\.isWrittenDownOrPlain)
    case .conditional(_, let then, let otherwise): then.isWrittenDown && otherwise.isWrittenDown
    default: false
    }
  }

  private var isWrittenDownOrPlain: Bool {
    switch kind {
    case .record, .list: isWrittenDown
    case .spread: false
    default: true
    }
  }
}

extension Parameter {
  /// A text stands for it, or for a part of it, when nothing is passed.
  var hasNameByDefault: Bool { defaultValue?.isText == true || pattern.hasNameByDefault }
}

extension Pattern {
  fileprivate var hasNameByDefault: Bool {
    if case .record(let parts) = self { parts.contains { $0.defaultValue?.isText == true } } else { false }
  }
}

extension Expression {
  fileprivate var isText: Bool {
    if case .text = kind { true } else { false }
  }
}

extension ScannedValue {
  /// Nothing, an object, or a list of objects: where the code says all of it, what is not there is left out.
  var mayLackMembers: Bool {
    switch self {
    case .null, .record: true
    case .list(let list):
      !list.isOpen && list.elements.contains { if case .record = $0 { true } else { false } }
    case .alternatives(let values): values.allSatisfy(\.mayLackMembers)
    default: false
    }
  }

  /// Certainly has no member of a name.
  func lacks(_ name: String) -> Bool {
    switch self {
    case .null: true
    case .record(let entries): entries.allSatisfy { $0.key != name && $0.pieces == nil }
    default: false
    }
  }
}
