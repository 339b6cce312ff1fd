extension Diagrams {
  /// Whether the condition can hold, given what the values of each subject allow: a number is not above ten and below five,
  /// a text is not two texts, what is absent is not true.
  package mutating func isPossible(_ condition: CondID) -> Bool {
    if condition.isConstant { return condition == .always }
    if let known = possible[condition] { return known }
    let isPossible = hasWay(condition)
    possible[condition] = isPossible
    return isPossible
  }

  /// Ways beyond which a condition is taken to be possible.
  private static let mostWays = 1_024

  /// Tests of one subject beyond which it is not asked what they say together.
  private static let mostTests = 64

  /// Whether on some way through the condition each subject can have what the way says of it.
  private func hasWay(_ condition: CondID) -> Bool {
    let told = toldKinds(support(condition))
    if told.isEmpty { return true }
    var steps = Self.mostWays
    return hasWay(condition, told, &steps)
  }

  private func hasWay(_ condition: CondID, _ kinds: [SubjectID: [ValueKind]], _ steps: inout Int) -> Bool {
    guard let (id, whenTrue, whenFalse) = split(condition) else { return condition == .always }
    steps -= 1
    if steps < 0 { return true }
    let atom = atom(id)
    guard atom.hasTheory, let before = kinds[atom.subject] else {
      return hasWay(whenTrue, kinds, &steps) || hasWay(whenFalse, kinds, &steps)
    }
    for (side, answer) in [(whenTrue, true), (whenFalse, false)] where side != .never {
      let left = before.filter { $0.answer(to: atom.test) != !answer }
      if left.isEmpty { continue }
      var kinds = kinds
      kinds[atom.subject] = left
      if hasWay(side, kinds, &steps) { return true }
    }
    return false
  }

  /// What the subjects can be of which more than one thing is asked.
  private func toldKinds(_ atoms: [AtomID]) -> [SubjectID: [ValueKind]] {
    var tests: [SubjectID: [Atom.Test]] = [:]
    for atom in atoms.map({ self.atom($0) }) where atom.hasTheory { tests[atom.subject, default: []].append(atom.test) }
    var kinds: [SubjectID: [ValueKind]] = [:]
    for (subject, tests) in tests where tests.count > 1 && tests.count <= Self.mostTests || domains[subject] != nil {
      kinds[subject] = ValueKind.all(tests, of: domains[subject])
    }
    return kinds
  }

  /// Wherever the first holds, so does the second.
  package mutating func implies(_ condition: CondID, _ other: CondID) -> Bool {
    !isPossible(and(condition, !other))
  }

  /// What the subjects of the atoms allow.
  package mutating func theory(of atoms: [AtomID]) -> CondID {
    if atoms.count < 2, domains.isEmpty { return .always }
    if let known = theories[atoms] { return known }
    var subjects: [SubjectID: [AtomID]] = [:]
    for atom in atoms where self.atom(atom).hasTheory { subjects[self.atom(atom).subject, default: []].append(atom) }
    var result = CondID.always
    for subject in subjects.keys.sorted(by: { $0.raw < $1.raw }) {
      result = and(result, values(of: subject, subjects[subject, default: []]))
    }
    theories[atoms] = result
    return result
  }

  /// That the subject has one of the kinds of values which these atoms tell apart.
  private mutating func values(of subject: SubjectID, _ atoms: [AtomID]) -> CondID {
    if atoms.count < 2, domains[subject] == nil { return .always }
    let tests = atoms.map { atom($0).test }
    let kinds = ValueKind.all(tests, of: domains[subject])
    return decide(zip(atoms, tests).map { ($0, $1) }[...], kinds)
  }

  /// The last of the atoms is decided first.
  private mutating func decide(_ tests: ArraySlice<(AtomID, Atom.Test)>, _ kinds: [ValueKind]) -> CondID {
    guard let (atom, test) = tests.last else { return kinds.isEmpty ? .never : .always }
    if kinds.count < 2 { return kinds.first.map { answers(of: $0, to: tests) } ?? .never }
    let yes = kinds.filter { $0.answer(to: test) != false }
    let no = kinds.filter { $0.answer(to: test) != true }
    let high = decide(tests.dropLast(), yes)
    let low = yes == no ? high : decide(tests.dropLast(), no)
    return place(Node(level: atom.raw + 1, high: high, low: low))
  }

  private mutating func answers(of kind: ValueKind, to tests: ArraySlice<(AtomID, Atom.Test)>) -> CondID {
    var result = CondID.always
    for (atom, test) in tests {
      guard let value = kind.answer(to: test) else { continue }
      result = place(Node(level: atom.raw + 1, high: value ? result : .never, low: value ? .never : result))
    }
    return result
  }
}

extension Atom {
  var hasTheory: Bool {
    switch test {
    case .truthy, .present, .equals, .greater, .atLeast, .type: true
    case .opaque, .replaced: false
    }
  }

  /// The subject, where the atom compares it with one value.
  var comparedSubject: SubjectID? {
    if case .equals = test { subject } else { nil }
  }
}
