/// What is asked of values that are declared outside of what is read.
extension UnknownValue {
  /// What apps call their database, as opposed to their documents.
  var soundsLikeDatabase: Bool {
    guard let word = name?.lowercased().drop(while: { $0 == "_" }) else { return false }
    return Self.endsOfDatabases.contains { word.hasSuffix($0) } || word.hasPrefix("db") || word.hasPrefix("firestore")
  }

  private static let endsOfDatabases = [
    "db", "firestore", "database", "store", "fs", "shared", "instance", "client", "firebase", "conn", "connection",
    "rootref",
  ]

  /// Whether its name is that of a method that an app may have given a class of its own: no constructor or factory of
  /// another package's class, and no word of a query that such a class has begun.
  var isAnswerOfApp: Bool {
    guard let name, let first = name.utf8.first, !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
      return false
    }
    return !Self.factories.contains(name) && !Self.wordsOfQueries.contains { name.hasPrefix($0) }
  }

  private static let factories: Set<String> = [
    "of", "from", "with", "open", "create", "make", "new", "newInstance", "builder", "build", "connect", "init",
  ]
  private static let wordsOfQueries = [
    "where", "order", "limit", "collection", "doc", "start", "end", "filter", "select",
  ]

  /// Whether a collection of it can be one at the root: documents have collections, too, and so does what is not named
  /// at all. Service locators hand the database out under names of their own.
  var mayBeDatabase: Bool { soundsLikeDatabase || name.map(ForeignNames.handsOut.contains) == true }
}
