package import Diagnostics
package import FirestoreModel
package import StructuredText

extension Value {
  /// Reads the REST encoding of a value: `{"integerValue": "5"}`.
  ///
  /// 64-bit integers may be numbers or strings, keys camelCase or snake_case. A relative `referenceValue` is completed
  /// with `database`. The map that encodes a vector is the vector.
  /// - Throws: one located problem (FB0014, FB0015, or FB1009 for a name the service refuses).
  package init(json node: Node, in source: SourceText, database: DatabaseName) throws(MalformedInput) {
    do throws(ProtoJSONProblem) {
      self = try ValueReader(database: database).value(node, at: "value", depth: 0)
    } catch {
      throw MalformedInput([error.diagnostic(in: source)])
    }
  }
}

extension MapValue {
  /// Reads the `fields` object of a document: field names with values in REST encoding.
  ///
  /// - Throws: every problem of the direct fields, each located.
  package init(jsonFields node: Node, in source: SourceText, database: DatabaseName) throws(MalformedInput) {
    let reader = ValueReader(database: database)
    guard case .object(let members) = node.content else {
      let problem = node.wrongType("an object of fields", at: "fields", protoType: "Map")
      throw MalformedInput([problem.diagnostic(in: source)])
    }
    var problems: [Diagnostic] = []
    var fields: [Field] = []
    for (index, member) in members.enumerated() {
      do throws(ProtoJSONProblem) {
        let value = try reader.value(member.value, at: "fields[\(index)].value", depth: 0)
        fields.append(Field(name: Text(member.key), value: value))
      } catch {
        problems.append(error.diagnostic(in: source))
      }
    }
    guard problems.isEmpty else { throw MalformedInput(problems) }
    self.init(fields)
  }
}

/// Reads `google.firestore.v1.Value` messages.
struct ValueReader {
  static let fields = [
    "null_value", "boolean_value", "integer_value", "double_value", "timestamp_value", "string_value", "bytes_value",
    "reference_value", "geo_point_value", "array_value", "map_value",
  ]

  let database: DatabaseName

  func value(_ node: Node, at path: String, depth: Int) throws(ProtoJSONProblem) -> Value {
    guard depth < ProtoJSONMessage.maximumDepth / 2 else {
      throw ProtoJSONProblem(
        .malformedInput, "values are nested too deeply", node.span,
        refusal: "Invalid JSON payload received. Message too deep.")
    }
    let message = try ProtoJSONMessage(
      node, at: path, type: "google.firestore.v1.Value", fields: ValueReader.fields)
    guard let (name, content) = try message.choice("value_type", of: ValueReader.fields) else {
      throw ProtoJSONProblem(
        .wrongType, "this value has no type: expected a key such as `stringValue`", node.span,
        refusal: MessageRefusal.unsetValue)
    }
    let place = message.path(of: name)
    switch name {
    case "null_value": return try null(content, at: place)
    case "boolean_value": return .boolean(try content.readBoolean(at: place))
    case "integer_value": return .integer(try content.readInt64(at: place))
    case "double_value": return .double(try content.readDouble(at: place))
    case "timestamp_value": return .timestamp(try timestamp(content, at: place))
    case "string_value": return .string(Text(try content.readString(at: place)))
    case "bytes_value": return .bytes(try bytes(content, at: place))
    case "reference_value": return .reference(try reference(content, at: place))
    case "geo_point_value": return .geoPoint(try geoPoint(content, at: place))
    case "array_value": return .array(try array(content, at: place, depth: depth))
    default: return Value(normalizing: try map(content, at: place, depth: depth))
    }
  }

  private func null(_ node: Node, at path: String) throws(ProtoJSONProblem) -> Value {
    switch node.content {
    case .null, .string("NULL_VALUE"), .number("0"): return .null
    case .boolean, .number, .string, .array, .object:
      throw node.wrongType("null", at: path, protoType: "type.googleapis.com/google.protobuf.NullValue")
    }
  }

  private func timestamp(_ node: Node, at path: String) throws(ProtoJSONProblem) -> Timestamp {
    let type = "type.googleapis.com/google.protobuf.Timestamp"
    guard case .string(let text) = node.content else { throw node.wrongType("a time", at: path, protoType: type) }
    if let time = Timestamp(rfc3339: text) { return time }
    // Years before 0001 and after 9999 are spelled correctly but outside the range.
    let digits = text.drop { $0 == "-" || $0 == "+" }.prefix { $0.isASCII && $0.isNumber }
    let outOfRange = text.hasPrefix("-") || digits == "0000" || digits.count > 4
    throw ProtoJSONProblem(
      .wrongType, "\(QuotedText.of(text)) is not a time of the years 0001 to 9999 in RFC 3339 form", node.span,
      refusal: "Invalid value at '\(path)' (\(type)), Field 'timestampValue', "
        + (outOfRange ? "Timestamp value exceeds limits" : "Invalid time format: \(text)"))
  }

  private func bytes(_ node: Node, at path: String) throws(ProtoJSONProblem) -> [UInt8] {
    guard case .string(let text) = node.content else {
      throw node.wrongType("base64 text", at: path, protoType: "TYPE_BYTES")
    }
    guard let bytes = Base64.decode(text.utf8) else {
      throw ProtoJSONProblem(
        .wrongType, "\(QuotedText.of(text)) is not base64", node.span,
        refusal: "Invalid value at '\(path)' (TYPE_BYTES), Base64 decoding failed for \"\(text)\"")
    }
    return bytes
  }

  private func reference(_ node: Node, at path: String) throws(ProtoJSONProblem) -> DocumentName {
    let text = try node.readString(at: path)
    do throws(FirestoreError) {
      return try DocumentName(parsing: text, relativeTo: database, as: .parent)
    } catch {
      throw ProtoJSONProblem(.invalidQuery, error.message, node.span, refusal: error.message)
    }
  }

  private func geoPoint(_ node: Node, at path: String) throws(ProtoJSONProblem) -> GeoPoint {
    let message = try ProtoJSONMessage(
      node, at: path, type: "google.type.LatLng", fields: ["latitude", "longitude"])
    let latitude = try message["latitude"]?.readDouble(at: message.path(of: "latitude")) ?? 0
    let longitude = try message["longitude"]?.readDouble(at: message.path(of: "longitude")) ?? 0
    return GeoPoint(latitude: latitude, longitude: longitude)
  }

  private func array(_ node: Node, at path: String, depth: Int) throws(ProtoJSONProblem) -> [Value] {
    let message = try ProtoJSONMessage(
      node, at: path, type: "google.firestore.v1.ArrayValue", fields: ["values"])
    var values: [Value] = []
    for element in message.list("values") {
      values.append(try value(element.node, at: element.path, depth: depth + 1))
    }
    return values
  }

  private func map(_ node: Node, at path: String, depth: Int) throws(ProtoJSONProblem) -> MapValue {
    let message = try ProtoJSONMessage(node, at: path, type: "google.firestore.v1.MapValue", fields: ["fields"])
    guard let fields = message["fields"] else { return [:] }
    let place = message.path(of: "fields")
    guard case .object(let members) = fields.content else {
      throw fields.wrongType("an object of fields", at: place, protoType: "Map")
    }
    var result: [MapValue.Field] = []
    for (index, member) in members.enumerated() {
      let value = try value(member.value, at: "\(place)[\(index)].value", depth: depth + 1)
      result.append(MapValue.Field(name: Text(member.key), value: value))
    }
    return MapValue(result)
  }
}
