import Diagnostics

/// A condition that a variable holds: `let ranged = min != nil || max != nil`.
struct NamedCondition: Equatable {
  var condition: Expression
  /// The names of the condition, and the scopes that declare them.
  var names: [String: Int?]

  static func == (left: NamedCondition, right: NamedCondition) -> Bool {
    left.condition.span == right.condition.span && left.names == right.names
  }
}

extension Interpreter {
  /// What a variable gets: a value that only the run knows stands for the condition that it was made of, as long as
  /// nothing that the condition speaks of is assigned.
  func asCondition(_ value: ScannedValue, _ expression: Expression, of variable: String, in owner: Scope)
    -> ScannedValue
  {
    guard case .unknown(var unknown) = value else { return value }
    switch expression.kind {
    case .other, .fallback, .conditional: break
    default: return value
    }
    guard let meant = proposition(expression) else { return value }
    // Those that it names may stand for conditions of others: both are to stay what they are.
    var named = meant.key.names
    guard expression.collectPureNames(into: &named), !named.contains(variable) else { return value }
    let names = named.map { ($0, declaringScope(of: $0)?.id) }
    let condition = NamedCondition(condition: expression, names: Dictionary(names) { first, _ in first })
    state.conditions[owner.id, default: [:]][variable] = condition
    unknown.condition = expression.span.start
    return .unknown(unknown)
  }

  /// The condition that a variable stands for; nil if it holds another value, or what the condition speaks of is another
  /// here.
  func meaning(of variable: Expression) -> Expression? {
    guard !state.conditions.isEmpty, case .name(let name) = variable.kind, let owner = declaringScope(of: name),
      let named = state.conditions[owner.id]?[name],
      case .unknown(let unknown)? = state[Slot(owner: owner.id, name: name)],
      unknown.condition == named.condition.span.start,
      named.names.allSatisfy({ declaringScope(of: $0.key)?.id == $0.value })
    else { return nil }
    return named.condition
  }

  /// Conditions that speak of a name which is assigned say something else from now on.
  func forgetConditions(about name: String) {
    guard !state.conditions.isEmpty else { return }
    var level: Scope? = scope
    while let current = level {
      if let known = state.conditions[current.id], known.contains(where: { $0.value.names[name] != nil }) {
        state.conditions[current.id] = known.filter { $0.value.names[name] == nil }
      }
      level = current.parent
    }
  }
}
