import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import QueryModel
import Testing

@testable import FirestoreRulesEnforcement

/// A database, rules, and requests of clients against both.
struct AccessFixture {
  static let database = DatabaseName(project: "demo")
  static let start = Timestamp(microseconds: 1_767_600_000_000_000)
  static let now = Timestamp(microseconds: 1_767_600_000_123_456)

  let store = DocumentStore(database: database, createTime: start)
  let access: AccessControl

  /// - Parameter rules: the blocks within `match /databases/{database}/documents`; nil: none are released.
  init(_ rules: String?, mode: AccessMode = .production, documents: KeyValuePairs<String, MapValue> = [:]) throws {
    let compiled = try rules.map { try Self.compile($0) }
    access = AccessControl(rules: compiled, mode: mode)
    let writes = documents.map { Write(Self.path($0.key), .set($0.value)) }
    if !writes.isEmpty { _ = try store.commit(writes, at: Self.start) }
  }

  static func compile(_ blocks: String) throws -> CompiledRules {
    let text = """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
      \(blocks)
        }
      }
      """
    let compilation = CompiledRules.compile(
      CloudRulesParser.parse(SourceText(path: "firestore.rules", text: text)))
    return try #require(compilation.rules, "\(compilation.problems.map(\.message))")
  }

  static func path(_ text: String) -> DocumentPath {
    DocumentPath(segments: text.split(separator: "/").map { Text(String($0)) })!
  }

  static func user(_ uid: Text) -> Caller { .user(AuthContext(signedIn: uid)) }

  func get(_ path: String, by caller: Caller = user("u1")) -> AccessDecision {
    access.get(Self.path(path), by: caller, on: store.current, at: Self.now)
  }

  func batchGet(_ paths: [String], by caller: Caller = user("u1")) -> AccessDecision {
    access.batchGet(paths.map(Self.path), by: caller, on: store.current, at: Self.now)
  }

  func list(_ text: String, by caller: Caller = user("u1")) throws -> AccessDecision {
    let source = SourceText(path: "query", text: text)
    switch try QueryStatement(parsing: text, database: Self.database, in: source, at: 0) {
    case .query(let query):
      return access.list(
        try query.normalized(database: Self.database), by: caller, on: store.current, at: Self.now)
    case .aggregation(let query):
      return access.list(
        try query.normalized(database: Self.database), by: caller, on: store.current, at: Self.now)
    case .document: throw FirestoreError(.invalidArgument, "no query")
    }
  }

  func decide(_ writes: Write..., by caller: Caller = user("u1")) throws -> AccessDecision {
    access.commit(try store.preview(writes, at: Self.now), by: caller)
  }
}

extension Write {
  static func set(_ path: String, _ fields: MapValue, if precondition: Precondition? = nil) -> Write {
    Write(AccessFixture.path(path), .set(fields), precondition: precondition)
  }

  static func merge(_ path: String, _ fields: MapValue, if precondition: Precondition? = nil) -> Write {
    Write(
      AccessFixture.path(path), .merge(fields, mask: fields.fields.map { FieldPath(segments: [$0.name]) }),
      precondition: precondition)
  }

  static func delete(_ path: String) -> Write { Write(AccessFixture.path(path), .delete) }
}
