import SourceSyntax
package import SourceTokens

/// The units of which trees are made: those that name an SDK, and then whatever evaluation asks for. It grows on demand
/// only; nothing is closed over names beforehand.
package struct Slice: Sendable {
  package private(set) var units: [UnitID]
  private var known: Set<UnitID>
  private let mentions: MentionIndex
  private let isAllowed: @Sendable (UnitID) -> Bool

  /// - Parameters:
  ///   - seed: the units that name an SDK, in their order.
  ///   - isAllowed: whether a unit may be taken in: of one family of languages, no bundle.
  package init(
    seed: [UnitID], _ mentions: MentionIndex, isAllowed: @escaping @Sendable (UnitID) -> Bool = { _ in true }
  ) {
    units = seed.filter(isAllowed)
    known = Set(units)
    self.mentions = mentions
    self.isAllowed = isAllowed
  }

  package func contains(_ unit: UnitID) -> Bool { known.contains(unit) }

  /// Takes in every unit that mentions the name: callers, writers of a field, subtypes. Answers those that are new.
  package mutating func add(mentioning name: NameID) -> [UnitID] { add(mentions.units(mentioning: name)) }

  /// Takes in units that an import leads to. Answers those that are new.
  package mutating func add(_ more: some Sequence<UnitID>) -> [UnitID] {
    let new = more.filter { isAllowed($0) && known.insert($0).inserted }
    units += new
    return new
  }
}
