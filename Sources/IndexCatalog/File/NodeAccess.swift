import StructuredText

extension Node {
  /// The value under a key of an object; nil for anything else.
  func member(_ key: String) -> Node? { members.first { $0.key == key }?.value }

  var members: [Member] {
    if case .object(let members) = content { members } else { [] }
  }

  var elements: [Node]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  var boolean: Bool? {
    if case .boolean(let value) = content { value } else { nil }
  }

  var isObject: Bool {
    if case .object = content { true } else { false }
  }

  /// What JavaScript takes for true: the CLI tests the presence of keys this way.
  var isTruthy: Bool {
    switch content {
    case .null: false
    case .boolean(let value): value
    case .number(let digits): digits.contains { ("1"..."9").contains($0) }
    case .string(let text): !text.isEmpty
    case .array, .object: true
    }
  }
}
