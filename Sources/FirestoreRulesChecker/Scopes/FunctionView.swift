package import FirestoreRulesLanguage

/// A declared function and where it stands.
package struct FunctionView: Sendable {
  /// Its place in ``LintSubject/functions``.
  package var id: Int
  package var declaration: FunctionDeclaration
  /// The match block it stands in; nil at the top of the file and in a service.
  package var scope: Int?
  /// Whether the function belongs to the rules of Firestore: it stands in their service, or at the top of the file and
  /// is not used by another service alone.
  package var isForFirestore: Bool
  /// The functions that its body may call, by name.
  package var visibleFunctions: [String: Int]
}
