import SourceSyntax
package import SourceTokens

/// Where the modules of scripts lead. It follows from where files stand, whatever is written in them: as long as none comes
/// or goes, it is made once.
package struct ScriptTargets: Sendable {
  private var rules: ModuleRules

  /// - Parameter names: the names of folders and files are added to it.
  package init(_ units: [SourceUnit], _ configuration: ModuleConfiguration, _ names: inout NameTable) {
    let places = ProjectUnits(units, &names)
    rules = ModuleRules(places, [], Packages(places, []), configuration, [], &names)
  }

  /// Names that were met since.
  package mutating func take(_ names: NameTable) { rules.units.take(names) }

  package func target(of module: NameID, from unit: UnitID) -> ModuleTarget { rules.target(of: module, from: unit) }
}
