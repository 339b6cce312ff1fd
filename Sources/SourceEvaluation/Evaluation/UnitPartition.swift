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

  private struct Place: Hashable, Sendable {
    let path: String
    let language: SourceLanguage
    let isShown: Bool
  }

  private var known: [SourceUnit: Known] = [:]
  /// Where units and the configuration stood that the rest was made of.
  private var places: [Place] = []
  private var configuration = ModuleConfiguration()
  private var scripts: ScriptTargets?
  private var targets: [SourceUnit: [ModuleTarget]] = [:]
  /// Of the last time, and what they were made of; nil where that was elsewhere.
  private var last: (units: [Known], parts: [[Int]])?

  package init() {}

  /// Places of trees, in their order. Left out are those that no request has anything of.
  ///
  /// - Parameters:
  ///   - names: those of the trees; the names of files and folders are added.
  ///   - unit: a unit of a tree.
  package mutating func parts(
    of trees: [SyntaxTree], _ configuration: ModuleConfiguration, _ models: ModelTables, _ names: inout NameTable,
    unit: (SyntaxTree, inout NameTable) -> Program.Unit?
  ) -> [[Int]] {
    guard let first = trees.first.flatMap({ unit($0, &names) }), first.rules.sharesScriptNames else {
      return trees.isEmpty ? [] : [Array(trees.indices)]
    }
    renew(of: trees, models, &names, unit)
    renewTargets(of: trees, configuration, &names)
    let units = trees.compactMap { known[$0.unit] }
    // What an edit changes seldom is what a unit says of others.
    if let last, last.units == units { return last.parts }
    let links = UnitLinks(units.map(\.mentions), modules: trees.map { targets[$0.unit] ?? [] })
    let needed = links.reached(from: links.near(units.map(\.isSeed)))
    let parts = links.joined(needed)
    last = (units, parts)
    return parts
  }

  /// Reads units that are new, and forgets those that are gone.
  private mutating func renew(
    of trees: [SyntaxTree], _ models: ModelTables, _ names: inout NameTable,
    _ unit: (SyntaxTree, inout NameTable) -> Program.Unit?
  ) {
    let fresh = trees.filter { known[$0.unit] == nil }
    // Where its imports lead is another question.
    let program = Program(fresh.compactMap { unit($0, &names) }, names: names)
    var evaluator = Evaluator(of: program, apart: models)
    var next: [SourceUnit: Known] = [:]
    for (place, unit) in program.units.enumerated() {
      next[unit.tree.unit] = Known(
        mentions: UnitMentions(unit.tree, program.modules.outlines[place], names), isSeed: evaluator.isSeed(place))
    }
    for tree in trees where next[tree.unit] == nil { next[tree.unit] = known[tree.unit] }
    known = next
  }

  private mutating func renewTargets(
    of trees: [SyntaxTree], _ configuration: ModuleConfiguration, _ names: inout NameTable
  ) {
    let places = trees.map { Place(path: $0.unit.source.path, language: $0.unit.language, isShown: $0.unit.isShown) }
    var before = targets
    if scripts == nil || places != self.places || configuration.files != self.configuration.files {
      scripts = ScriptTargets(trees.map(\.unit), configuration, &names)
      before = [:]
      last = nil
    }
    scripts?.take(names)
    self.places = places
    self.configuration = configuration
    targets = [:]
    for (place, tree) in trees.enumerated() {
      let all =
        before[tree.unit]
        ?? (known[tree.unit]?.mentions.modules ?? []).compactMap { module in
          scripts?.target(of: module, from: UnitID(UInt32(place)))
        }
      targets[tree.unit] = all
    }
  }
}
