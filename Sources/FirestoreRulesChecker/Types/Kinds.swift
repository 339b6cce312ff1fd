package import FirestoreRulesEvaluator

/// A set of types that a value may have.
package struct Kinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(_ type: RuleType) {
    let place = RuleType.allCases.firstIndex(of: type) ?? 0
    rawValue = 1 << UInt32(place)
  }

  package init(_ types: [RuleType]) { self = types.reduce(into: []) { $0.formUnion(Kinds($1)) } }

  package static let all = Kinds(RuleType.allCases)
  /// What a field of a document, a claim or an element of either may be: there are no sets, differences and durations
  /// in them.
  package static let storable = all.subtracting(Kinds([.set, .mapDiff, .duration]))
  package static let number = Kinds([.integer, .float])
  package static let null = Kinds(.null)
  package static let boolean = Kinds(.boolean)
  package static let string = Kinds(.string)
  package static let map = Kinds(.map)
  package static let list = Kinds(.list)
  package static let set = Kinds(.set)

  package func contains(_ type: RuleType) -> Bool { contains(Kinds(type)) }

  /// In the order of ``RuleType``.
  package var types: [RuleType] { RuleType.allCases.filter { contains($0) } }

  /// The types that satisfy `is word`.
  package static func satisfying(_ word: String) -> Kinds { Kinds(RuleType.allCases.filter { $0.satisfies(word) }) }

  /// Integers and floats compare as numbers, so one stands for the other.
  package var withNumbers: Kinds { isDisjoint(with: .number) ? self : union(.number) }

  /// For messages: `string`, `int or float`, `null or map`; everything that a document may hold is `any`.
  package var text: String {
    if isSuperset(of: .storable) { return "any" }
    return types.map(\.rawValue).joined(separator: " or ")
  }
}
