import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import FirestoreService
import IndexCatalog
import QueryExecution
import QueryModel
import QueryPlanner
import Testing

/// A database with its clock and everything it has reported.
struct ServiceFixture {
  static let name = DatabaseName(project: "demo")
  static let start = Timestamp(microseconds: 1_767_600_000_000_000)
  static let admin = RequestContext(caller: .admin)

  let database: FirestoreDatabase
  let clock: ManualClock
  let observer: RecordingObserver

  static func user(_ uid: Text?) -> RequestContext {
    RequestContext(caller: .user(uid.map { AuthContext(signedIn: $0) }))
  }

  /// A name below the documents root, complete.
  static func fullName(_ path: String) -> String { "projects/demo/databases/(default)/documents/\(path)" }
}

/// A database that was created at ``ServiceFixture/start``, one second before the clock's present.
///
/// - Parameters:
///   - rules: the blocks within `match /databases/{database}/documents`; nil: none are released.
///   - indexes: the text of an index file.
///   - documents: stored one after another, the first one millisecond after the creation.
func makeDatabase(
  rules: String? = nil, indexes: String? = nil, mode: ExecutionMode = .production,
  access: AccessMode = .production, documents: KeyValuePairs<String, MapValue> = [:],
  policy: TransactionPolicy = TransactionPolicy(), journal: (any CommitJournal)? = nil
) throws -> ServiceFixture {
  let start = ServiceFixture.start
  let store = DocumentStore(
    database: ServiceFixture.name, createTime: start, keepsMessages: true, journal: journal)
  for (number, document) in documents.enumerated() {
    let time = Timestamp(microseconds: start.microseconds + Int64(number + 1) * 1000)
    _ = try store.commit([Write(documentPath(document.key), .set(document.value))], at: time)
  }
  let catalog = try indexes.map { text in
    let file = IndexFile(reading: SourceText(path: "firestore.indexes.json", text: text))
    try #require(file.diagnostics.isEmpty, "\(file.diagnostics.map(\.message))")
    return file.catalog
  }
  let planner = QueryPlanner(catalog: catalog ?? .automaticOnly, database: ServiceFixture.name)
  let configuration = DatabaseConfiguration(
    engine: QueryEngine(planner: planner, mode: mode),
    access: AccessControl(rules: try rules.map(compiledRules), mode: access))
  let clock = ManualClock(Timestamp(microseconds: start.microseconds + 1_000_000))
  let observer = RecordingObserver()
  let database = FirestoreDatabase(
    store: store, configuration: configuration, transactions: TransactionTable(clock: clock, policy: policy),
    clock: clock, observer: observer, journal: journal)
  return ServiceFixture(database: database, clock: clock, observer: observer)
}

/// - Parameter blocks: what stands within `match /databases/{database}/documents`.
func compiledRules(_ blocks: String) throws -> CompiledRules {
  let text = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
    \(blocks)
      }
    }
    """
  let compilation = CompiledRules.compile(CloudRulesParser.parse(SourceText(path: "firestore.rules", text: text)))
  return try #require(compilation.rules, "\(compilation.problems.map(\.message))")
}

func documentPath(_ text: String) -> DocumentPath {
  DocumentPath(segments: text.split(separator: "/").map { Text(String($0)) })!
}

func collectionPath(_ text: String) -> CollectionPath {
  CollectionPath(segments: text.split(separator: "/").map { Text(String($0)) })!
}

/// A query in the one-line text form.
func query(_ text: String) throws -> Query {
  guard case .query(let query) = try QueryStatement(parsing: text, database: ServiceFixture.name) else {
    throw FirestoreError(.invalidArgument, "`\(text)` is no query")
  }
  return query
}

/// An aggregation in the one-line text form.
func aggregation(_ text: String) throws -> AggregationQuery {
  guard case .aggregation(let query) = try QueryStatement(parsing: text, database: ServiceFixture.name) else {
    throw FirestoreError(.invalidArgument, "`\(text)` is no aggregation")
  }
  return query
}

extension Write {
  static func set(
    _ path: String, _ fields: MapValue, _ transforms: [FieldTransform] = [], if precondition: Precondition? = nil
  ) -> Write {
    Write(documentPath(path), .set(fields), transforms: transforms, precondition: precondition)
  }

  static func merge(
    _ path: String, _ fields: MapValue, _ transforms: [FieldTransform] = [], if precondition: Precondition? = nil
  ) -> Write {
    Write(
      documentPath(path), .merge(fields, mask: fields.fields.map { FieldPath(segments: [$0.name]) }),
      transforms: transforms, precondition: precondition)
  }

  static func delete(_ path: String, if precondition: Precondition? = nil) -> Write {
    Write(documentPath(path), .delete, precondition: precondition)
  }

  static func verify(_ path: String, if precondition: Precondition) -> Write {
    Write(documentPath(path), .verify, precondition: precondition)
  }
}

/// The error that a body throws, or nil.
func refusal(_ body: () async throws -> Void) async -> FirestoreError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? FirestoreError ?? FirestoreError(.unknown, "\(error)")
  }
}
