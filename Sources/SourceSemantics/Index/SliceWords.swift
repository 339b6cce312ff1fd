package import SourceSyntax
package import SourceTokens

/// Words of the models of SDKs that say which units can matter at all: they are columns of the models' tables, so that no
/// row can be forgotten here.
package struct SliceWords: Sendable {
  /// Modules of SDKs and frameworks, as code imports them.
  package var modules: Set<NameID>
  /// Names that only SDKs have.
  package var strong: Set<NameID>
  /// Names that make a place to look: `collection`, `ref`.
  package var collections: Set<NameID>
  /// Names that narrow or send: `where`, `get`, `onSnapshot`.
  package var steps: Set<NameID>

  package init(
    modules: Set<NameID> = [], strong: Set<NameID> = [], collections: Set<NameID> = [], steps: Set<NameID> = []
  ) {
    self.modules = modules
    self.strong = strong
    self.collections = collections
    self.steps = steps
  }

  /// The unit is read in any case: it imports an SDK, has a name that only SDKs have, or makes a place to look and asks
  /// something.
  package func begin(_ unit: UnitIndex) -> Bool {
    if unit.imports.contains(where: modules.contains) { return true }
    var hasCollection = false
    var hasStep = false
    for name in unit.used {
      if strong.contains(name) { return true }
      hasCollection = hasCollection || collections.contains(name)
      hasStep = hasStep || steps.contains(name)
      if hasCollection && hasStep { return true }
    }
    return false
  }
}
