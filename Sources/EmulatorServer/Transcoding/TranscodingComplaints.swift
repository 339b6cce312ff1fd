import FirestoreModel
import StructuredText

/// What is wrong with a request that is JSON or parameters of a URL, in the words of production's front end, and where.
struct TranscodingComplaints {
  /// Where the reader stands: names of fields as descriptions write them, and places in lists as `[2]`.
  private var place: [String] = []
  private var violations: [ErrorDetail.FieldViolation] = []

  /// So that a request of ten megabytes does not get an answer of a hundred.
  private static let limit = 16
  private static let opening = "Invalid JSON payload received. "

  /// - Throws: INVALID_ARGUMENT with everything that was found.
  func check() throws(FirestoreError) {
    guard !violations.isEmpty else { return }
    throw FirestoreError(
      .invalidArgument, violations.map(\.description).joined(separator: "\n"), details: [.badRequest(violations)])
  }

  mutating func enter(_ part: String) { place.append(part) }

  mutating func leave() { place.removeLast() }

  private func path(_ parts: some Sequence<String>) -> String {
    parts.reduce(into: "") { path, part in path += (path.isEmpty || part.hasPrefix("[") ? "" : ".") + part }
  }

  private mutating func add(_ text: String, at place: some Sequence<String>) {
    guard violations.count < Self.limit else { return }
    violations.append(ErrorDetail.FieldViolation(field: path(place), description: text))
  }

  /// ` at 'structured_query'`; nothing for the request itself.
  private func location(_ parts: some Sequence<String>) -> String {
    let path = path(parts)
    return path.isEmpty ? "" : " at '\(path)'"
  }

  // MARK: - Kinds

  mutating func unknownName(_ name: String, _ reason: String = "Cannot find field.") {
    add("\(Self.opening)Unknown name \"\(name)\"\(location(place)): \(reason)", at: place)
  }

  mutating func rootOfAnotherType() {
    add("\(Self.opening)Unknown name \"\": Root element must be a message.", at: [])
  }

  mutating func unboundParameter(_ name: String) {
    add(
      "\(Self.opening)Unknown name \"\(name)\": Cannot bind query parameter. Field '\(name)' could not be found in "
        + "request message.", at: [])
  }

  mutating func repeatedParameter(_ name: String, count: Int) {
    add("Invalid value at '\(name)', the field is not repeated and has \(count) values.", at: [name])
  }

  /// Of the field where the reader stands.
  mutating func list(named name: String) {
    let text = "Proto field is not repeating, cannot start list."
    add("\(Self.opening)Unknown name \"\(name)\"\(location(parentOfField)): \(text)", at: parentOfField)
  }

  mutating func object(inScalar name: String) {
    add("Invalid value\(location(parentOfField)) (\(name)), Starting an object on a scalar field", at: parentOfField)
  }

  mutating func secondOfGroup(_ group: String, _ name: String) {
    add(
      "Invalid value\(location(place)) (oneof), oneof field '\(group)' is already set. Cannot set '\(name)'",
      at: place)
  }

  mutating func value(_ node: Node, of type: String) { value(JSONWriter.text(of: node), of: type) }

  /// - Parameter shown: what stands there, or why it is wrong.
  mutating func value(_ shown: String, of type: String) {
    add("Invalid value\(location(place)) (\(type)), \(shown)", at: place)
  }

  /// Without the field and the place in its list.
  private var parentOfField: ArraySlice<String> {
    let field = place.lastIndex { !$0.hasPrefix("[") } ?? 0
    return place[..<field]
  }
}

extension JSONWriter {
  /// A scalar as it was written. Lists and objects are named only: they can be as long as the request.
  fileprivate static func text(of node: Node) -> String {
    switch node.content {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let text): text
    case .string(let text): quoted(text)
    case .array: "a list"
    case .object: "an object"
    }
  }
}
