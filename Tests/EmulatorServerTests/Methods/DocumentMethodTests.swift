import FirestoreModel
import FirestoreWire
import Testing

@testable import EmulatorServer

@Suite("Reads and writes of documents") struct DocumentMethodTests {
  private static let root = MethodFixture.root
  private static let database = #""database": "projects/demo/databases/(default)""#
  private static let documents: KeyValuePairs<String, MapValue> = [
    "c/b": ["n": .integer(2), "m": .map(["x": .integer(1), "y": .null])], "c/a": ["n": .integer(1)],
    "c/b/sub/s": ["deep": .boolean(true)],
  ]

  private static let wholeB =
    ##"{"name":"/c/b","fields":{"m":{"mapValue":{"fields":{"x":{"integerValue":"1"},"y":{"nullValue":null}}}},"##
    + ##""n":{"integerValue":"2"}},"createTime":"@0.001Z","updateTime":"@0.001Z"}"##

  // MARK: - Reads

  @Test("GetDocument: whole, masked, at a time, missing")
  func get() async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    let get = fixture.methods.getDocument
    let name = #""name": "\#(Self.root)/c/b""#
    #expect(try await fixture.answer(get, "{\(name)}") == Self.wholeB)
    // The second time from its encoded form.
    #expect(try await fixture.answer(get, "{\(name)}") == Self.wholeB)
    #expect(
      try await fixture.answer(get, #"{\#(name), "mask": {"fieldPaths": ["m.x", "absent"]}}"#)
        == ##"{"name":"/c/b","fields":{"m":{"mapValue":{"fields":{"x":{"integerValue":"1"}}}}},"##
        + ##""createTime":"@0.001Z","updateTime":"@0.001Z"}"##)
    for mask in ["{}", #"{"fieldPaths": ["_none_"]}"#] {
      #expect(
        try await fixture.answer(get, #"{\#(name), "mask": \#(mask)}"#)
          == #"{"name":"/c/b","createTime":"@0.001Z","updateTime":"@0.001Z"}"#)
    }
    #expect(
      try await fixture.answer(get, #"{\#(name), "readTime": "2026-01-05T08:00:00.001Z"}"#) == Self.wholeB)
    #expect(
      await refusal { _ = try await fixture.answer(get, #"{"name": "\#(Self.root)/c/none"}"#) }
        == FirestoreError(.notFound, "Document \"\(Self.root)/c/none\" not found."))
    #expect(
      await refusal { _ = try await fixture.answer(get, #"{"name": "\#(Self.root)/c"}"#) }
        == FirestoreError(
          .invalidArgument,
          "Document name \"\(Self.root)/c\" lacks \"/\" at index \((Self.root + "/c").utf8.count)."))
  }

  @Test("BatchGetDocuments: found by name, then missing; each once; the transaction on the first")
  func batchGet() async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    let names = ["c/none", "c/b", "c/a", "c/b"].map { "\"\(Self.root)/\($0)\"" }.joined(separator: ", ")
    func run(_ rest: String) async throws -> [String] {
      try await fixture.answers(
        fixture.methods.batchGetDocuments, "{\(Self.database), \"mask\": {}\(rest)}")
    }
    let expected = [
      #"{"found":{"name":"/c/a","createTime":"@0.002Z","updateTime":"@0.002Z"},"readTime":"@1Z"}"#,
      #"{"found":{"name":"/c/b","createTime":"@0.001Z","updateTime":"@0.001Z"},"readTime":"@1Z"}"#,
      #"{"missing":"/c/none","readTime":"@1Z"}"#,
    ]
    #expect(try await run(#", "documents": [\#(names)]"#) == expected)
    let begun = try await run(#", "documents": [\#(names)], "newTransaction": {}"#)
    #expect(begun.first?.wholeMatch(of: #/\{"transaction":"[^"]+"\}/#) != nil)
    #expect(Array(begun.dropFirst()) == expected)
    #expect(try await run("") == [])
    let alone = try await run(#", "newTransaction": {}"#)
    #expect(alone.count == 1)
    #expect(alone.first?.hasPrefix(#"{"transaction":""#) == true)
    #expect(
      await refusal { _ = try await run(#", "documents": ["projects/demo/databases/x/documents/c/a"]"#) }
        == FirestoreError(
          .invalidArgument,
          "The request was for database 'projects/demo/databases/(default)' but was attempting to access database "
            + "'projects/demo/databases/x'"))
  }

  @Test("ListDocuments: order, mask, pages, missing documents; ListCollectionIds")
  func list() async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    func list(_ rest: String) async throws -> String {
      try await fixture.answer(
        fixture.methods.listDocuments, #"{"parent": "\#(Self.root)", "collectionId": "c", "mask": {}\#(rest)}"#)
    }
    let a = #"{"name":"/c/a","createTime":"@0.002Z","updateTime":"@0.002Z"}"#
    let b = #"{"name":"/c/b","createTime":"@0.001Z","updateTime":"@0.001Z"}"#
    #expect(try await list("") == #"{"documents":[\#(a),\#(b)]}"#)
    #expect(try await list(#", "orderBy": "n desc, __name__ desc""#) == #"{"documents":[\#(b),\#(a)]}"#)
    #expect(
      await refusal { _ = try await list(#", "orderBy": "n", "showMissing": true"#) }
        == FirestoreError(.invalidArgument, "cannot specify an order when show_missing is true"))
    let delete = #"{"name": "\#(Self.root)/c/b"}"#
    #expect(try await fixture.answer(fixture.methods.deleteDocument, delete) == "{}")
    #expect(try await list("") == #"{"documents":[\#(a)]}"#)
    #expect(try await list(#", "showMissing": true"#) == #"{"documents":[\#(a),{"name":"/c/b"}]}"#)
    #expect(
      try await fixture.answer(fixture.methods.listCollectionIDs, #"{"parent": "\#(Self.root)"}"#)
        == #"{"collectionIds":["c"]}"#)
    #expect(
      try await fixture.answer(fixture.methods.listCollectionIDs, #"{"parent": "\#(Self.root)/c/b"}"#)
        == #"{"collectionIds":["sub"]}"#)
  }

  // MARK: - Single writes

  @Test("CreateDocument: a given id, a drawn one, an existing one")
  func create() async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    func create(_ rest: String) async throws -> String {
      try await fixture.answer(
        fixture.methods.createDocument,
        #"{"parent": "\#(Self.root)/c/b", "collectionId": "sub", "document": {"fields": {"n": {"integerValue": "1"}, "#
          + #""o": {"nullValue": null}}}\#(rest)}"#)
    }
    #expect(
      try await create(#", "documentId": "x", "mask": {"fieldPaths": ["o"]}"#)
        == ##"{"name":"/c/b/sub/x","fields":{"o":{"nullValue":null}},"createTime":"@1Z","updateTime":"@1Z"}"##)
    #expect(
      await refusal { _ = try await create(#", "documentId": "x""#) }
        == FirestoreError(.alreadyExists, "Document already exists: \(Self.root)/c/b/sub/x"))
    #expect(
      await refusal { _ = try await create(#", "documentId": "__x__""#) }
        == FirestoreError(.invalidArgument, "Resource id \"__x__\" is invalid because it is reserved."))
    let drawn = try await create("")
    let id = drawn.dropFirst(#"{"name":"/c/b/sub/"#.count).prefix { $0 != "\"" }
    #expect(id.utf8.count == 20)
    #expect(drawn.hasPrefix(#"{"name":"/c/b/sub/\#(id)","fields":{"n""#))
    #expect(
      await refusal {
        _ = try await fixture.answer(
          fixture.methods.createDocument,
          #"{"parent": "\#(Self.root)", "collectionId": "c", "document": {"name": "\#(Self.root)/c/y"}}"#)
      } == FirestoreError(.invalidArgument, "The name of a document to create must not be set."))
  }

  @Test("UpdateDocument: replaces, or changes what its mask names; preconditions have their texts")
  func update() async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    func update(_ document: String, _ rest: String = "") async throws -> String {
      try await fixture.answer(fixture.methods.updateDocument, #"{"document": \#(document)\#(rest)}"#)
    }
    let name = #""name": "\#(Self.root)/c/b""#
    #expect(
      try await update(
        #"{\#(name), "fields": {"n": {"doubleValue": 0.5}}}"#, #", "updateMask": {"fieldPaths": ["n", "m.x"]}"#)
        == ##"{"name":"/c/b","fields":{"m":{"mapValue":{"fields":{"y":{"nullValue":null}}}},"n":{"doubleValue":0.5}},"##
        + ##""createTime":"@0.001Z","updateTime":"@1Z"}"##)
    #expect(
      try await update("{\(name)}") == #"{"name":"/c/b","createTime":"@0.001Z","updateTime":"@1.000001Z"}"#)
    let none = "\(Self.root)/c/none"
    #expect(
      await refusal { _ = try await update(#"{"name": "\#(none)"}"#, #", "currentDocument": {"exists": true}"#) }
        == FirestoreError(.notFound, "No document to update: \(none)"))
    #expect(
      await refusal { _ = try await update("{\(name)}", #", "currentDocument": {"exists": false}"#) }
        == FirestoreError(.alreadyExists, "Document already exists: \(Self.root)/c/b"))
    #expect(
      await refusal {
        _ = try await update("{\(name)}", #", "currentDocument": {"updateTime": "2026-01-05T08:00:00.001Z"}"#)
      }
        == FirestoreError(
          .failedPrecondition,
          "the stored version (1767600001000001) does not match the required base version (1767600000001000)"))
    #expect(
      await refusal {
        _ = try await fixture.answer(
          fixture.methods.deleteDocument, #"{"name": "\#(none)", "currentDocument": {"exists": true}}"#)
      } == FirestoreError(.notFound, "No document to update: \(none)"))
  }

  // MARK: - Commits

  @Test("W2.4 Commit: one result per write, transforms with their values, no time after a delete")
  func commit() async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    let b = "\(Self.root)/c/b"
    let writes = #"""
      [{"update": {"name": "\#(b)"}, "updateMask": {}, "updateTransforms": [
          {"fieldPath": "n", "increment": {"integerValue": "5"}}, {"fieldPath": "t", "setToServerValue": "REQUEST_TIME"},
          {"fieldPath": "l", "appendMissingElements": {"values": [{"integerValue": "1"}, {"doubleValue": 1}]}},
          {"fieldPath": "n", "maximum": {"doubleValue": 7.5}}, {"fieldPath": "q", "minimum": {"integerValue": "-1"}}]},
       {"transform": {"document": "\#(b)", "fieldTransforms": [{"fieldPath": "n", "increment": {"integerValue": "1"}}]}},
       {"delete": "\#(Self.root)/c/a"}, {"verify": "\#(b)", "currentDocument": {"exists": true}},
       {"update": {"name": "\#(Self.root)/c/b/sub/s", "fields": {"deep": {"booleanValue": true}}}}]
      """#
    #expect(
      try await fixture.answer(fixture.methods.commit, "{\(Self.database), \"writes\": \(writes)}")
        == ##"{"writeResults":[{"updateTime":"@1Z","transformResults":[{"integerValue":"7"},{"timestampValue":"@1Z"},"##
        + ##"{"nullValue":null},{"doubleValue":7.5},{"integerValue":"-1"}]},{"updateTime":"@1Z","transformResults":"##
        + ##"[{"doubleValue":8.5}]},{},{"updateTime":"@1Z"},{"updateTime":"@0.003Z"}],"commitTime":"@1Z"}"##)
    #expect(
      try await fixture.answer(fixture.methods.getDocument, #"{"name": "\#(b)", "mask": {"fieldPaths": ["l", "n"]}}"#)
        == ##"{"name":"/c/b","fields":{"l":{"arrayValue":{"values":[{"integerValue":"1"}]}},"n":{"doubleValue":8.5}},"##
        + ##""createTime":"@0.001Z","updateTime":"@1Z"}"##)
  }

  @Test("Commit: nothing of a refused one is stored; 501 transforms are too many")
  func refusedCommit() async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    let transform = #"{"fieldPath": "n", "increment": {"integerValue": "1"}}"#
    func commit(_ writes: String) async throws -> String {
      try await fixture.answer(fixture.methods.commit, "{\(Self.database), \"writes\": [\(writes)]}")
    }
    #expect(
      await refusal {
        _ = try await commit(
          #"{"delete": "\#(Self.root)/c/b"}, {"verify": "\#(Self.root)/c/a", "currentDocument": {"exists": false}}"#)
      } == FirestoreError(.alreadyExists, "Document already exists: \(Self.root)/c/a"))
    #expect(
      await refusal {
        let transforms = [String](repeating: transform, count: 501).joined(separator: ",")
        _ = try await commit(#"{"update": {"name": "\#(Self.root)/c/b"}, "updateTransforms": [\#(transforms)]}"#)
      } == FirestoreError(.invalidArgument, "cannot have more than 500 field transforms on a single document"))
    #expect(
      await refusal {
        _ = try await commit(
          #"{"update": {"name": "\#(Self.root)/c/b"}, "updateTransforms": [{"fieldPath": "n", "increment": {"stringValue": "1"}}]}"#
        )
      } == FirestoreError(.invalidArgument, "Input must be a number."))
    #expect(
      try await fixture.answer(fixture.methods.getDocument, #"{"name": "\#(Self.root)/c/b"}"#) == Self.wholeB)
  }

  @Test("requests of more than 10 MiB are refused, whatever makes them large")
  func largeRequests() async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    func commit(_ write: WireWrite, _ count: Int) async throws -> EncodedMessage {
      var request = WireCommitRequest()
      request.database = MethodFixture.name.description
      request.writes = [WireWrite](repeating: write, count: count)
      return try await fixture.methods.commit.answer(request, fixture.call)
    }
    var update = WireWrite()
    update.update.name = "\(Self.root)/c/b"
    update.update.fields["s"] = WireValue()
    update.update.fields["s"]?.stringValue = "x".repeated((1 << 20) - 4096)
    #expect(await refusal { _ = try await commit(update, 10) } == nil)
    let refused = FirestoreError(.invalidArgument, "Request payload size exceeds the limit: 10485760 bytes.")
    #expect(await refusal { _ = try await commit(update, 11) } == refused)
    var delete = WireWrite()
    delete.delete = "\(Self.root)/c/" + "d".repeated(1200)
    #expect(await refusal { _ = try await commit(delete, 9_000) } == refused)
  }

  @Test("W2.4 BatchWrite: a status and a result for every write")
  func batchWrite() async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    let writes = #"""
      [{"delete": "\#(Self.root)/c/none", "currentDocument": {"exists": true}}, {"delete": "\#(Self.root)/c/a"},
       {"update": {"name": "\#(Self.root)/c/b"}, "currentDocument": {"exists": true}}]
      """#
    #expect(
      try await fixture.answer(fixture.methods.batchWrite, "{\(Self.database), \"writes\": \(writes)}")
        == ##"{"writeResults":[{},{},{"updateTime":"@1.000001Z"}],"status":[{"code":5,"message":"No document to "##
        + ##"update: /c/none"},{},{}]}"##)
  }

  @Test(
    "W2.4 BatchWrite: a write that no database could take refuses them all",
    arguments: [
      ("{}", "empty write operation"),
      (#"{"delete": "ROOT/c"}"#, "Document name \"ROOT/c\" lacks \"/\" at index 45."),
      (#"{"delete": "ROOT/c/__x__"}"#, "Resource id \"__x__\" is invalid because it is reserved."),
      (
        #"{"update": {"name": "ROOT/c/x", "fields": {"": {"nullValue": null}}}}"#,
        "The property.name is the empty string."
      ),
      (
        #"{"update": {"name": "ROOT/c/x", "fields": {"m": {"mapValue": {"fields": {"__a__": {"nullValue": null}}}}}}}"#,
        "field name __a__ is reserved"
      ),
      (
        #"{"update": {"name": "ROOT/c/x"}, "updateMask": {"fieldPaths": ["__a__"]}}"#,
        "Invalid reserved name in field path __a__"
      ),
      (
        #"{"update": {"name": "ROOT/c/x"}, "updateTransforms": [{"fieldPath": "n", "increment": {"stringValue": "1"}}]}"#,
        "Input must be a number."
      ),
      (
        #"{"update": {"name": "ROOT/c/x", "fields": {"g": {"geoPointValue": {"latitude": 91}}}}}"#,
        "Geo point latitude '91.0' outside permitted range -90.0 to 90.0."
      ),
    ] as [(String, String)])
  func batchWriteMalformed(write: String, message: String) async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    let writes = #"[{"delete": "\#(Self.root)/c/b"}, \#(write.replacing("ROOT", with: Self.root))]"#
    #expect(
      await refusal {
        _ = try await fixture.answer(fixture.methods.batchWrite, "{\(Self.database), \"writes\": \(writes)}")
      } == FirestoreError(.invalidArgument, message.replacing("ROOT", with: Self.root)))
    #expect(
      try await fixture.answer(fixture.methods.getDocument, #"{"name": "\#(Self.root)/c/b"}"#) == Self.wholeB)
  }

  @Test("transactions: begun, read in, committed, over")
  func transaction() async throws {
    let fixture = try MethodFixture(documents: Self.documents)
    let begun = try await fixture.answer(fixture.methods.beginTransaction, "{\(Self.database)}")
    let id = begun.dropFirst(#"{"transaction":""#.count).dropLast(2)
    let read = #"{"name": "\#(Self.root)/c/b", "transaction": "\#(id)"}"#
    #expect(try await fixture.answer(fixture.methods.getDocument, read) == Self.wholeB)
    let commit = #"{\#(Self.database), "transaction": "\#(id)", "writes": [{"delete": "\#(Self.root)/c/b"}]}"#
    let committed = try await fixture.answer(fixture.methods.commit, commit)
    #expect(committed == #"{"writeResults":[{}],"commitTime":"@1.000001Z"}"#)
    let expired = FirestoreError(.aborted, "The referenced transaction has expired or is no longer valid.")
    #expect(await refusal { _ = try await fixture.answer(fixture.methods.commit, commit) } == expired)
    #expect(
      await refusal {
        _ = try await fixture.answer(fixture.methods.rollback, #"{\#(Self.database), "transaction": "\#(id)"}"#)
      } == expired)
    #expect(
      await refusal {
        _ = try await fixture.answer(fixture.methods.rollback, #"{\#(Self.database), "transaction": "AQ=="}"#)
      } == FirestoreError(.invalidArgument, "Invalid transaction."))
  }
}
