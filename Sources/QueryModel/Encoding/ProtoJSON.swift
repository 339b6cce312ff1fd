import Diagnostics
import FirestoreModel
import StructuredText

/// Why JSON is not the protobuf message it should be: as the service's transcoder says it, and as we say it about a
/// file of the user.
struct ProtoJSONProblem: Error {
  var refusal: FirestoreError
  var code: DiagnosticCode
  var message: String
  var span: Span

  init(_ code: DiagnosticCode, _ message: String, _ span: Span, refusal: String) {
    self.code = code
    self.message = message
    self.span = span
    self.refusal = FirestoreError(.invalidArgument, refusal)
  }

  func diagnostic(in source: SourceText) -> Diagnostic {
    Diagnostic(code, message, at: SourceLocation(source: source, span: span))
  }

  static func unknownName(_ name: String, at path: String, _ span: Span, known: [String]) -> ProtoJSONProblem {
    let place = path.isEmpty ? "" : " at '\(path)'"
    let suggestion = NearestName.of(name, among: known.map(ProtoJSONMessage.camelCase)).map {
      ", did you mean \(QuotedText.of($0))?"
    }
    return ProtoJSONProblem(
      .unknownKey, "unknown key \(QuotedText.of(name))\(suggestion ?? "")", span,
      refusal: "Invalid JSON payload received. Unknown name \"\(name)\"\(place): Cannot find field.")
  }
}

/// One JSON object read as a protobuf message: keys in camelCase or snake_case, null as absent.
struct ProtoJSONMessage {
  /// Messages inside one another; protobuf parsers stop at about this depth as well.
  static let maximumDepth = 100

  /// As the transcoder writes it: `structured_query.order_by[0]`.
  let path: String
  let span: Span
  /// By snake_case name; in the order written.
  private(set) var members: [(name: String, node: Node)] = []

  /// - Parameters:
  ///   - type: the full message name, for the transcoder's text.
  ///   - fields: the known fields in snake_case.
  init(_ node: Node, at path: String, type: String, fields: [String]) throws(ProtoJSONProblem) {
    guard case .object(let written) = node.content else {
      throw node.wrongType("an object", at: path, protoType: "type.googleapis.com/\(type)")
    }
    self.path = path
    span = node.span
    for member in written {
      let name = ProtoJSONMessage.snakeCase(member.key)
      guard fields.contains(name), member.key == name || member.key == ProtoJSONMessage.camelCase(name) else {
        throw .unknownName(member.key, at: path, member.keySpan, known: fields)
      }
      guard !members.contains(where: { $0.name == name }) else {
        throw ProtoJSONProblem(
          .duplicateKey, "the key \(QuotedText.of(member.key)) stands here twice in different spellings",
          member.keySpan, refusal: "Invalid value at '\(path)' (Map), duplicate field '\(member.key)'")
      }
      members.append((name, member.value))
    }
  }

  /// The field's JSON; nil when it is absent or null.
  subscript(_ name: String) -> Node? {
    members.first { $0.name == name }.flatMap { $0.node.content == .null ? nil : $0.node }
  }

  func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// The one field of a `oneof` that is set; nil when none is.
  func choice(_ oneof: String, of names: [String]) throws(ProtoJSONProblem) -> (name: String, node: Node)? {
    let present = members.filter { names.contains($0.name) && ($0.node.content != .null || $0.name == "null_value") }
    if present.count > 1 {
      let second = ProtoJSONMessage.camelCase(present[1].name)
      throw ProtoJSONProblem(
        .wrongType,
        "\(QuotedText.of(second)) cannot stand beside "
          + QuotedText.of(ProtoJSONMessage.camelCase(present[0].name)), present[1].node.span,
        refusal: "Invalid value at '\(path)' (oneof), oneof field '\(oneof)' is already set. Cannot set '\(second)'")
    }
    return present.first
  }

  /// The elements of a repeated field with their paths. Like the transcoder, takes a single value for a list of one, whose
  /// path has no place.
  func list(_ name: String) -> [(path: String, node: Node)] {
    guard let node = self[name] else { return [] }
    guard case .array(let elements) = node.content else { return [(path(of: name), node)] }
    return elements.enumerated().map { ("\(path(of: name))[\($0.offset)]", $0.element) }
  }

  static func snakeCase(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { result, scalar in
      if ("A"..."Z").contains(scalar) {
        result += "_" + String(scalar).lowercased()
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  static func camelCase(_ name: String) -> String {
    let parts = name.split(separator: "_")
    return parts.dropFirst().reduce(parts.first.map(String.init) ?? "") {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}

extension Node {
  /// - Parameters:
  ///   - expected: for our own message: "a string".
  ///   - protoType: for the transcoder's: `TYPE_INT32`, `type.googleapis.com/…`.
  func wrongType(_ expected: String, at path: String, protoType: String) -> ProtoJSONProblem {
    let (found, refusal) = described(at: path, protoType: protoType)
    return ProtoJSONProblem(.wrongType, "expected \(expected), found \(found)", span, refusal: refusal)
  }

  private func described(at path: String, protoType: String) -> (found: String, refusal: String) {
    let invalid = "Invalid value at '\(path)' (\(protoType)), "
    switch content {
    case .null: return ("null", invalid + "null")
    case .boolean(let flag): return ("`\(flag)`", invalid + "\(flag)")
    case .number(let digits): return (QuotedText.of(digits), invalid + digits)
    case .string(let text): return ("the text \(QuotedText.of(text))", invalid + "\"\(text)\"")
    case .object: return ("an object", invalid + "Starting an object on a scalar field")
    case .array:
      let parts = path.split(separator: ".")
      let place = parts.count > 1 ? " at '\(parts.dropLast().joined(separator: "."))'" : ""
      return (
        "a list",
        "Invalid JSON payload received. Unknown name \"\(parts.last ?? "")\"\(place): "
          + "Proto field is not repeating, cannot start list."
      )
    }
  }

  // MARK: - Scalars

  func readBoolean(at path: String) throws(ProtoJSONProblem) -> Bool {
    switch content {
    case .boolean(let flag): return flag
    case .string("true"): return true
    case .string("false"): return false
    case .null, .number, .string, .array, .object:
      throw wrongType("true or false", at: path, protoType: "TYPE_BOOL")
    }
  }

  func readString(at path: String) throws(ProtoJSONProblem) -> String {
    guard case .string(let text) = content else { throw wrongType("text", at: path, protoType: "TYPE_STRING") }
    return text
  }

  func readInt32(at path: String) throws(ProtoJSONProblem) -> Int32 {
    guard let number = integer.flatMap({ Int32(exactly: $0) }) else {
      throw wrongType("a 32-bit integer", at: path, protoType: "TYPE_INT32")
    }
    return number
  }

  /// As a number or as a string.
  func readInt64(at path: String) throws(ProtoJSONProblem) -> Int64 {
    guard let number = integer else { throw wrongType("a 64-bit integer", at: path, protoType: "TYPE_INT64") }
    return number
  }

  private var integer: Int64? {
    switch content {
    case .number(let digits):
      // `3.0` and `1e2` are integers to protobuf JSON.
      NumberText(digits).integer ?? Int64(exactly: NumberText(digits).double)
    case .string(let digits):
      Int64(digits) ?? Node.decimal(digits).flatMap { Int64(exactly: $0) }
    case .null, .boolean, .array, .object: nil
    }
  }

  /// A finite number in decimal digits; Swift itself would also read `0x1p3`, `nan` and `inf`.
  private static func decimal(_ text: String) -> Double? {
    let allowed = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    return allowed ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
  }

  /// As a number, or as one of the strings that JSON numbers cannot say.
  func readDouble(at path: String) throws(ProtoJSONProblem) -> Double {
    switch content {
    case .number(let digits):
      let number = NumberText(digits)
      if number.double.isFinite || number.text.contains(".inf") || number.text == ".nan" { return number.double }
    case .string("NaN"): return .nan
    case .string("Infinity"): return .infinity
    case .string("-Infinity"): return -.infinity
    case .string(let digits):
      if let number = Node.decimal(digits) { return number }
    case .null, .boolean, .array, .object: break
    }
    throw wrongType("a number", at: path, protoType: "TYPE_DOUBLE")
  }

  /// An enum by name or by number. Numbers without a name are legal in proto3 and come back as nil.
  /// - Parameter names: the value's names by number; 0 is "unspecified".
  func readEnum(
    at path: String, type: String, names: [Int: String]
  ) throws(ProtoJSONProblem) -> String? {
    switch content {
    case .string(let name) where names.values.contains(name): return name
    case .number(let digits):
      if let number = Int32(digits) { return names[Int(number)] }
    case .null, .boolean, .string, .array, .object: break
    }
    throw wrongType(
      "one of \(names.sorted { $0.key < $1.key }.map { QuotedText.of($0.value) }.joined(separator: ", "))", at: path,
      protoType: "type.googleapis.com/\(type)")
  }

  /// The JSON inside a wrapper message (`Int32Value`, …), which may be written bare or as `{"value": …}`.
  func unwrapped() -> Node? {
    guard case .object(let members) = content, members.count == 1, members[0].key == "value" else { return self }
    return members[0].value.content == .null ? nil : members[0].value
  }
}
