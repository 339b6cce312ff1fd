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

  /// `Session`, as opposed to `session` and `SESSION`.
  package func isTypeName(_ name: NameID) -> Bool {
    let bytes = bytes(of: name)
    guard let first = bytes.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
    return bytes.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
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

  /// Called like a class, and not like one of the SDKs or one that wraps theirs.
  package func isForeignClass(_ name: NameID) -> Bool {
    let text = text(name)
    guard let first = text.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first), text.utf8.count > 2,
      !Self.anything.contains(text)
    else { return false }
    let lower = text.lowercased()
    return !Self.wordsOfSDKs.contains { lower.contains($0) } && !lower.hasSuffix("db") && !lower.hasSuffix("ref")
  }

  private static let anything: Set<String> = [
    "Any", "AnyObject", "Object", "Self", "Function", "Array", "List", "Set", "Map", "Dictionary", "Optional",
  ]
  private static let wordsOfSDKs = [
    "fire", "query", "collection", "document", "reference", "database", "snapshot", "batch", "transaction",
  ]

  /// The number that a name is: `0` of `pair.0`.
  package func number(_ name: NameID) -> Int? {
    let bytes = bytes(of: name)
    guard !bytes.isEmpty, bytes.count < 3, bytes.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1) - 48 }
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
    if text.hasPrefix("package:") || text.hasPrefix("dart:") {
      return text.split(separator: "/", maxSplits: 1).map(String.init)
    }
    return text.contains { $0 == "/" || $0 == ":" || $0 == "-" || $0 == "@" }
      ? [text] : text.split(separator: ".").map(String.init)
  }
}
