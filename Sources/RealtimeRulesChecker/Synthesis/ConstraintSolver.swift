import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// Changes a tree so that it satisfies constraints: the literals of a condition. It looks at one literal after the
/// other and does not search, so it can fail where a solution exists.
struct ConstraintSolver {
  let subject: RealtimeSubject
  let binding: Binding
  /// The value of `now`, in milliseconds.
  let now: Double
  /// Another number gives other texts and numbers, for a value that has to change.
  var variant = 0

  /// The data before the write, which new values may be compared with.
  let before: RealtimeNode

  /// The tree, changed so that it satisfies the literals about one side of the write, and the literals that it still
  /// does not satisfy.
  func solve(_ literals: [Literal], on side: DataReference.Side, in tree: RealtimeNode) -> (
    tree: RealtimeNode, unsatisfied: [Literal]
  ) {
    var tree = tree
    var unsatisfied: [Literal] = []
    // A literal that sets a value also makes its node exist, so plain tests of existence come last.
    for literal in literals.sorted(by: { $0.solvingOrder < $1.solvingOrder }) where literal.refers(to: side) {
      if !satisfy(literal, side, in: &tree) { unsatisfied.append(literal) }
    }
    return (tree, unsatisfied)
  }

  private func satisfy(_ literal: Literal, _ side: DataReference.Side, in tree: inout RealtimeNode) -> Bool {
    switch literal.atom {
    case .exists(let reference):
      guard let path = reference.path(binding) else { return false }
      if tree[path].exists == literal.isTrue { return true }
      tree = tree.replacing(path, with: literal.isTrue ? example(at: reference) : .absent)
      return true
    case .hasChildren(let reference):
      guard let path = reference.path(binding) else { return false }
      let node = tree[path]
      if literal.isTrue == (node.exists && node.leaf == nil) { return true }
      tree = tree.replacing(
        literal.isTrue ? path.child("k1") : path, with: literal.isTrue ? RealtimeNode(.boolean(true)) : .absent)
      return true
    case .isKind(let reference, let kind):
      guard let path = reference.path(binding) else { return false }
      if tree[path].leaf?.kind == kind { return literal.isTrue }
      if literal.isTrue { tree = tree.replacing(path, with: RealtimeNode(kind.example(variant))) }
      return true
    case .equal(let left, let right): return satisfyEquality(left, right, literal.isTrue, side, in: &tree)
    case .less(let left, let right): return satisfyOrder(left, right, isStrict: true, literal.isTrue, side, in: &tree)
    case .lessOrEqual(let left, let right):
      return satisfyOrder(left, right, isStrict: false, literal.isTrue, side, in: &tree)
    case .textTest(let test, .value(let reference), let argument):
      return test.satisfy(self, reference, argument, literal.isTrue, in: &tree)
    case .textTest, .constant, .signedIn: return true
    case .opaque: return false
    }
  }

  /// A value for a place that only has to exist: one that its rules describe, or `true` for the entry of a user.
  private func example(at reference: DataReference) -> RealtimeNode {
    if reference.keys.last?.isCaller ?? false { return RealtimeNode(.boolean(true)) }
    if let location = subject.location(at: reference), location.keys.count == reference.keys.count {
      let node = NodeGenerator(subject: subject, binding: binding, now: now, variant: variant).makeNode(at: location)
      if node.exists { return node }
    }
    return RealtimeNode(.string(Text(variant == 0 ? "text" : "other")))
  }

  /// The value of one operand of a comparison.
  func leaf(_ operand: Operand, in tree: RealtimeNode) -> RealtimeLeaf? {
    switch operand {
    case .uid: return binding.uid.map { .string($0) }
    case .now: return .number(now)
    case .value(let reference):
      return reference.path(binding).flatMap { (reference.side == .before ? before : tree)[$0].leaf }
    case .text(let parts): return KeyPattern(parts).key(binding).map { .string($0.text) }
    case .boolean, .number: return operand.constant
    case .length, .priority, .sum: return number(operand, in: tree).map { .number($0) }
    case .claim, .null, .query, .other: return nil
    }
  }

  private func satisfyEquality(
    _ left: Operand, _ right: Operand, _ isEqual: Bool, _ side: DataReference.Side, in tree: inout RealtimeNode
  ) -> Bool {
    if left.needsArithmetic(with: right) || right.needsArithmetic(with: left) {
      return satisfyArithmetic(left, right, isEqual ? .equal : .unequal, side, &tree)
    }
    func isTarget(_ operand: Operand) -> Bool { operand.reference?.side == side }
    let (target, other) = isTarget(left) && (!isTarget(right) || left.isValue) ? (left, right) : (right, left)
    if case .priority(let reference) = target, let path = reference.path(binding), isEqual,
      case .string(let text)? = other.constant
    {
      tree = tree.replacing(path, with: tree[path].orPlaceholder(variant).withPriority(.string(text)))
      return true
    }
    if case .length(let reference) = target, case .number(let length) = other, let path = reference.path(binding) {
      if isEqual { tree = tree.replacing(path, with: RealtimeNode(.string(Text.example(length: Int(length.clamped))))) }
      return true
    }
    guard case .value(let reference) = target, reference.side == side, let path = reference.path(binding) else {
      return true
    }
    guard let required = leaf(other, in: tree) else {
      if isEqual, other.reference != nil || other.isAboutCaller && binding.uid == nil {
        // The other operand is null, and only null equals it.
        tree = tree.replacing(path, with: .absent)
        return true
      }
      return !isEqual
    }
    if isEqual {
      tree = tree.replacing(path, with: RealtimeNode(required))
    } else if tree[path].leaf == required {
      tree = tree.replacing(path, with: RealtimeNode(required.changed))
    }
    return true
  }

  private func satisfyOrder(
    _ left: Operand, _ right: Operand, isStrict: Bool, _ isTrue: Bool, _ side: DataReference.Side,
    in tree: inout RealtimeNode
  ) -> Bool {
    // `!(a < b)` is `b <= a`.
    let (low, high, strict) = isTrue ? (left, right, isStrict) : (right, left, !isStrict)
    if low.needsArithmetic(with: high) || high.needsArithmetic(with: low) {
      return satisfyArithmetic(low, high, strict ? .below : .atMost, side, &tree)
    }
    let step: Double = strict ? 1 : 0
    for (target, bound, isLow) in [(low, high, true), (high, low, false)] {
      switch target {
      case .value(let reference) where reference.side == side:
        guard let path = reference.path(binding) else { return false }
        guard case .number(let limit) = leaf(bound, in: tree) else { return false }
        if case .number(let value) = tree[path].leaf, isLow ? value + step <= limit : value >= limit + step {
          return true
        }
        tree = tree.replacing(path, with: RealtimeNode(.number(isLow ? limit - step : limit + step)))
        return true
      case .length(let reference) where reference.side == side:
        guard let path = reference.path(binding), case .number(let limit) = bound.constant else { return false }
        let required = Int((isLow ? limit - step : limit + step).clamped)
        let length: Int? = if case .string(let text) = tree[path].leaf { text.string.utf16.count } else { nil }
        if let length, isLow ? length <= required : length >= required { return true }
        tree = tree.replacing(path, with: RealtimeNode(.string(Text.example(length: required))))
        return true
      default: continue
      }
    }
    return false
  }
}

extension AtomicCondition.TextTest {
  fileprivate func satisfy(
    _ solver: ConstraintSolver, _ reference: DataReference, _ argument: Operand, _ isTrue: Bool,
    in tree: inout RealtimeNode
  ) -> Bool {
    guard let path = reference.path(solver.binding) else { return false }
    guard isTrue else { return true }
    if self == .matches {
      guard case .other(let pattern) = argument, let text = RegexExample.text(pattern.string) else { return false }
      tree = tree.replacing(path, with: RealtimeNode(.string(Text(text))))
      return true
    }
    guard case .string(let part) = solver.leaf(argument, in: tree) else { return false }
    let current: String = if case .string(let text) = tree[path].leaf { text.string } else { "" }
    let text: String
    switch self {
    case .contains: text = current.utf8.isEmpty ? part.string : current + " " + part.string
    case .beginsWith: text = part.string + current
    case .endsWith: text = current + part.string
    case .matches: return false
    }
    tree = tree.replacing(path, with: RealtimeNode(.string(Text(text))))
    return true
  }
}

extension Literal {
  /// Whether it is about one side of the write: the data before or after it.
  func refers(to side: DataReference.Side) -> Bool {
    atom.isOpaque ? side == .after : atom.references.contains { $0.side == side }
  }

  /// Literals with a smaller number are solved first.
  fileprivate var solvingOrder: Int {
    switch atom {
    case .constant, .signedIn, .opaque: 0
    case .isKind: 1
    case .equal: isTrue ? 3 : 5
    case .less, .lessOrEqual, .textTest: 4
    case .hasChildren: 6
    case .exists: isTrue ? 7 : 8
    }
  }
}

extension RealtimeLeaf {
  var kind: AtomicCondition.LeafKind {
    switch self {
    case .boolean: .boolean
    case .number: .number
    case .string: .string
    }
  }

  /// Another value of the same type.
  var changed: RealtimeLeaf {
    switch self {
    case .boolean(let value): .boolean(!value)
    case .number(let value): .number(value + 1)
    case .string(let text): .string(Text(text.string + "x"))
    }
  }
}

extension AtomicCondition.LeafKind {
  func example(_ variant: Int) -> RealtimeLeaf {
    switch self {
    case .string: .string(variant == 0 ? "text" : "other")
    case .number: .number(Double(variant + 1))
    case .boolean: .boolean(variant == 0)
    }
  }
}

extension Text {
  /// A text with a given number of characters, at most 4,096.
  static func example(length: Int) -> Text { Text(String(repeating: "x", count: max(0, min(length, 4096)))) }
}

extension Double {
  fileprivate var clamped: Double { isFinite ? Swift.max(-1e6, Swift.min(1e6, self)) : 0 }
}
