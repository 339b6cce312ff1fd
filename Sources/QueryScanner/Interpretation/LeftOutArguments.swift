/// What calls of JavaScript leave out is `undefined`, not something unknown: parameters that get no argument, and members
/// that an object which is written down in the call has not.
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
    switch value {
    case .null, .record: source.language.isScript && isTold(expression)
    default: false
    }
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
    case .name(let name):
      !leftOut.isEmpty && (declaringScope(of: name).map { leftOut.contains(Slot(owner: $0.id, name: name)) } ?? false)
    case .member(let base, _):
      // `this.options`
      !leftOut.isEmpty && (slot(of: expression).map(leftOut.contains) ?? false || isTold(base))
    case .fallback(let left, let right): isTold(left) && isTold(right)
    default: false
    }
  }

  /// A member that what an argument says has not: `undefined`. Nil where it has one, or may have one.
  func leftOutMember(_ name: String, of value: ScannedValue, _ base: Expression) -> ScannedValue? {
    guard value.lacks(name), isTold(value, by: base) else { return nil }
    return .null
  }

  /// Binds the names of a pattern to what an argument says.
  func declareTold(_ pattern: Pattern, _ value: ScannedValue) {
    for (name, value) in destructured(pattern, value, isTold: true) {
      declare(name, value)
      switch value {
      case .null, .record: leftOut.insert(Slot(owner: scope.id, name: name))
      default: break
      }
    }
  }
}

extension Expression {
  /// `options`, `options.sort`, `options || {}`
  var isPartOfVariable: Bool {
    switch kind {
    case .name: true
    case .member(let base, _): base.isPartOfVariable
    case .fallback(let left, _): left.isPartOfVariable
    default: false
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
  /// Certainly has no member of a name.
  func lacks(_ name: String) -> Bool {
    switch self {
    case .null: true
    case .record(let entries): entries.allSatisfy { $0.key != name && $0.pieces == nil }
    default: false
    }
  }
}
