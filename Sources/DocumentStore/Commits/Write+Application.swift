import FirestoreModel

/// A document as it stands in the middle of a commit, and what the next write makes of it.
struct PendingDocument {
  let path: DocumentPath
  /// Before the commit.
  let original: Document?
  var current: Document?
  var transformCount = 0

  init(path: DocumentPath, original: Document?) {
    self.path = path
    self.original = original
    current = original
  }
}

/// What production calls a write of a commit where it makes one of all that are for the same document.
private enum Mutation: String {
  case upsert, insert, update, delete

  /// Nil for one that only checks a precondition.
  init?(_ write: Write) {
    switch (write.operation, write.precondition) {
    case (.verify, _): return nil
    case (.delete, _): self = .delete
    case (.set, nil), (.merge, nil): self = .upsert
    case (.set, .exists(false)), (.merge, .exists(false)): self = .insert
    case (.set, _), (.merge, _): self = .update
    }
  }

  /// What the one before leaves contradicts some preconditions, so that production does not look at the document. (That a
  /// delete cannot be followed by an update and an insert not by another was recorded there; the rest is what Google's
  /// emulator says of such pairs.)
  func mayFollow(_ before: Mutation, _ write: Write) -> Bool {
    switch (before, write.precondition) {
    case (.delete, .exists(true)?): false
    case (.delete, .updateTime?): self == .delete
    case (.upsert, .exists(false)?), (.insert, .exists(false)?), (.update, .exists(false)?): false
    case (_, .exists?), (_, .updateTime?), (_, nil): true
    }
  }
}

/// What all writes of a commit share.
struct WriteContext {
  let database: DatabaseName
  let time: Timestamp
  let entryLimits: @Sendable (Document) throws(FirestoreError) -> Void
  /// False for a preview: what would happen if all of them held.
  var checksPreconditions = true

  /// Refuses what is wrong with the writes of a commit whatever the database holds.
  func validate(_ writes: [Write]) throws(FirestoreError) {
    var mutations: [DocumentPath: Mutation] = [:]
    for write in writes {
      try validate(write)
      guard let mutation = Mutation(write) else { continue }
      if let before = mutations.updateValue(mutation, forKey: write.path), !mutation.mayFollow(before, write) {
        throw FirestoreError(
          .invalidArgument, "Cannot \(before.rawValue) then \(mutation.rawValue) an entity in the same request.")
      }
    }
  }

  private func validate(_ write: Write) throws(FirestoreError) {
    try write.validate()
    if case .updateTime(let required)? = write.precondition, required > time {
      // Refused in production; its text is not known.
      throw FirestoreError(.invalidArgument, "The update_time of a precondition cannot be in the future.")
    }
  }

  /// Checks the precondition and applies the write. Nothing changes when it is refused.
  ///
  /// A preview applies a write whose precondition fails to the document as it is.
  func apply(_ write: Write, to document: inout PendingDocument) throws(FirestoreError) -> WriteResult {
    if checksPreconditions { try check(write.precondition, document) }
    let before = document.current
    var results: [Value] = []
    switch write.operation {
    case .verify: break
    case .delete: document.current = nil
    case .set(let fields): results = try store(fields, write, in: &document)
    case .merge(let fields, let mask):
      let merged = (before?.fields ?? MapValue()).merging(fields, mask: mask)
      results = try store(merged, write, in: &document)
    }
    return WriteResult(updateTime: document.current?.updateTime, transformResults: results)
  }

  private func check(_ precondition: Precondition?, _ document: PendingDocument) throws(FirestoreError) {
    guard let precondition else { return }
    let name = document.path.resourceName(in: database)
    switch (precondition, document.current) {
    case (.exists(true), nil): throw .init(.notFound, "No document to update: \(name)")
    case (.exists(false), _?): throw .init(.alreadyExists, "Document already exists: \(name)")
    case (.updateTime(let required), let stored) where stored?.updateTime != required:
      // The version of a document that does not exist is 0.
      throw .init(
        .failedPrecondition,
        "the stored version (\(stored?.updateTime.microseconds ?? 0)) does not match the required base version "
          + "(\(required.microseconds))")
    case (.exists, _), (.updateTime, _): break
    }
  }

  /// Runs the transforms over the new fields and stores them; a write that changes nothing keeps the update time.
  private func store(
    _ fields: MapValue, _ write: Write, in document: inout PendingDocument
  ) throws(FirestoreError) -> [Value] {
    document.transformCount += write.transforms.count
    guard document.transformCount <= FieldTransform.limit else {
      throw .init(
        .invalidArgument, "cannot have more than \(FieldTransform.limit) field transforms on a single document")
    }
    var fields = fields
    var results: [Value] = []
    for transform in write.transforms {
      let (value, result) = transform.evaluate(on: fields[transform.path], at: time)
      fields.set(value, at: transform.path)
      results.append(result)
    }
    if let current = document.current, current.fields == fields { return results }
    let stored = Document(
      path: document.path, fields: fields, createTime: document.current?.createTime ?? time, updateTime: time)
    try fields.validateForWrite(name: DocumentName(database: database, path: document.path))
    try entryLimits(stored)
    document.current = stored
    return results
  }
}

extension MapValue {
  /// Fields in the mask are taken from `fields`, absent ones are removed; everything else stays.
  fileprivate func merging(_ fields: MapValue, mask: [FieldPath]) -> MapValue {
    var result = self
    for path in mask {
      if let value = fields[path] { result.set(value, at: path) } else { result.removeValue(at: path) }
    }
    return result
  }
}
