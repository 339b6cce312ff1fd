import DocumentMessages
import FirestoreModel

@testable import DocumentStore

/// A store with small helpers to write and read it; the clock stands at 1,000 s and moves only when asked.
struct StoreFixture {
  static let start = Timestamp(microseconds: 1_000_000_000)

  let store: DocumentStore

  init(retention: Int64 = DocumentStore.productionRetention) {
    store = DocumentStore(
      database: DatabaseName(project: "demo"), createTime: Self.start, retention: retention,
      keepsMessages: true)
  }

  /// A time after the fixture's start.
  static func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: start.microseconds + microseconds) }

  static func name(_ path: String) -> String { "projects/demo/databases/(default)/documents/\(path)" }

  @discardableResult
  func commit(_ writes: Write..., at microseconds: Int64 = 0) throws(FirestoreError) -> CommitResult {
    try store.commit(writes, at: Self.at(microseconds))
  }

  func document(_ path: String) -> Document? { store.current.document(documentPath(path)) }

  func fields(_ path: String) -> MapValue? { document(path)?.fields }
}

func documentPath(_ text: String) -> DocumentPath {
  DocumentPath(segments: text.split(separator: "/").map { Text(String($0)) })!
}

func collectionPath(_ text: String) -> CollectionPath {
  CollectionPath(segments: text.split(separator: "/").map { Text(String($0)) })!
}

func fieldPath(_ text: String) -> FieldPath {
  FieldPath(segments: text.split(separator: ".").map { Text(String($0)) })
}

extension Write {
  static func set(
    _ path: String, _ fields: MapValue, _ transforms: [FieldTransform] = [], if precondition: Precondition? = nil
  ) -> Write {
    Write(documentPath(path), .set(fields), transforms: transforms, precondition: precondition)
  }

  static func merge(
    _ path: String, _ fields: MapValue, mask: [String], _ transforms: [FieldTransform] = [],
    if precondition: Precondition? = nil
  ) -> Write {
    Write(
      documentPath(path), .merge(fields, mask: mask.map(fieldPath)), transforms: transforms, precondition: precondition)
  }

  static func delete(_ path: String, if precondition: Precondition? = nil) -> Write {
    Write(documentPath(path), .delete, precondition: precondition)
  }

  static func verify(_ path: String, if precondition: Precondition) -> Write {
    Write(documentPath(path), .verify, precondition: precondition)
  }
}

/// The error a body throws, or nil.
func refusal(_ body: () throws(FirestoreError) -> Void) -> FirestoreError? {
  do throws(FirestoreError) {
    try body()
    return nil
  } catch {
    return error
  }
}

extension KeptDocuments {
  /// As a journal gives them back.
  init(_ documents: [Document], in database: DatabaseName) throws(FirestoreError) {
    self.init()
    let keyed = documents.map { (key: Self.key(of: $0.path), document: $0) }
    for (key, document) in keyed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      try append(key: key, message: DocumentEncoding.encode(document, in: database), in: database)
    }
  }
}
