import Diagnostics
import SourceSemantics
import SourceSyntax
import SourceTokens

/// Which units have something of which others.
struct UnitLinks: Sendable {
  /// By unit: those that it names.
  private var named: [Set<Int>]
  /// Units have nothing of one another but by these links: a language where each file says what it imports.
  let isComplete: Bool

  /// Scripts that declare a name beyond which it says nothing about which is meant.
  private static let mostScripts = 2

  init(_ program: Program) {
    named = Array(repeating: [], count: program.units.count)
    isComplete = program.units.allSatisfy { $0.rules.sharesScriptNames }
    for (unit, targets) in program.modules.targets.enumerated() {
      for target in targets { link(unit, to: target.module) }
    }
    linkNeighbours(program)
    if isComplete {
      for unit in program.units.indices { linkTexts(of: unit, program) }
      linkScripts(program)
      linkPages(program)
    }
  }

  /// By unit: whether code of some of the units may call what it declares, or what hands that on.
  func reached(from units: [Bool]) -> [Bool] {
    var isReached = units
    var rest = units.indices.filter { units[$0] }
    while let unit = rest.popLast() {
      for other in named[unit] where !isReached[other] {
        isReached[other] = true
        rest.append(other)
      }
    }
    return isReached
  }

  /// By unit: the units that name it.
  var importers: [[Int]] {
    var importers: [[Int]] = Array(repeating: [], count: named.count)
    for (unit, all) in named.enumerated() {
      for other in all.sorted() { importers[other].append(unit) }
    }
    return importers
  }

  private mutating func link(_ unit: Int, to module: ModuleTarget) {
    switch module {
    case .unit(let other): named[unit].insert(Int(other.raw))
    case .units(let others), .type(_, in: let others): named[unit].formUnion(others.map { Int($0.raw) })
    case .folder, .external: break
    }
  }

  /// Types that a unit sees without an import: of its package, or of its module.
  private mutating func linkNeighbours(_ program: Program) {
    for unit in program.units.indices where program.units[unit].rules.methodsStandApart {
      var met: Set<NameID> = []
      for node in program.units[unit].tree.nodes where node.kind == .name || node.kind == .namedType {
        guard node.name != .empty, met.insert(node.name).inserted else { continue }
        let found = program.modules.neighbours(named: node.name, of: UnitID(UInt32(unit)))
        guard found.count <= Self.mostTypes else { continue }
        named[unit].formUnion(found.lazy.map { Int($0.raw) }.filter { $0 != unit })
      }
    }
  }

  /// Units that declare a type of one name beyond which it says nothing about which is meant.
  private static let mostTypes = 3

  /// Modules are named by calls, too, wherever these stand, and in what is exported: `import("./page")`,
  /// `export * from "./queries"`.
  private mutating func linkTexts(of unit: Int, _ program: Program) {
    let tree = program.units[unit].tree
    var met: Set<NameID> = []
    for node in tree.nodes where node.kind == .text && met.insert(node.name).inserted {
      let bytes = program.names.bytes(of: node.name)
      guard let first = bytes.first, Self.signs.contains(first), bytes.contains(UInt8(ascii: "/")) else { continue }
      link(unit, to: program.modules.target(of: node.name, from: UnitID(UInt32(unit))))
    }
    for export in program.modules.outlines[unit].exports {
      switch export.source {
      case .member(_, of: let module), .module(let module), .all(of: let module):
        link(unit, to: program.modules.target(of: module, from: UnitID(UInt32(unit))))
      case .local, .value: break
      }
    }
  }

  /// What paths of modules of the project begin with.
  private static let signs: Set<UInt8> = [UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "~"), UInt8(ascii: "#")]

  /// Scripts without imports and exports have the names of one another.
  private mutating func linkScripts(_ program: Program) {
    let plain = program.units.indices.filter { place in
      program.modules.outlines[place].imports.isEmpty && program.modules.outlines[place].exports.isEmpty
    }
    var declaring: [NameID: [Int]] = [:]
    for unit in plain {
      for declaration in program.modules.outlines[unit].declarations
      where declaration.parent == 0 && declaration.name != .empty && !declaration.flags.contains(.isLocal) {
        declaring[declaration.name, default: []].append(unit)
      }
    }
    for unit in plain {
      for name in Set(program.units[unit].tree.nodes.lazy.filter { $0.kind == .name }.map(\.name)) {
        guard let found = declaring[name], found.count <= Self.mostScripts else { continue }
        named[unit].formUnion(found.filter { $0 != unit })
      }
    }
  }

  /// The scripts of a page and its markup are one.
  private mutating func linkPages(_ program: Program) {
    let pages = Dictionary(grouping: program.units.indices) { program.units[$0].tree.unit.source.path }
    for units in pages.values where units.count > 1 {
      for unit in units { named[unit].formUnion(units.filter { $0 != unit }) }
    }
  }
}
