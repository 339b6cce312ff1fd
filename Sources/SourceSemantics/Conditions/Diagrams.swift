/// Conditions as decision diagrams: hash-consed nodes "if atom then high else low", so that equal conditions are one id and
/// `!` costs nothing.
///
/// The atom that was used last is decided first. A walk through a function meets its conditions one after the other, and
/// with this order each of them puts one node on top of what holds so far, however much that is; so do the cases of a long
/// `switch`.
///
/// No operation fails. Where one would take more than its allowance, or a condition would decide more than `Limits.atoms`
/// atoms after one another, the operands are replaced by atoms that stand for them. That loses how they depend on other
/// conditions, never an alternative: whatever was possible stays possible.
package struct Diagrams: Sendable {
  package struct Limits: Sendable {
    /// How many atoms one condition decides at most, one after the other.
    package var atoms = 64
    /// How many steps one operation takes at most.
    package var steps = 4_096
    /// How large one condition is at most, in nodes.
    package var nodes = 256
    /// How many conditions that are replaced by atoms stand in one another, as far as they are decided later.
    package var nesting = 8

    package init(atoms: Int = 64, steps: Int = 4_096, nodes: Int = 256) {
      self.atoms = max(atoms, 4)
      self.steps = max(steps, 64)
      self.nodes = max(nodes, 16)
    }
  }

  struct Node {
    /// Its atom counted from one; zero is the node `always`.
    var level: UInt32
    /// Never negated.
    var high: CondID
    var low: CondID
  }

  package let limits: Limits
  private(set) var nodes: [Node] = [Node(level: 0, high: .always, low: .always)]
  private var depths: [UInt16] = [0]
  /// By node: what it and all nodes below it weigh at most; ``tooHeavy`` where that is known to be too much.
  private var weights: [UInt32] = [0]
  /// By node: whether an atom is in it that is decided later.
  private var openNodes: [Bool] = [false]
  /// By node: how many replaced conditions stand in one another in it.
  private var nestings: [UInt16] = [0]
  /// By node: the last walk that has met it.
  private var marks: [UInt32] = [0]
  private var walk: UInt32 = 0
  private var places = TripleTable()
  private var atoms: [Atom] = []
  private var openAtoms: [Bool] = []
  private var atomIDs: [Atom: AtomID] = [:]
  private var opaque: UInt32 = 0
  var results = RecentTriples()
  /// Of operations beyond the limits: what they gave in the end.
  var approximations = RecentTriples()
  var theories: [[AtomID]: CondID] = [:]
  var possible: [CondID: Bool] = [:]
  /// Of conditions: what they say of the atoms that are decided later.
  var openParts: [CondID: CondID] = [:]
  /// Steps that all operations have taken so far.
  package internal(set) var steps = 0
  /// The only values of a subject, where they are known.
  var domains: [SubjectID: [Atom.Constant]] = [:]

  package init(limits: Limits = Limits()) { self.limits = limits }

  package var nodeCount: Int { nodes.count }
  package var atomCount: Int { atoms.count }

  package func atom(_ id: AtomID) -> Atom { atoms[Int(id.raw)] }

  /// The atom; new ones come last in the order.
  /// - Parameter isOpen: whether it is decided later, by who calls the function. What was said first holds.
  package mutating func id(of atom: Atom, isOpen: Bool = false) -> AtomID {
    if let known = atomIDs[atom] { return known }
    let id = AtomID(UInt32(atoms.count))
    atoms.append(atom)
    openAtoms.append(isOpen)
    atomIDs[atom] = id
    return id
  }

  /// The condition that is the atom.
  package mutating func condition(_ atom: Atom, isOpen: Bool = false) -> CondID {
    condition(id(of: atom, isOpen: isOpen))
  }

  package mutating func condition(_ atom: AtomID) -> CondID {
    place(Node(level: atom.raw + 1, high: .always, low: .never))
  }

  /// A condition that has nothing to do with any other.
  package mutating func fresh() -> CondID {
    opaque += 1
    return condition(Atom(SubjectID(.max), .opaque(opaque)))
  }

  /// The subject is always one of these: an enumeration, a sealed class. A subject that may be absent must not be told.
  package mutating func limit(_ subject: SubjectID, to constants: [Atom.Constant]) {
    domains[subject] = constants
    theories = [:]
    possible = [:]
  }

  package func isOpen(_ id: AtomID) -> Bool { openAtoms[Int(id.raw)] }

  /// Whether an atom is in the condition that is decided later.
  package func isOpen(_ condition: CondID) -> Bool { openNodes[condition.node] }
}

extension Diagrams {
  /// How many atoms are decided at most, one after the other.
  func depth(_ condition: CondID) -> Int { Int(depths[condition.node]) }

  func level(_ condition: CondID) -> UInt32 { nodes[condition.node].level }

  func nesting(_ condition: CondID) -> Int { Int(nestings[condition.node]) }

  private func nesting(of node: Node) -> UInt16 {
    let replaced = replaced(by: AtomID(node.level - 1)).map { nestings[$0.node] + 1 } ?? 0
    return max(replaced, nestings[node.high.node], nestings[node.low.node])
  }

  /// Values that one subject is compared with exclude each other: they count as one.
  private func depth(of part: CondID, below level: UInt32) -> UInt16 {
    guard !part.isConstant, let constant = atoms[Int(level) - 1].comparedSubject,
      constant == atoms[Int(self.level(part)) - 1].comparedSubject
    else { return depths[part.node] + 1 }
    return depths[part.node]
  }

  /// No more than one condition may be, in nodes. What two sides have in common is counted only where that decides.
  mutating func isSmall(_ condition: CondID) -> Bool {
    let bound = weights[condition.node]
    if bound <= limits.nodes { return true }
    if bound == Self.tooHeavy { return false }
    weights[condition.node] = weight(below: condition.node)
    return weights[condition.node] <= limits.nodes
  }

  /// Whether it may be so large that it is worth to look.
  func mayBeLarge(_ condition: CondID) -> Bool { weights[condition.node] > 2 * limits.nodes }

  private static let tooHeavy = UInt32.max

  /// Values that one subject is compared with exclude each other: a chain of them counts as one node.
  private func weight(of node: Node) -> UInt32 {
    guard let subject = atoms[Int(node.level) - 1].comparedSubject else { return 1 }
    return compares(subject, node.high) || compares(subject, node.low) ? 0 : 1
  }

  /// Whether a condition decides first what the subject is compared with.
  private func compares(_ subject: SubjectID, _ condition: CondID) -> Bool {
    !condition.isConstant && atoms[Int(level(condition)) - 1].comparedSubject == subject
  }

  /// What a node and those below it weigh, each counted once.
  private mutating func weight(below node: Int) -> UInt32 {
    var sum: UInt32 = 0
    var seen = 0
    walk += 1
    marks[0] = walk
    var rest = [node]
    while let next = rest.popLast() {
      guard marks[next] != walk else { continue }
      marks[next] = walk
      seen += 1
      sum += weight(of: nodes[next])
      if sum > limits.nodes || seen > 4 * limits.nodes || weights[next] == Self.tooHeavy { return Self.tooHeavy }
      rest.append(nodes[next].high.node)
      rest.append(nodes[next].low.node)
    }
    return sum
  }

  /// What a node weighs at most, with what its two sides have in common counted twice.
  private func mostWeight(below node: Node) -> UInt32 {
    let (high, low) = (weights[node.high.node], weights[node.low.node])
    if high == Self.tooHeavy || low == Self.tooHeavy { return Self.tooHeavy }
    return min(weight(of: node) + high + low, 1 << 20)
  }

  /// What the condition is where the atom of the level holds, and where not.
  func parts(of condition: CondID, at level: UInt32) -> (high: CondID, low: CondID) {
    let node = nodes[condition.node]
    if node.level != level { return (condition, condition) }
    return (node.high.negated(if: condition.isNegated), node.low.negated(if: condition.isNegated))
  }

  /// The condition with this top, which is made unless there is one already.
  mutating func place(_ node: Node) -> CondID {
    if node.high == node.low { return node.high }
    let isNegated = node.high.isNegated
    let stored = isNegated ? Node(level: node.level, high: !node.high, low: !node.low) : node
    if let known = places[stored.level, stored.high.raw, stored.low.raw] {
      return CondID(raw: known).negated(if: isNegated)
    }
    let made = CondID(raw: UInt32(nodes.count) << 1)
    nodes.append(stored)
    depths.append(max(depth(of: stored.high, below: stored.level), depth(of: stored.low, below: stored.level)))
    weights.append(mostWeight(below: stored))
    nestings.append(nesting(of: stored))
    marks.append(0)
    openNodes.append(
      openAtoms[Int(stored.level) - 1] || openNodes[stored.high.node] || openNodes[stored.low.node])
    places.insert(stored.level, stored.high.raw, stored.low.raw, made.raw)
    return made.negated(if: isNegated)
  }
}
