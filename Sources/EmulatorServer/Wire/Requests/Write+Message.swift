import DocumentStore
import FirestoreModel
import FirestoreWire

extension Write {
  /// - Parameter database: the one that the request is for; documents of others are refused.
  init(_ message: WireWrite, in database: DatabaseName) throws(FirestoreError) {
    let operation: Operation
    let name: String
    var transforms = message.updateTransforms
    switch message.operation {
    case .update(let document):
      name = document.name
      let fields = try MapValue(document.fields)
      operation =
        message.hasUpdateMask ? .merge(fields, mask: try FieldMask(message.updateMask).paths) : .set(fields)
    case .delete(let document):
      (name, operation) = (document, .delete)
    case .verify(let document):
      (name, operation) = (document, .verify)
    case .transform(let transform):
      // As an update of nothing, followed by the transforms.
      (name, operation) = (transform.document, .merge(MapValue(), mask: []))
      guard !transform.fieldTransforms.isEmpty else {
        throw FirestoreError(.invalidArgument, "The field_transforms of a transform cannot be empty.")
      }
      try message.requireUpdate("transform")
      transforms = transform.fieldTransforms
    case nil:
      throw FirestoreError(.invalidArgument, "empty write operation")
    }
    if operation == .delete { try message.requireUpdate("delete") }
    if operation == .verify { try message.requireUpdate("verify") }
    self.init(try DocumentPath(resourceName: name, in: database), operation)
    for transform in transforms { self.transforms.append(try FieldTransform(transform)) }
    precondition = try Precondition.reading(message.hasCurrentDocument ? message.currentDocument : nil)
  }

  static func list(_ messages: [WireWrite], in database: DatabaseName) throws(FirestoreError) -> [Write] {
    var writes: [Write] = []
    writes.reserveCapacity(messages.count)
    for message in messages { writes.append(try Write(message, in: database)) }
    return writes
  }
}

extension WireWrite {
  /// Masks and transforms belong to updates.
  fileprivate func requireUpdate(_ operation: String) throws(FirestoreError) {
    let misplaced = hasUpdateMask ? "document mask" : updateTransforms.isEmpty ? nil : "update transform"
    guard let misplaced else { return }
    throw FirestoreError(.invalidArgument, "a \(operation) must not specify a \(misplaced).")
  }
}

extension Precondition {
  /// Nil where nothing is asked for.
  static func reading(_ message: WirePrecondition?) throws(FirestoreError) -> Precondition? {
    switch message?.conditionType {
    case nil: nil
    case .exists(let exists)?: .exists(exists)
    case .updateTime(let time)?: .updateTime(try Timestamp(aligned: time, field: "update_time"))
    }
  }
}

extension FieldTransform {
  fileprivate init(_ message: WireDocumentTransform.FieldTransform) throws(FirestoreError) {
    let path = try FieldPath(parsing: message.fieldPath)
    switch message.transformType {
    case .setToServerValue(.requestTime): self.init(path, .requestTime)
    case .setToServerValue:
      throw FirestoreError(.invalidArgument, "The set_to_server_value of a field transform is unknown.")
    case .increment(let operand): self.init(path, .increment(try Value(operand)))
    case .maximum(let operand): self.init(path, .maximum(try Value(operand)))
    case .minimum(let operand): self.init(path, .minimum(try Value(operand)))
    case .appendMissingElements(let elements):
      self.init(path, .appendMissingElements(try Value.list(elements)))
    case .removeAllFromArray(let elements): self.init(path, .removeAllFromArray(try Value.list(elements)))
    case nil: throw FirestoreError(.invalidArgument, "The transform_type of a field transform is not set.")
    }
  }
}
