import Diagnostics

/// Choices inside of one statement: it is evaluated once for each combination.
struct Choices {
  var script: [Int] = []
  /// Number of alternatives and pick, in the order in which they were met.
  var made: [(count: Int, pick: Int)] = []
  var isOpen = false
}

/// One way out of a statement.
struct Path {
  enum Completion {
    case normal
    case returned(ScannedValue)
    /// The value of a block that is used as an expression.
    case value(ScannedValue)
    case broke, continued, threw
  }

  var state: PathState
  var completion: Completion = .normal

  var isNormal: Bool {
    if case .normal = completion { true } else { false }
  }
}

extension Interpreter {
  /// How many times a statement is evaluated for its choices.
  private static let forkLimit = 48

  /// Of a choice that is followed way by way; a statement is evaluated again for each of them.
  private static let mostWays = 256

  /// Evaluates once for each combination of the choices that are met.
  func forking(_ body: () -> [Path]) -> [Path] {
    let initial = state
    let outer = choices
    defer { choices = outer }
    var pending: [[Int]] = []
    var script: [Int] = []
    var paths: [Path] = []
    var runs = 0
    while true {
      runs += 1
      state = initial
      choices = Choices(script: script, isOpen: runs + pending.count < Self.forkLimit && !isExhausted)
      let found = body()
      if runs == 1 { paths = found } else { paths += found }
      // The last choice first: then ways come in the order of the code.
      for place in script.count..<max(script.count, choices.made.count) {
        let picks = choices.made[..<place].map(\.pick)
        for pick in (1..<choices.made[place].count).reversed() { pending.append(picks + [pick]) }
      }
      guard let next = pending.popLast() else { return paths }
      script = next
    }
  }

  /// One of several ways that nothing decides; nil when all must be taken together. The same key is decided the same
  /// way again as long as none of the names is assigned.
  func choose(_ key: ConditionKey? = nil, _ count: Int) -> Int? {
    guard count > 0, count <= Self.mostWays else { return nil }
    if let key, let known = state.assumptions[key.hash] { return min(known.choice, count - 1) }
    let place = choices.made.count
    let pick: Int
    if place < choices.script.count {
      // What was met before may have been decided otherwise, so that fewer ways are left.
      pick = min(choices.script[place], count - 1)
    } else if choices.isOpen, count > 1 {
      pick = 0
    } else {
      return nil
    }
    choices.made.append((count: count, pick: pick))
    if let key { state.assume(key, pick) }
    return pick
  }

  /// Evaluates all bodies from the same state; the state afterwards is one of theirs.
  func together(_ bodies: [() -> ScannedValue]) -> ScannedValue {
    let initial = state
    var states: [PathState] = []
    var values: [ScannedValue] = []
    for body in bodies {
      state = initial
      values.append(body())
      states.append(state)
    }
    state = PathState.joined(states) ?? initial
    return ScannedValue.oneOf(values).limited
  }

  /// A value that only the run knows, where a condition that was decided before says which it is here:
  /// `order(by: desc ? "x" : "y", descending: desc)`.
  func decided(_ expression: Expression, _ value: ScannedValue) -> ScannedValue {
    guard value.isUnknown, hasOnlyBooleanConditions, !state.assumptions.isEmpty else { return value }
    if case .other(let operands) = expression.kind, let operand = negated(expression, operands) {
      return assumedName(operand).map { .boolean(!$0) } ?? value
    }
    return assumedName(expression).map { .boolean($0) } ?? value
  }

  private func assumedName(_ condition: Expression) -> Bool? {
    switch condition.kind {
    case .name, .member: break
    default: return nil
    }
    guard var key = assumptionKey(condition) else { return nil }
    key.text = "if \(key.text)"
    return state.assumptions[key.hash].map { $0.choice == 0 }
  }

  /// Elsewhere anything may be a condition, and what holds is not `true` for that.
  private var hasOnlyBooleanConditions: Bool {
    switch source.language {
    case .swift, .kotlin, .java, .dart: true
    case .javascript, .typescript, .python, .markdown: false
    }
  }

  /// A key for a condition; nil when it may answer differently next time.
  /// - Parameter text: what stands for the condition beside its variables; nil: its code.
  func assumptionKey(_ expression: Expression, text words: String? = nil) -> ConditionKey? {
    var names: [String] = []
    guard expression.collectPureNames(into: &names) else { return nil }
    var key = ConditionKey(text: words ?? text(expression.span), names: names)
    for name in Set(names).sorted() {
      var level: Scope? = scope
      while let current = level, state[Slot(owner: current.id, name: name)] == nil { level = current.parent }
      guard let level else { continue }
      key.text += "|\(name)@\(level.id)"
      key.owners.append(level.id)
    }
    return key
  }
}

/// What makes two conditions the same: their text and the variables they speak of.
struct ConditionKey: Equatable {
  var text: String
  var names: [String]
  /// The scopes that declare the variables.
  var owners: [Int] = []

  var hash: Int { text.hashValue }
}

extension Expression {
  /// False when evaluating it twice may give two answers.
  func collectPureNames(into names: inout [String]) -> Bool {
    switch kind {
    case .name(let name):
      names.append(name)
      return true
    case .integer, .number, .boolean, .null, .implicitMember: return true
    case .text(let parts):
      return parts.allSatisfy { part in
        if case .interpolation(let inner) = part { inner.collectPureNames(into: &names) } else { true }
      }
    case .member(let base, let name):
      names.append(name)
      return base.collectPureNames(into: &names)
    case .index(let base, let arguments):
      return base.collectPureNames(into: &names) && arguments.allSatisfy { $0.collectPureNames(into: &names) }
    case .other(let operands), .concatenation(let operands), .list(let operands):
      return operands.allSatisfy { $0.collectPureNames(into: &names) }
    case .fallback(let left, let right):
      return left.collectPureNames(into: &names) && right.collectPureNames(into: &names)
    case .call(let call):
      guard case .member(let base, let name) = call.callee.kind,
        ["is", "has", "contains", "equals", "starts", "not"].contains(where: { name.hasPrefix($0) })
      else { return false }
      return base.collectPureNames(into: &names)
        && call.arguments.allSatisfy { $0.value.collectPureNames(into: &names) }
    case .conditional(let left, let right, _):
      return isConjunction && left.collectPureNames(into: &names) && right.collectPureNames(into: &names)
    case .record, .spread, .closure, .assignment, .cascade, .cascadeReceiver, .statements: return false
    }
  }
}
