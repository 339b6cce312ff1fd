/// Limits on what a write may store.
package enum WriteLimits {
  /// 1 MiB − 89: the largest string or bytes value.
  package static let stringByteCount = 1_048_487
  /// Maps and arrays inside one another.
  package static let nesting = 20
  /// 1 MiB.
  package static let documentSize = 1_048_576
  package static let vectorDimension = 2048
}

extension MapValue {
  /// Checks what is wrong with these fields whatever document they are to be part of.
  ///
  /// - Throws: INVALID_ARGUMENT for the first refusal in field order, depth first.
  package func validateValues() throws(FirestoreError) {
    for field in fields { try field.validate(property: field.name, depth: 0) }
  }

  /// Checks that these fields may be stored as the document `name`.
  ///
  /// - Throws: INVALID_ARGUMENT for the first refusal in field order, depth first; the document's size comes last.
  package func validateForWrite(name: DocumentName, sizing: StorageSizing = .standard) throws(FirestoreError) {
    try name.path.validate()
    try validateValues()
    let size = sizing.size(ofDocumentAt: name.path, fields: self)
    guard size <= WriteLimits.documentSize else {
      throw .init(
        .invalidArgument,
        "Document '\(name)' cannot be written because its size (\(withThousandsSeparators(size)) bytes) exceeds the "
          + "maximum allowed size of \(withThousandsSeparators(WriteLimits.documentSize)) bytes.")
    }
  }
}

extension MapValue.Field {
  /// - Parameters:
  ///   - property: the document's field that messages name.
  ///   - depth: how many maps and arrays surround the field.
  fileprivate func validate(property: Text, depth: Int) throws(FirestoreError) {
    guard !name.isEmpty else { throw .init(.invalidArgument, FieldNameRefusal.empty) }
    guard !name.isReservedFieldName else { throw .init(.invalidArgument, FieldNameRefusal.reserved(name)) }
    guard name.byteCount <= FieldPath.maximumByteCount else {
      throw .init(.invalidArgument, FieldNameRefusal.tooLong)
    }
    try value.validate(property: property, depth: depth, inArray: false)
  }
}

extension Value {
  fileprivate func validate(property: Text, depth: Int, inArray: Bool) throws(FirestoreError) {
    switch self {
    case .null, .boolean, .integer, .double: break
    case .timestamp(let time):
      guard (Timestamp.minimum...Timestamp.maximum).contains(time) else {
        throw refusal(property, "is not a valid timestamp")
      }
    case .string(let text): try requireStringLimit(text.byteCount, property)
    case .bytes(let bytes): try requireStringLimit(bytes.count, property)
    case .reference(let name): try name.path.validate()
    case .geoPoint(let point): try point.validate()
    case .vector(let components):
      guard components.count <= WriteLimits.vectorDimension else {
        throw refusal(property, "has more than \(WriteLimits.vectorDimension) dimensions")
      }
    case .array(let values):
      guard !inArray else {
        throw .init(.invalidArgument, "Nested arrays are not allowed")
      }
      try requireNesting(depth, property)
      for value in values { try value.validate(property: property, depth: depth + 1, inArray: true) }
    case .map(let map):
      try requireNesting(depth, property)
      for field in map.fields { try field.validate(property: property, depth: depth + 1) }
    }
  }

  private func requireStringLimit(_ count: Int, _ property: Text) throws(FirestoreError) {
    guard count <= WriteLimits.stringByteCount else {
      throw refusal(property, "is longer than \(WriteLimits.stringByteCount) bytes")
    }
  }

  private func requireNesting(_ depth: Int, _ property: Text) throws(FirestoreError) {
    guard depth < WriteLimits.nesting else {
      throw .init(.invalidArgument, "Property \(property) contains an invalid nested entity.")
    }
  }
}

extension GeoPoint {
  fileprivate func validate() throws(FirestoreError) {
    try require(latitude, "latitude", within: 90)
    try require(longitude, "longitude", within: 180)
  }

  private func require(_ degrees: Double, _ name: String, within limit: Double) throws(FirestoreError) {
    guard (-limit...limit).contains(degrees) else {
      throw .init(
        .invalidArgument, "Geo point \(name) '\(degrees)' outside permitted range -\(limit) to \(limit).")
    }
  }
}

/// Production's family of texts about one property.
private func refusal(_ property: Text, _ complaint: String) -> FirestoreError {
  FirestoreError(.invalidArgument, "The value of property \"\(property)\" \(complaint).")
}

private func withThousandsSeparators(_ number: Int) -> String {
  let digits = Array(String(number))
  var result = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
    result.append(digit)
  }
  return result
}
