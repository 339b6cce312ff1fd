import SourceSyntax
package import SourceTokens

/// What a language says about names and receivers, as far as lowering has to know it.
package struct ScopeRules: Sendable {
  /// `x = 1` makes a variable of the function.
  package var assignmentDeclares = false
  /// The first parameter of a method is what it is called on.
  package var receiverIsParameter = false
  /// A name that no function declares may be a member of what the method is called on.
  package var implicitReceiver = false
  /// Functions of one name that differ in their parameters stand beside each other.
  package var overloads = false
  /// Cases of an enumeration are the values that are written for them.
  package var casesAreValues = false
  /// Annotations and modifiers of members that are called on nothing.
  package var staticAnnotations: Set<NameID> = []
  package var staticModifiers: Set<NameID> = []
  /// Names for what a method is called on, and for the same as its base class.
  package var receiverNames: Set<NameID> = []
  package var baseName = Word.super.name
  /// Types that wrap another one without changing what it is.
  package var transparentTypes: Set<NameID> = []

  package init() {}
}
