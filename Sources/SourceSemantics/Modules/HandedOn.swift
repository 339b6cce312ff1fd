import SourceSyntax
import SourceTokens

/// What units of Dart hand on of other modules as a whole, and of what those hand on in turn. Who looks for a name need
/// not go from one to the next: most names are declared by none of them.
struct HandedOn: Sendable {
  /// One unit with all that it hands on, in the order in which names are looked for.
  private struct Whole {
    var ranks: [UnitID: Int] = [:]
    /// Modules that are not read: they may have any name.
    var externals: [(rank: Int, module: NameID)] = []
    /// Names that are handed on by name somewhere on the way: there it matters which way is gone.
    var named: Set<NameID> = []
    var count = 0
  }

  private var wholes: [UnitID: Whole] = [:]
  /// By name: the units that declare it at the top.
  private var declaring: [NameID: [UnitID]] = [:]

  /// - Parameter target: where a module leads that a unit hands on.
  init(_ units: ProjectUnits, _ outlines: [Outline], _ target: (NameID, UnitID) -> ModuleTarget) {
    let own = outlines.indices.map { UnitID(UInt32($0)) }.filter { units[$0].language.family == .dart }
    for unit in own {
      let outline = outlines[Int(unit.raw)]
      for declaration in outline.declarations.dropFirst() where declaration.parent == 0 {
        if declaring[declaration.name]?.last != unit { declaring[declaration.name, default: []].append(unit) }
      }
      guard outline.exports.contains(where: \.source.isWhole) else { continue }
      var whole = Whole()
      Self.enter(unit, outlines, target, &whole)
      wholes[unit] = whole
    }
  }

  private static func enter(
    _ unit: UnitID, _ outlines: [Outline], _ target: (NameID, UnitID) -> ModuleTarget, _ whole: inout Whole
  ) {
    guard whole.ranks[unit] == nil else { return }
    whole.ranks[unit] = whole.count
    whole.count += 1
    for export in outlines[Int(unit.raw)].exports {
      guard case .all(let module) = export.source else {
        whole.named.insert(export.name)
        continue
      }
      switch target(module, unit) {
      case .unit(let next): enter(next, outlines, target, &whole)
      case .external(let module):
        whole.externals.append((whole.count, module))
        whole.count += 1
      case .units, .type, .folder: break
      }
    }
  }

  /// What a unit and what it hands on has under a name: units that declare it, and modules that may; nil where one has to
  /// go from one to the next.
  func found(_ name: NameID, by unit: UnitID) -> [ModuleTarget]? {
    guard let whole = wholes[unit], !whole.named.contains(name) else { return nil }
    var all = whole.externals.map { (rank: $0.rank, target: ModuleTarget.external($0.module)) }
    for declaring in declaring[name] ?? [] {
      if let rank = whole.ranks[declaring] { all.append((rank, .unit(declaring))) }
    }
    return all.sorted { $0.rank < $1.rank }.map(\.target)
  }
}

extension ExportFact.Source {
  fileprivate var isWhole: Bool { if case .all = self { true } else { false } }
}
