import Diagnostics
package import SourceSemantics
package import SourceSyntax
package import SourceTokens

/// The units of a family in parts that have nothing of one another: each can be evaluated without the others. What was found
/// out of single units is kept from one time to the next.
///
/// The parts follow from the units alone, and not from what they were before.
package struct UnitPartition: Sendable {
  private struct Known: Hashable, Sendable {
    let mentions: UnitMentions
    /// It may ask by itself.
    let isSeed: Bool
  }

  private struct Place: Hashable {
    let path: String
    let language: SourceLanguage
    let isShown: Bool

    init(_ unit: SourceUnit) { (path, language, isShown) = (unit.source.path, unit.language, unit.isShown) }
  }

  private var known = ListMemory<SourceUnit, Known>()
  private var configuration = ModuleConfiguration()
  private var scripts: ScriptTargets?
  private var targets = ListMemory<SourceUnit, [ModuleTarget]>()
  /// Of the last time, and what they were made of; nil where that was elsewhere.
  private var last: (units: [Known], parts: [Part])?

  /// Units that can be evaluated without the others.
  package struct Part: Sendable {
    /// Places of trees, in their order.
    package let trees: [Int]
    /// Whether it asks the same beside others: what plain scripts share is seen by as many of them as are there.
    package let isOfModules: Bool
  }

  package init() {}

  /// Left out are units that no request has anything of.
  ///
  /// - Parameters:
  ///   - names: those of the trees; the names of files and folders are added.
  ///   - unit: a unit of a tree.
  package mutating func parts(
    of trees: [SyntaxTree], _ configuration: ModuleConfiguration, _ models: ModelTables, _ names: inout NameTable,
    unit: (SyntaxTree, inout NameTable) -> Program.Unit?
  ) -> [Part] {
    guard let first = trees.first.flatMap({ unit($0, &names) }), first.rules.sharesScriptNames else {
      return trees.isEmpty ? [] : [Part(trees: Array(trees.indices), isOfModules: false)]
    }
    let isInPlace = isInPlace(trees, configuration)
    renew(of: trees, models, &names, unit)
    renewTargets(of: trees, isInPlace, configuration, &names)
    let units = known.facts
    // What an edit changes seldom is what a unit says of others.
    if let last, last.units == units { return last.parts }
    let links = UnitLinks(units.map(\.mentions), modules: targets.facts)
    let needed = links.reached(from: links.near(units.map(\.isSeed)))
    let parts = links.joined(needed).map { places in
      Part(trees: places, isOfModules: places.allSatisfy { units[$0].mentions.script == nil })
    }
    last = (units, parts)
    return parts
  }

  /// Whether modules lead where they did before.
  private func isInPlace(_ trees: [SyntaxTree], _ configuration: ModuleConfiguration) -> Bool {
    known.keys.count == trees.count && configuration.files == self.configuration.files
      && zip(known.keys, trees).allSatisfy { before, tree in
        before == tree.unit || Place(before) == Place(tree.unit)
      }
  }

  /// Reads units that are new, and forgets those that are gone.
  private mutating func renew(
    of trees: [SyntaxTree], _ models: ModelTables, _ names: inout NameTable,
    _ unit: (SyntaxTree, inout NameTable) -> Program.Unit?
  ) {
    known.renew(trees.map(\.unit)) { fresh in
      // Where its imports lead is another question.
      let program = Program(fresh.compactMap { unit(trees[$0], &names) }, names: names)
      var evaluator = Evaluator(of: program, apart: models)
      return program.units.enumerated().map { place, unit in
        Known(
          mentions: UnitMentions(unit.tree, program.modules.outlines[place], names), isSeed: evaluator.isSeed(place))
      }
    }
  }

  private mutating func renewTargets(
    of trees: [SyntaxTree], _ isInPlace: Bool, _ configuration: ModuleConfiguration, _ names: inout NameTable
  ) {
    if scripts == nil || !isInPlace {
      scripts = ScriptTargets(trees.map(\.unit), configuration, &names)
      targets = ListMemory()
      last = nil
    }
    scripts?.take(names)
    self.configuration = configuration
    targets.renew(known.keys) { fresh in
      fresh.map { place in
        known.facts[place].mentions.modules.compactMap { module in
          scripts?.target(of: module, from: UnitID(UInt32(place)))
        }
      }
    }
  }
}
