package import SourceSyntax
package import SourceTokens

/// Which units mention a name. Built from the names of each unit, once; asked for callers of a function, writers of a
/// field, subtypes.
package struct MentionIndex: Sendable {
  /// Where the units of a name begin in `units`; one more than there are names.
  private let starts: [UInt32]
  private let units: [UnitID]

  package init(_ indexes: [UnitIndex]) {
    let names = indexes.map(\.used)
    let count = names.joined().lazy.map { Int($0.raw) + 1 }.max() ?? 0
    var starts = Array(repeating: UInt32(0), count: count + 1)
    for name in names.joined() { starts[Int(name.raw) + 1] += 1 }
    for place in 0..<count { starts[place + 1] += starts[place] }
    var next = starts
    var units = Array(repeating: UnitID(0), count: Int(starts[count]))
    for (unit, used) in names.enumerated() {
      for name in used {
        units[Int(next[Int(name.raw)])] = UnitID(UInt32(unit))
        next[Int(name.raw)] += 1
      }
    }
    self.starts = starts
    self.units = units
  }

  /// The units that use the name, in their order.
  package func units(mentioning name: NameID) -> ArraySlice<UnitID> {
    guard Int(name.raw) + 1 < starts.count else { return [] }
    return units[Int(starts[Int(name.raw)])..<Int(starts[Int(name.raw) + 1])]
  }
}
