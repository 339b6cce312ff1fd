import FirestoreModel
import Testing

private func error(_ message: String) -> FirestoreError { FirestoreError(.invalidArgument, message) }

@Suite("Resource names") struct ResourceIDTests {
  @Test("accepted ids", arguments: ["a", "é", "...", "____", "__foo_", "_bar__", "__id7__", "__id-7__", " ", "a.b"])
  func accepts(id: String) throws { try Text(id).validateAsResourceID() }

  @Test(
    "refused ids",
    arguments: [
      ("__x__", "Resource id \"__x__\" is invalid because it is reserved."),
      ("_____", "Resource id \"_____\" is invalid because it is reserved."),
      ("__id007__", "Resource id \"__id007__\" is invalid because it is reserved."),
      ("__id9223372036854775808__", "Resource id \"__id9223372036854775808__\" is invalid because it is reserved."),
      (".", "Resource id \".\" is invalid because it is reserved."),
      ("..", "Resource id \"..\" is invalid because it is reserved."),
    ])
  func refuses(id: String, message: String) {
    #expect(throws: error(message)) { try Text(id).validateAsResourceID() }
  }

  @Test("an id has at most 1,500 bytes") func length() throws {
    try Text(String(repeating: "a", count: 1500)).validateAsResourceID()
    let long = String(repeating: "a", count: 1501)
    #expect(throws: error("The key path element name is longer than 1500 bytes.")) {
      try DocumentPath(parsing: "c/\(long)")
    }
    #expect(throws: error("The key path element kind is longer than 1500 bytes.")) {
      try DocumentPath(parsing: "\(long)/d")
    }
    #expect(throws: error("The key path element kind is longer than 1500 bytes.")) { try CollectionPath(parsing: long) }
  }

  @Test("at most 100 collections inside one another") func levels() throws {
    let path = Array(repeating: "a/b", count: 100).joined(separator: "/")
    _ = try DocumentPath(parsing: path)
    #expect(throws: error("Key path is too long. Cannot exceed 100 elements.")) {
      try DocumentPath(parsing: path + "/a/b")
    }
  }

  @Test("at most 6 KiB") func nameLength() throws {
    let id = String(repeating: "a", count: 1023)
    let path = Array(repeating: id, count: 6).joined(separator: "/")
    #expect(path.utf8.count == 6143)
    _ = try DocumentPath(parsing: path + "a")
    #expect(throws: FirestoreError.self) { try DocumentPath(parsing: path + "aa") }
  }

  @Test("full names") func fullNames() throws {
    let text = "projects/p/databases/(default)/documents/users/u1"
    let name = try DocumentName(parsing: text)
    #expect(name.database == DatabaseName(project: "p"))
    #expect(name.path == DocumentPath(segments: ["users", "u1"]))
    #expect(name.description == text)
    for (role, name) in [(ResourceRole.document, "Document name"), (.parent, "Document parent name")] {
      #expect(throws: error("\(name) \"projects/p/databases/d/documents/qn\" lacks \"/\" at index 35.")) {
        try DocumentName(parsing: "projects/p/databases/d/documents/qn", as: role)
      }
      #expect(throws: error("Document name \"projects/p/x\" lacks \"databases\" at index 11.")) {
        try DocumentName(parsing: "projects/p/x", as: role)
      }
    }
    #expect(
      throws: error(
        "The request was for database 'projects/p/databases/x' but was attempting to access database "
          + "'projects/p/databases/(default)'")
    ) { try name.requireDatabase(DatabaseName(project: "p", database: "x")) }
  }
}
