import FirestoreModel
import FirestoreWire
import QueryModel

extension Value {
  /// Messages inside one another stop at about twice this depth, whatever carries them.
  private static let maximumDepth = 50

  /// - Parameter depth: how many arrays and maps surround the value.
  /// - Throws: INVALID_ARGUMENT for a value without a type, one that only pipelines know, or one out of range.
  init(_ message: WireValue, depth: Int = 0) throws(FirestoreError) {
    guard depth < Value.maximumDepth else {
      throw FirestoreError(.invalidArgument, "The array_value or map_value is nested too deeply.")
    }
    switch message.valueType {
    case nil: throw FirestoreError(.invalidArgument, MessageRefusal.unsetValue)
    case .nullValue: self = .null
    case .booleanValue(let flag): self = .boolean(flag)
    case .integerValue(let number): self = .integer(number)
    case .doubleValue(let number): self = .double(number)
    case .timestampValue(let time): self = .timestamp(try Timestamp(time, field: "timestamp_value"))
    case .stringValue(let text): self = .string(Text(text))
    case .bytesValue(let bytes): self = .bytes(Array(bytes))
    case .referenceValue(let name): self = .reference(try DocumentName(parsing: name, as: .parent))
    case .geoPointValue(let point):
      self = .geoPoint(GeoPoint(latitude: point.latitude, longitude: point.longitude))
    case .arrayValue(let array): self = .array(try Value.list(array, depth: depth + 1))
    case .mapValue(let map): self = Value(normalizing: try MapValue(map.fields, depth: depth + 1))
    case .fieldReferenceValue: throw Value.onlyInPipelines("field_reference_value")
    case .variableReferenceValue: throw Value.onlyInPipelines("variable_reference_value")
    case .functionValue: throw Value.onlyInPipelines("function_value")
    case .pipelineValue: throw Value.onlyInPipelines("pipeline_value")
    }
  }

  static func list(_ message: WireArrayValue, depth: Int = 0) throws(FirestoreError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(message.values.count)
    for value in message.values { values.append(try Value(value, depth: depth)) }
    return values
  }

  /// Refused in production; its text is not known.
  private static func onlyInPipelines(_ field: String) -> FirestoreError {
    FirestoreError(.invalidArgument, "Cannot convert firestore.v1.Value with type \(field): it is for pipelines only.")
  }
}

extension MapValue {
  /// The fields of a document or of a map.
  init(_ fields: [WireFieldName: WireValue], depth: Int = 0) throws(FirestoreError) {
    var read: [Field] = []
    read.reserveCapacity(fields.count)
    // Refusals must not depend on the order of a dictionary.
    for (name, value) in fields.map({ (Text($0.key.string), $0.value) }).sorted(by: { $0.0 < $1.0 }) {
      read.append(Field(name: name, value: try Value(value, depth: depth)))
    }
    self.init(read)
  }
}
