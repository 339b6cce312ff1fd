package import SourceSemantics
package import SourceSyntax
package import SourceTokens

/// The units that are evaluated together, and the names that they share.
package struct Program: Sendable {
  package struct Unit: Sendable {
    package var tree: SyntaxTree
    package var scopes: FunctionScopes
    /// How other units call it: `app.users`, a path without its extension.
    package var path: String
    let parents: [NodeID]

    package init(tree: SyntaxTree, scopes: FunctionScopes, path: String) {
      self.tree = tree
      parents = tree.parents()
      self.scopes = scopes
      self.path = path
    }
  }

  package var units: [Unit]
  package var names: NameTable
  package var rules: ScopeRules
  package var words: LanguageWords

  package init(units: [Unit], names: NameTable, rules: ScopeRules, words: LanguageWords) {
    self.units = units
    self.names = names
    self.rules = rules
    self.words = words
  }
}

/// Names of members that a language itself calls.
package struct LanguageWords: Sendable {
  /// Makes the fields of a new object.
  package var initializer: NameID
  /// Called by `with`.
  package var enter: NameID
  /// Decorators under which a method is read like a field.
  package var accessorAnnotations: Set<NameID>
  /// Decorators whose function is called on the class.
  package var classAnnotations: Set<NameID>

  /// Bases whose subclasses name values.
  package var enumerations: Set<NameID>

  package init(
    initializer: NameID, enter: NameID, accessorAnnotations: Set<NameID>, classAnnotations: Set<NameID>,
    enumerations: Set<NameID>
  ) {
    self.enumerations = enumerations
    self.initializer = initializer
    self.enter = enter
    self.accessorAnnotations = accessorAnnotations
    self.classAnnotations = classAnnotations
  }
}
