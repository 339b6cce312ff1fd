import SourceSemantics

/// A condition as it is written: what diagrams say of it is compared with its truth table.
indirect enum WrittenCondition {
  case atom(Int)
  case not(WrittenCondition)
  case and(WrittenCondition, WrittenCondition)
  case or(WrittenCondition, WrittenCondition)
  case choice(WrittenCondition, WrittenCondition, WrittenCondition)

  static func random(
    atoms: Int, depth: Int, using random: inout some RandomNumberGenerator
  ) -> WrittenCondition {
    if depth == 0 || Int.random(in: 0..<6, using: &random) == 0 { return .atom(.random(in: 0..<atoms, using: &random)) }
    func part() -> WrittenCondition { .random(atoms: atoms, depth: depth - 1, using: &random) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .not(part())
    case 1: return .and(part(), part())
    case 2: return .or(part(), part())
    default: return .choice(part(), part(), part())
    }
  }

  func holds(_ value: (Int) -> Bool) -> Bool {
    switch self {
    case .atom(let atom): value(atom)
    case .not(let part): !part.holds(value)
    case .and(let left, let right): left.holds(value) && right.holds(value)
    case .or(let left, let right): left.holds(value) || right.holds(value)
    case .choice(let part, let left, let right): part.holds(value) ? left.holds(value) : right.holds(value)
    }
  }

  func built(of atoms: [CondID], in diagrams: inout Diagrams) -> CondID {
    switch self {
    case .atom(let atom): return atoms[atom]
    case .not(let part): return !part.built(of: atoms, in: &diagrams)
    case .and(let left, let right):
      return diagrams.and(left.built(of: atoms, in: &diagrams), right.built(of: atoms, in: &diagrams))
    case .or(let left, let right):
      return diagrams.or(left.built(of: atoms, in: &diagrams), right.built(of: atoms, in: &diagrams))
    case .choice(let part, let left, let right):
      let decides = part.built(of: atoms, in: &diagrams)
      let high = left.built(of: atoms, in: &diagrams)
      return diagrams.ite(decides, high, right.built(of: atoms, in: &diagrams))
    }
  }

  /// One bit for each assignment of values to the atoms.
  func truthTable(atoms: Int) -> [Bool] {
    (0..<(1 << atoms)).map { values in holds { values >> $0 & 1 == 1 } }
  }
}

extension Diagrams {
  /// Atoms without any theory.
  mutating func opaqueAtoms(_ count: Int) -> [AtomID] {
    (0..<count).map { id(of: Atom(SubjectID(UInt32($0)), .opaque(0))) }
  }

  mutating func conditions(_ atoms: [AtomID]) -> [CondID] { atoms.map { condition($0) } }

  func truthTable(of condition: CondID, _ atoms: [AtomID]) -> [Bool] {
    let places = Dictionary(uniqueKeysWithValues: atoms.enumerated().map { ($1, $0) })
    return (0..<(1 << atoms.count)).map { values in
      holds(condition) { atom in places[atom].map { values >> $0 & 1 == 1 } ?? false }
    }
  }
}
