import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEvaluator
import QueryModel
import StructuredText
import Testing

@Suite("Proofs of list queries, by table")
struct ProvingTableTests {
  @Test("rows", arguments: try SpecFile.cases("Tests/FirestoreRulesProverTests/Specs/proofs.yaml"))
  func row(_ spec: SpecValue) throws {
    try spec.allow(
      "id", "list", "rules", "query", "listDocuments", "pageSize", "signedOut", "documents", "answer",
      "counterexample", "condition", "missing", "reads", "unconfirmed", "mode", "note")
    let row = try ProofRow(spec)
    let verdict = row.prover.prove(
      row.query, auth: row.auth, time: ProvingFixture.now, reader: row.documents)
    let explanation = Comment(rawValue: "\(try spec["id"].string): \(verdict.answer)")
    switch verdict.answer {
    case .allowed(let steps):
      #expect(try spec["answer"].string == "allowed", explanation)
      #expect(!steps.isEmpty, explanation)
      // A proof rests on unrecorded steps exactly in the rows that say so.
      #expect(try !verdict.doubts.isEmpty == (spec.optional("unconfirmed")?.boolean ?? false), "\(verdict.doubts)")
    case .denied(let denial):
      #expect(try spec["answer"].string == "denied", explanation)
      #expect(!denial.explanation.isEmpty)
      try check(denial, spec, row)
    case .unknown:
      #expect(try spec["answer"].string == "unknown", explanation)
    }
    if let reads = try spec.optional("reads") {
      #expect(
        try verdict.documentsRead == reads.string.split(separator: " ").map { try ProvingFixture.path(String($0)) })
    }
  }

  private func check(_ denial: ListDenial, _ spec: SpecValue, _ row: ProofRow) throws {
    let found = try #require(denial.counterexample)
    if let expected = try spec.optional("counterexample")?.string {
      let (path, fields) = expected.hasPrefix("{") ? ("c/doc", expected) : ProvingTableTests.split(expected)
      #expect(try found.path == ProvingFixture.path(path))
      #expect(try found.fields == ProvingFixture.fields(fields))
    }
    if let missing = try spec.optional("missing") { #expect(try denial.missingFilter == missing.string) }
    if let condition = try spec.optional("condition") { #expect(try denial.condition?.text == condition.string) }
    #expect(!row.allows(found))
    if let statement = row.statement {
      #expect(row.returns(found, statement))
    }
  }

  private static func split(_ text: String) -> (path: String, fields: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "{}")
  }
}

/// One row of the table, read.
struct ProofRow {
  var rules: CompiledRules
  var query: ListQuery
  /// Nil for listDocuments.
  var statement: Query?
  var auth: AuthContext?
  var documents: ProvingDocuments
  var mode: ListProver.Mode

  init(_ spec: SpecValue) throws {
    if let blocks = try spec.optional("rules")?.string {
      rules = try ProvingFixture.rules(blocks)
    } else {
      rules = try ProvingFixture.rules(list: try spec["list"].string)
    }
    if let collection = try spec.optional("listDocuments")?.string {
      query = ListQuery(
        documentsOf: try CollectionPath(parsing: collection),
        pageSize: try spec.optional("pageSize").map { Int32(try $0.integer) })
    } else {
      let text = try spec["query"].string
      query = try ProvingFixture.query(text)
      switch try QueryStatement(parsing: text, database: ProvingFixture.database) {
      case .query(let found): statement = found
      case .aggregation(let found): statement = found.query
      case .document: break
      }
    }
    auth = try spec.optional("signedOut") == nil ? ProvingFixture.user : nil
    documents = ProvingDocuments()
    for (path, fields) in try spec.optional("documents")?.members ?? [] {
      documents.documents[try ProvingFixture.path(path)] = try ProvingFixture.fields(fields.string)
    }
    mode = try spec.optional("mode")?.string == "emulator" ? .emulator : .production
  }

  var prover: ListProver { ListProver(rules, mode: mode) }

  /// What the rules say to one candidate of the query.
  func allows(_ document: RulesDocument) -> Bool {
    var session = RequestSession(documents, extent: .list)
    let request = RulesRequest(
      method: .list, path: RequestPath(document.path), auth: auth, time: ProvingFixture.now, resource: document,
      query: query.facts)
    return RulesEngine(rules).decide(request, in: &session).isAllowed
  }

  /// Whether the query, without cursors and limit, returns the document, by the oracle of the query tests.
  func returns(_ document: RulesDocument, _ statement: Query) -> Bool {
    var query = statement
    query.start = nil
    query.end = nil
    query.limit = nil
    query.offset = 0
    let stored = Document(
      path: document.path, fields: document.fields, createTime: Timestamp(microseconds: 0),
      updateTime: Timestamp(microseconds: 0))
    return !QueryOracle(documents: [stored], database: ProvingFixture.database).run(query).isEmpty
  }
}
