/// A JSON value to be written: built, never parsed. Objects keep the order in which their members were added.
package enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number with exactly these digits. The caller guarantees that they are a JSON number.
  case number(String)
  case integer(Int64)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The shortest digits that read back as the same double; nil for infinities and not-a-number, which JSON lacks.
  package static func double(_ value: Double) -> JSONValue? {
    value.isFinite ? .number(JSONWriter.digits(of: value)) : nil
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(stringLiteral value: String) { self = .string(value) }

  package init(integerLiteral value: Int64) { self = .integer(value) }

  package init(booleanLiteral value: Bool) { self = .boolean(value) }

  package init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// The value that a node stands for, numbers digit for digit. A number of YAML that JSON cannot write, such as
  /// `0x1F`, becomes decimal; `.inf` and `.nan` become text.
  package init(_ node: Node) {
    switch node.content {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(let text): self = NumberText(text).json
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(JSONValue.init))
    case .object(let members): self = .object(members.map { Member($0.key, JSONValue($0.value)) })
    }
  }
}
