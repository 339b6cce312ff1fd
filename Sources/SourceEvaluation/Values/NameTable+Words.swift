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
  /// The parts of a dotted name; each leading dot is an empty one.
  package mutating func split(_ text: String) -> [NameID] {
    let dots = text.prefix { $0 == "." }.count
    let rest = text.dropFirst(dots).split(separator: ".").map { intern(String($0)) }
    return Array(repeating: .empty, count: dots) + rest
  }
}
