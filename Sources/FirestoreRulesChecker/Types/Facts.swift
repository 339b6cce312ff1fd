import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// What operands of `&&` and `||` that come before tell about the ones behind them.
struct Facts {
  /// By chain of members (`resource.data.title`): what the value still may be.
  private var known: [[String]: Fact] = [:]

  private struct Fact {
    var kinds: Kinds = .all
    var constant: RuleValue?
    /// The chain has been read without an error.
    var exists = false
    /// The text or list has been measured, so bounds have been thought of.
    var isMeasured = false
  }

  func narrowed(_ type: InferredType, _ chain: [String]) -> InferredType {
    guard !known.isEmpty, let fact = known[chain] else { return type }
    var narrowed = type
    narrowed.kinds.formIntersection(fact.kinds)
    // Contradictory tests are for the place where they contradict, not for everything behind it.
    if narrowed.kinds.isEmpty { return type }
    if fact.exists { narrowed.mayFail = false }
    if type.constant == nil, let constant = fact.constant, narrowed.kinds == Kinds(constant.type) {
      narrowed.constant = constant
    }
    return narrowed
  }

  /// Adds what is certain when the condition came out as `truth`.
  mutating func assume(_ condition: Expression, is truth: Bool) {
    switch condition.kind {
    case .parenthesized(let inner): assume(inner, is: truth)
    case .unary(.not, let inner): assume(inner, is: !truth)
    case .logical(.and, let operands) where truth: for operand in operands { assume(operand, is: true) }
    case .logical(.or, let operands) where !truth: for operand in operands { assume(operand, is: false) }
    case .logical: break
    case .binary(.in, let key, let container) where truth: learnPresence(of: key, in: container)
    case .typeTest, .binary: learnFromTest(condition, truth)
    default: learn(condition, .boolean, constant: .boolean(truth))
    }
    if truth { learnFromEvaluation(of: condition) }
  }

  /// Adds what is certain when the condition came out as false or as an error. `||` evaluates its next operand in both
  /// cases, so that only tests count that cannot fail unless reading the tested value fails, there as well as here.
  mutating func assumeNotTrue(_ condition: Expression) {
    switch condition.kind {
    case .parenthesized(let inner): assumeNotTrue(inner)
    case .logical(.or, let operands): for operand in operands { assumeNotTrue(operand) }
    case .unary(.not, let inner):
      if case .typeTest = inner.unparenthesized.kind { learnKinds(inner.unparenthesized, true) }
    case .typeTest, .binary: learnKinds(condition, false)
    default: break
    }
  }

  /// What a test says of types alone, whether or not the value could be read.
  private mutating func learnKinds(_ test: Expression, _ truth: Bool) {
    var learned = Facts()
    learned.learnFromTest(test, truth)
    for (chain, fact) in learned.known where hasRoom(for: chain) {
      known[chain, default: Fact()].kinds.formIntersection(fact.kinds)
    }
  }

  private mutating func learnFromTest(_ test: Expression, _ truth: Bool) {
    switch test.kind {
    case .typeTest(let value, let word):
      let kinds = Kinds.satisfying(word.text)
      learn(value, truth ? kinds : Kinds.all.subtracting(kinds))
    case .binary(.equal, let left, let right): assumeEqual(left, right, truth)
    case .binary(.notEqual, let left, let right): assumeEqual(left, right, !truth)
    default: break
    }
  }

  /// Whether something is known about a value that the expression reads.
  func concern(_ expression: Expression) -> Bool {
    guard !known.isEmpty else { return false }
    return expression.descendants.contains { node in node.asMemberChain.map { known[$0] != nil } ?? false }
  }

  private mutating func assumeEqual(_ left: Expression, _ right: Expression, _ truth: Bool) {
    for (value, other) in [(left, right), (right, left)] {
      guard let constant = other.scalar else { continue }
      if case .null = constant {
        learn(value, truth ? .null : Kinds.all.subtracting(.null))
      } else if truth {
        let kinds = Kinds(constant.type).withNumbers
        // An integer may equal a float, so a number is not known exactly.
        learn(value, kinds, constant: kinds.isDisjoint(with: .number) ? constant : nil)
      }
    }
  }

  /// A condition that has a value has no operand that failed, except below `&&`, `||` and `?:`.
  private mutating func learnFromEvaluation(of condition: Expression) {
    noteMeasured(in: condition)
    var pending = [condition]
    while let next = pending.popLast() {
      switch next.kind {
      case .logical: continue
      case .conditional(let test, _, _): pending.append(test)
      case .method(let receiver, let name, _):
        let kinds = Kinds(BuiltinSignature.methods(named: name.text).compactMap(\.receiver))
        if !kinds.isEmpty { learn(receiver, kinds) }
        pending += next.children
      default:
        if let chain = next.asMemberChain, hasRoom(for: chain) { known[chain, default: Fact()].exists = true }
        pending += next.children
      }
    }
  }

  private mutating func learnPresence(of key: Expression, in container: Expression) {
    // Only the data of a document is certain to be a map and no list.
    guard case .string(let name) = key.unparenthesized.kind, let chain = container.asMemberChain,
      chain.last == "data"
    else { return }
    known[chain + [name], default: Fact()].exists = true
  }

  private mutating func learn(_ value: Expression, _ kinds: Kinds, constant: RuleValue? = nil) {
    guard let chain = value.asMemberChain, hasRoom(for: chain) else { return }
    var fact = known[chain, default: Fact()]
    fact.kinds.formIntersection(kinds)
    if let constant, fact.constant == nil { fact.constant = constant }
    fact.exists = true
    known[chain] = fact
  }

  /// Facts are copied for every operand, so that a chain of thousands of fields could take very long.
  private func hasRoom(for chain: [String]) -> Bool { known.count < 100 || known[chain] != nil }

  /// Remembers what a condition measures: `x.size() > 3`, `x.matches('…')`.
  mutating func noteMeasured(in condition: Expression) {
    for node in condition.descendants {
      guard case .method(let receiver, let name, _) = node.kind, ["size", "matches"].contains(name.text) else {
        continue
      }
      if let chain = receiver.asMemberChain, hasRoom(for: chain) { known[chain, default: Fact()].isMeasured = true }
    }
  }

  /// Whether the size of the value has been tested before, or its whole text.
  func isMeasured(_ value: Expression) -> Bool {
    value.asMemberChain.map { known[$0]?.isMeasured == true } ?? false
  }
}
