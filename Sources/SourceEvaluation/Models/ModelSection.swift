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
    /// Whoever the database that is asked was made for.
    case database
  }

  package var kind: Kind
  package var name: String
  /// Longest first, so that the first that fits is the right one.
  package var modules: [String] = []
  /// Names that stand for the first module where nothing declares them: pieces of documents have no imports.
  package var unbound: [String] = []
  /// Names that mean the module as a whole.
  package var wholes: [String] = []
  /// Names of the module below which another section's names are.
  package var parts: [(name: String, section: String)] = []
  /// Patterns of modules that are parts of the project, whether they are read or not.
  package var locals: [String] = []
  /// Its names are also those of units that do not say where they have them from.
  package var isBare = false
  package var caller = Caller.unstated
  /// Words that only this SDK has.
  package var strong: [String] = []
  /// Members are read by methods, too: `x.name` by `x.getName()`.
  package var hasGetters = false
  /// What rows call objects that only lead to something else.
  package var handles: [String] = []
  /// Methods of objects that are called where a function is expected.
  package var handlers: [String] = []
  /// Texts that stand for comparisons, and for directions.
  package var operators: [String] = []
  package var directions: [String] = []
  /// Labels of functions that run when something happens, and not while the call runs.
  package var later: [String] = []
  /// The end of the names of what is generated for declarations with one of the annotations.
  package var generated: [(suffix: String, annotations: [String])] = []
  /// What the entries of an object are for from which a framework makes another one, by their names.
  package var members: [String: MemberRole] = [:]
  package var rows: [ModelRow] = []
}

/// What becomes of an entry of an object from which a framework makes another one.
package enum MemberRole: String, Sendable {
  /// The fields that the object begins with, or a function that makes them.
  case kept
  /// The same, and others put something else into them.
  case shared
  /// Functions whose answers are members.
  case read
  /// Functions that are called on the object.
  case called
  /// The names of members that others give values.
  case given
}
