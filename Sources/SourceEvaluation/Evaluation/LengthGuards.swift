package import SourceSemantics
import SourceSyntax
import SourceTokens

/// How many items lists have at most where conditions ask for their lengths: `if (ids.length > 10) return`,
/// `if chunk.count == 10 { … }`.
extension Evaluator {
  /// How many items a list has at most where the condition holds; nil where that is not said.
  package mutating func bound(of list: ValueID, where condition: CondID) -> Int? {
    let subjects = Set((lengths[list] ?? []).map { SubjectID($0.raw) })
    guard !subjects.isEmpty, !condition.isConstant else { return nil }
    let about = diagrams.part(of: condition, about: subjects)
    let known = diagrams.literals(of: about) ?? [:]
    return known.compactMap { atom, holds in Self.most(diagrams.atom(atom).test, holds) }.min()
  }

  /// The length of a list, for conditions that ask for it. The number of one and the same list is the same wherever it is
  /// asked for.
  mutating func length(_ length: ValueID, of list: ValueID) -> ValueID {
    if lengths[list]?.contains(length) != true { lengths[list, default: []].append(length) }
    return length
  }

  /// The length of something of which it is not known that it is a list.
  mutating func length(_ name: NameID, ofUnknown value: ValueID) -> ValueID? {
    guard asksForLength(name) else { return nil }
    let site = Site(function: 0, node: NodeID(0))
    return length(unknown(madeOf: [value, arena.literal(name)], site), of: value)
  }

  /// Whether lists have their length under this name.
  func asksForLength(_ name: NameID) -> Bool {
    models.methods(.list, name, isCall: false).contains { row in
      if case .value(.make(.length, _)) = models[row].meaning { true } else { false }
    }
  }

  /// The greatest number for which a test has this outcome.
  private static func most(_ test: Atom.Test, _ holds: Bool) -> Int? {
    switch (test, holds) {
    case (.truthy, false): 0
    case (.equals(.number(let number)), true): Int(exactly: number)
    case (.greater(let number), false): Int(exactly: number.rounded(.down))
    case (.atLeast(let number), false): Int(exactly: (number - 1).rounded(.up))
    default: nil
    }
  }
}
