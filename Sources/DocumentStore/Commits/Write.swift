package import FirestoreModel

/// One write of a commit, as the service takes it: preconditions first, then the operation, then the transforms.
package struct Write: Hashable, Sendable {
  package enum Operation: Hashable, Sendable {
    /// Replaces the whole document, or creates it.
    case set(MapValue)
    /// Fields in the mask are set, or removed when `fields` lacks them; everything else stays. Creates the document when
    /// it is missing, also with an empty mask.
    case merge(MapValue, mask: [FieldPath])
    case delete
    /// Only the precondition is checked.
    case verify
  }

  package var path: DocumentPath
  package var operation: Operation
  /// Applied in order after `set` or `merge`; ignored otherwise.
  package var transforms: [FieldTransform]
  package var precondition: Precondition?

  package init(
    _ path: DocumentPath, _ operation: Operation, transforms: [FieldTransform] = [], precondition: Precondition? = nil
  ) {
    self.path = path
    self.operation = operation
    self.transforms = transforms
    self.precondition = precondition
  }
}

extension Write {
  /// What a client calls it.
  package enum Kind: String, Hashable, Sendable { case create, set, update, merge, delete, verify }

  /// Those that are set; nil where none can be.
  package var fields: MapValue? {
    switch operation {
    case .set(let fields), .merge(let fields, _): fields
    case .delete, .verify: nil
    }
  }

  package var kind: Kind {
    switch operation {
    case .set: precondition == .exists(false) ? .create : .set
    // What SDKs call an update asks for the document.
    case .merge: precondition == nil ? .merge : precondition == .exists(false) ? .create : .update
    case .delete: .delete
    case .verify: .verify
    }
  }

  /// Refuses what is wrong with the write itself, whatever the database holds and whatever the time is.
  package func validate() throws(FirestoreError) {
    try path.validate()
    switch operation {
    case .set(let fields): try fields.validateValues()
    case .merge(let fields, let mask):
      for path in mask where path.segments.contains(where: \.isReservedFieldName) { throw path.reservedNameRefusal }
      try fields.validateValues()
    case .delete, .verify: break
    }
    for transform in transforms { try transform.validate() }
  }
}

/// What has to hold before a write.
package enum Precondition: Hashable, Sendable {
  case exists(Bool)
  /// The document exists and was last changed at exactly this time.
  case updateTime(Timestamp)
}

/// A change of one field that depends on its present value or on the commit.
package struct FieldTransform: Hashable, Sendable {
  package enum Operation: Hashable, Sendable {
    /// The commit's time, whole milliseconds.
    case requestTime
    case increment(Value)
    case maximum(Value)
    case minimum(Value)
    case appendMissingElements([Value])
    case removeAllFromArray([Value])
  }

  package var path: FieldPath
  package var operation: Operation

  package init(_ path: FieldPath, _ operation: Operation) {
    self.path = path
    self.operation = operation
  }
}

extension FieldTransform {
  /// The most transforms of one document in one commit.
  static let limit = 500
}
