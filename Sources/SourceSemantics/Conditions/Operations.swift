/// What an operation was asked: `condition` decides between the other two.
struct Choice {
  var condition: CondID
  var high: CondID
  var low: CondID
}

/// More steps, or more atoms after one another, than are allowed.
struct BeyondLimits: Error {}

extension Diagrams {
  package mutating func and(_ left: CondID, _ right: CondID) -> CondID { ite(left, right, .never) }

  package mutating func or(_ left: CondID, _ right: CondID) -> CondID { ite(left, .always, right) }

  /// `high` where the condition holds, `low` where not.
  package mutating func ite(_ condition: CondID, _ high: CondID, _ low: CondID) -> CondID {
    if let known = approximations[condition.raw, high.raw, low.raw] { return CondID(raw: known) }
    var steps = allowance
    let choice = Choice(condition: condition, high: high, low: low)
    if let result = try? decide(choice, &steps), depth(result) <= limits.atoms, isSmall(result) { return result }
    let result = ite(replacement(of: condition), replacement(of: high), replacement(of: low))
    approximations.insert(condition.raw, high.raw, low.raw, result.raw)
    return result
  }

  /// The condition with conditions in the place of some of its atoms.
  package mutating func substitute(_ condition: CondID, _ replaced: [AtomID: CondID]) -> CondID {
    var done: [Int: CondID] = [0: .always]
    for node in nodes(below: condition) {
      let (level, high, low) = (nodes[node].level, nodes[node].high, nodes[node].low)
      let test = replaced[AtomID(level - 1)] ?? self.condition(AtomID(level - 1))
      let yes = done[high.node, default: .always]
      let no = done[low.node, default: .always].negated(if: low.isNegated)
      done[node] =
        yes == high && no == low && replaced[AtomID(level - 1)] == nil
        ? CondID(raw: UInt32(node) << 1) : ite(test, yes, no)
    }
    return done[condition.node, default: .always].negated(if: condition.isNegated)
  }

  /// The nodes of a condition, each behind those that it leads to.
  func nodes(below condition: CondID) -> [Int] {
    var seen: Set<Int> = [0]
    var rest = [condition.node]
    while let next = rest.popLast() {
      guard seen.insert(next).inserted else { continue }
      rest.append(nodes[next].high.node)
      rest.append(nodes[next].low.node)
    }
    seen.remove(0)
    return seen.sorted()
  }

  /// A condition of other diagrams in these. Atoms that are not replaced are taken over as they are.
  package mutating func substitute(
    _ condition: CondID, of other: Diagrams, _ replaced: [AtomID: CondID] = [:]
  ) -> CondID {
    var done: [Int: CondID] = [0: .always]
    return substitute(condition, of: other, replaced, &done)
  }

  /// What the condition is where the atom holds, or where it does not.
  package mutating func restrict(_ condition: CondID, _ atom: AtomID, to value: Bool) -> CondID {
    substitute(condition, [atom: value ? .always : .never])
  }

  /// A condition that is the same wherever `known` holds, and no larger where that is easy to see.
  package mutating func simplify(_ condition: CondID, where known: CondID) -> CondID {
    if known.isConstant || condition.isConstant { return condition }
    if known == condition { return .always }
    if known == !condition { return .never }
    let top = max(level(condition), level(known))
    let (high, low) = parts(of: condition, at: top)
    let (knownHigh, knownLow) = parts(of: known, at: top)
    if knownHigh == .never { return simplify(low, where: knownLow) }
    if knownLow == .never { return simplify(high, where: knownHigh) }
    if level(condition) < top { return simplify(condition, where: or(knownHigh, knownLow)) }
    return place(
      Node(level: top, high: simplify(high, where: knownHigh), low: simplify(low, where: knownLow)))
  }
}

extension Diagrams {
  /// Steps of one operation. What all of them take together stays in proportion to the atoms and operations.
  private var allowance: Int {
    max(256, min(limits.steps, limits.steps + 64 * atomCount - nodeCount))
  }

  /// The answer, without recursion: chains of exclusive cases are as long as the code has cases.
  private mutating func decide(_ asked: Choice, _ steps: inout Int) throws(BeyondLimits) -> CondID {
    var waiting: [Split] = []
    var next: Choice? = asked
    var answer = CondID.never
    while true {
      if let choice = next.take() {
        switch known(choice) {
        case .answer(let known): answer = known
        case .open(let split):
          steps -= 1
          self.steps += 1
          if steps < 0 { throw BeyondLimits() }
          waiting.append(split)
          next = split.high
          continue
        }
      }
      guard var split = waiting.popLast() else { return answer }
      if let high = split.highAnswer {
        answer = try join(split, high, answer)
      } else {
        split.highAnswer = answer
        next = split.low
        waiting.append(split)
      }
    }
  }

  /// A choice that waits for its two parts.
  private struct Split {
    var choice: Choice
    /// The answer is the negation of that to `choice`.
    var isNegated: Bool
    var level: UInt32
    var high: Choice
    var low: Choice
    var highAnswer: CondID?
  }

  private enum Known {
    case answer(CondID)
    case open(Split)
  }

  private func known(_ asked: Choice) -> Known {
    if let result = simple(asked) { return .answer(result) }
    // Of a condition and its negation only the first is kept, and so of the answer.
    var choice = asked
    if choice.condition.isNegated {
      choice = Choice(condition: !choice.condition, high: choice.low, low: choice.high)
    }
    let isNegated = choice.high.isNegated
    if isNegated { choice = Choice(condition: choice.condition, high: !choice.high, low: !choice.low) }
    if let known = results[choice.condition.raw, choice.high.raw, choice.low.raw] {
      return .answer(CondID(raw: known).negated(if: isNegated))
    }
    let top = max(level(choice.condition), level(choice.high), level(choice.low))
    let condition = parts(of: choice.condition, at: top)
    let high = parts(of: choice.high, at: top)
    let low = parts(of: choice.low, at: top)
    return .open(
      Split(
        choice: choice, isNegated: isNegated, level: top,
        high: Choice(condition: condition.high, high: high.high, low: low.high),
        low: Choice(condition: condition.low, high: high.low, low: low.low)))
  }

  private mutating func join(_ split: Split, _ high: CondID, _ low: CondID) throws(BeyondLimits) -> CondID {
    let result = place(Node(level: split.level, high: high, low: low))
    if depth(result) > limits.atoms || mayBeLarge(result) && !isSmall(result) { throw BeyondLimits() }
    results.insert(split.choice.condition.raw, split.choice.high.raw, split.choice.low.raw, result.raw)
    return result.negated(if: split.isNegated)
  }

  /// Answers that need no look at the atoms.
  private func simple(_ choice: Choice) -> CondID? {
    let (condition, high, low) = (choice.condition, choice.high, choice.low)
    if condition == .always || high == low { return high }
    if condition == .never { return low }
    let yes = high == condition ? .always : high == !condition ? .never : high
    let no = low == condition ? .never : low == !condition ? .always : low
    if yes == no { return yes }
    if yes == .always, no == .never { return condition }
    if yes == .never, no == .always { return !condition }
    return nil
  }

  /// One atom in the place of a condition that is more than an atom. Who decides the condition decides the atom, as long
  /// as not too many conditions stand in one another: each of them is decided anew for each caller.
  private mutating func replacement(of condition: CondID) -> CondID {
    guard let (_, high, low) = split(condition), !high.isConstant || !low.isConstant else { return condition }
    let atom = self.condition(
      Atom(SubjectID(condition.positive.raw), .replaced),
      isOpen: isOpen(condition) && nesting(condition) < limits.nesting)
    return atom.negated(if: condition.isNegated)
  }

  private mutating func substitute(
    _ condition: CondID, of other: Diagrams, _ replaced: [AtomID: CondID], _ done: inout [Int: CondID]
  ) -> CondID {
    if let known = done[condition.node] { return known.negated(if: condition.isNegated) }
    let node = other.nodes[condition.node]
    let atom = AtomID(node.level - 1)
    let high = substitute(node.high, of: other, replaced, &done)
    let low = substitute(node.low, of: other, replaced, &done)
    let test = replaced[atom] ?? self.condition(other.atom(atom))
    let result = ite(test, high, low)
    done[condition.node] = result
    return result.negated(if: condition.isNegated)
  }
}
