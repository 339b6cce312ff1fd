import StructuredText

/// JSON that comes from a file or from a request, one level at a time.
protocol JSONTree {
  var shape: JSONShape<Self> { get }
}

enum JSONShape<Tree> {
  case null
  case boolean(Bool)
  /// Infinite when it is too large for a double.
  case number(Double)
  case string(String)
  case array([Tree])
  case object([(key: String, value: Tree)])
}

extension JSONValue: JSONTree {
  var shape: JSONShape<JSONValue> {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let digits): .number(NumberText(digits).double)
    case .integer(let value): .number(Double(value))
    case .string(let text): .string(text)
    case .array(let elements): .array(elements)
    case .object(let members): .object(members.map { ($0.key, $0.value) })
    }
  }
}

extension Node: JSONTree {
  var shape: JSONShape<Node> {
    switch content {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let text): .number(NumberText(text).double)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements)
    case .object(let members): .object(members.map { ($0.key, $0.value) })
    }
  }
}
