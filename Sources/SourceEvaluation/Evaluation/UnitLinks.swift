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
    guard isComplete else { return }
    let mentions = program.units.indices.map { unit in
      UnitMentions(program.units[unit].tree, program.modules.outlines[unit], program.names)
    }
    for (unit, all) in mentions.enumerated() {
      for module in all.modules { link(unit, to: program.modules.target(of: module, from: UnitID(UInt32(unit)))) }
    }
    linkScripts(mentions)
    linkPages(mentions)
  }

  /// Of units that have nothing of one another but what they mention.
  ///
  /// - Parameter modules: by unit, where the modules lead that it mentions.
  init(_ mentions: [UnitMentions], modules: [[ModuleTarget]]) {
    named = Array(repeating: [], count: mentions.count)
    isComplete = true
    for (unit, targets) in modules.enumerated() {
      for target in targets { link(unit, to: target) }
    }
    linkScripts(mentions)
    linkPages(mentions)
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

  /// By unit: whether it is one of some, or has something of one that is.
  func near(_ units: [Bool]) -> [Bool] {
    var isNear = units
    let importers = importers
    var rest = isNear.indices.filter { isNear[$0] }
    while let unit = rest.popLast() {
      for importer in importers[unit] where !isNear[importer] {
        isNear[importer] = true
        rest.append(importer)
      }
    }
    return isNear
  }

  /// By unit: the units that name it.
  private var importers: [[Int]] {
    var importers: [[Int]] = Array(repeating: [], count: named.count)
    for (unit, all) in named.enumerated() {
      for other in all.sorted() { importers[other].append(unit) }
    }
    return importers
  }

  /// Units of which some have something of one another, by way of others or not, in the order of the first of each; only
  /// those that are wanted.
  func joined(_ isWanted: [Bool]) -> [[Int]] {
    var neighbours: [[Int]] = named.map { $0.sorted() }
    for (unit, others) in named.enumerated() {
      for other in others { neighbours[other].append(unit) }
    }
    var isMet = isWanted.map { !$0 }
    var all: [[Int]] = []
    for first in named.indices where !isMet[first] {
      isMet[first] = true
      var group: [Int] = []
      var rest = [first]
      while let unit = rest.popLast() {
        group.append(unit)
        for other in neighbours[unit] where !isMet[other] {
          isMet[other] = true
          rest.append(other)
        }
      }
      all.append(group.sorted())
    }
    return all
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

  /// Scripts without imports and exports have the names of one another.
  private mutating func linkScripts(_ mentions: [UnitMentions]) {
    var declaring: [NameID: [Int]] = [:]
    for (unit, mentions) in mentions.enumerated() {
      for name in mentions.script?.declared ?? [] { declaring[name, default: []].append(unit) }
    }
    for (unit, mentions) in mentions.enumerated() {
      for name in mentions.script?.mentioned ?? [] {
        guard let found = declaring[name], found.count <= Self.mostScripts else { continue }
        named[unit].formUnion(found.filter { $0 != unit })
      }
    }
  }

  /// The scripts of a page and its markup are one.
  private mutating func linkPages(_ mentions: [UnitMentions]) {
    let pages = Dictionary(grouping: mentions.indices) { mentions[$0].path }
    for units in pages.values where units.count > 1 {
      for unit in units { named[unit].formUnion(units.filter { $0 != unit }) }
    }
  }
}
