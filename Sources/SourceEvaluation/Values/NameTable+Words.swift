import SourceSyntax
package import SourceTokens

extension NameTable {
  package mutating func dotted(_ path: ArraySlice<NameID>) -> NameID {
    path.count == 1 ? path[path.startIndex] : intern(path.map { text($0) }.joined(separator: "."))
  }

  package func length(_ text: NameID) -> Int { self.text(text).count }

  package func isLowercase(_ name: NameID) -> Bool {
    bytes(of: name).first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
  }

  /// What apps call their database, as opposed to their documents.
  package func soundsLikeDatabase(_ name: NameID) -> Bool {
    let word = text(name).lowercased().drop { $0 == "_" }
    return Self.endsOfDatabases.contains { word.hasSuffix($0) } || word.hasPrefix("db") || word.hasPrefix("firestore")
  }

  /// Called like a query by the function that gets it.
  package func soundsLikeQuery(_ name: NameID) -> Bool {
    let word = text(name).lowercased()
    return ["query", "ref", "collection"].contains { word.contains($0) }
  }

  private static let endsOfDatabases = [
    "db", "firestore", "database", "store", "fs", "shared", "instance", "client", "firebase", "conn", "connection",
    "rootref",
  ]
}

extension NameTable {
  /// The names that the text of a module is made of: those between its dots, or one where the text is a path of files
  /// or a package's name.
  package mutating func modulePath(_ text: String) -> [NameID] {
    Self.parts(ofModule: text).map { intern($0) }
  }

  /// The same of names that the table has met.
  package func knownModulePath(_ text: String) -> [NameID] {
    Self.parts(ofModule: text).map { id(of: $0) ?? .empty }
  }

  private static func parts(ofModule text: String) -> [String] {
    text.contains { $0 == "/" || $0 == ":" || $0 == "-" || $0 == "@" }
      ? [text] : text.split(separator: ".").map(String.init)
  }
}
