/// The rows of one SDK or library.
package struct ModelSection: Sendable {
  package enum Kind: String, Sendable {
    /// What asks a database.
    case sdk
    /// What languages and their libraries do with any values.
    case library
    /// Another database with the same words.
    case other
  }
  package enum Caller: String, Sendable {
    case admin, client
    /// Decided by what the file imports besides.
    case unstated
  }

  package var kind: Kind
  package var name: String
  /// Longest first, so that the first that fits is the right one.
  package var modules: [String] = []
  /// Names that stand for the first module where nothing declares them: pieces of documents have no imports.
  package var unbound: [String] = []
  package var caller = Caller.unstated
  /// Words that only this SDK has.
  package var strong: [String] = []
  /// Texts that stand for comparisons, and for directions.
  package var operators: [String] = []
  package var directions: [String] = []
  package var rows: [ModelRow] = []
}
