import SourceSyntax
package import SourceTokens

/// What a language says about names and receivers, as far as lowering has to know it.
package struct ScopeRules: Sendable {
  /// `x = 1` makes a variable of the function.
  package var assignmentDeclares: Bool
  /// The first parameter of a method is what it is called on.
  package var receiverIsParameter: Bool
  /// Annotations of methods that are called on nothing.
  package var staticAnnotations: Set<NameID>
  /// Names for what a method is called on, and for the same as its base class.
  package var receiverNames: Set<NameID>
  package var baseName: NameID
  /// Types that wrap another one without changing what it is.
  package var transparentTypes: Set<NameID>

  package init(
    assignmentDeclares: Bool, receiverIsParameter: Bool, staticAnnotations: Set<NameID>, receiverNames: Set<NameID>,
    baseName: NameID = Word.super.name, transparentTypes: Set<NameID> = []
  ) {
    self.assignmentDeclares = assignmentDeclares
    self.receiverIsParameter = receiverIsParameter
    self.staticAnnotations = staticAnnotations
    self.receiverNames = receiverNames
    self.baseName = baseName
    self.transparentTypes = transparentTypes
  }
}
