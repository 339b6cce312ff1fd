import Diagnostics
import StructuredText

extension ObjectReader {
  var span: Span { node.span }

  /// The value of a key, which is known from now on.
  mutating func take(_ key: String) -> Node? { node(key) }

  func has(_ key: String) -> Bool { node.keys.contains { $0.utf8.elementsEqual(key.utf8) } }
}

extension Node {
  /// The keys of a mapping, in file order.
  var keys: [String] {
    if case .object(let members) = content { members.map(\.key) } else { [] }
  }

  /// For "expected …, found …".
  var foundText: String {
    switch content {
    case .null: "nothing"
    case .boolean(let value): "`\(value)`"
    case .number(let text): "the number \(QuotedText.of(text))"
    case .string(let text): "the text \(QuotedText.of(text))"
    case .array(let items): items.isEmpty ? "an empty list" : "a list of \(items.count)"
    case .object: "a mapping"
    }
  }

  /// The digits of a number.
  var foundNumber: String? {
    if case .number(let text) = content { text } else { nil }
  }

  /// The text of a string.
  var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The whole number, when it is one and fits.
  var wholeNumber: Int64? {
    if case .number(let text) = content { NumberText(text).integer } else { nil }
  }

  /// Any finite number.
  var double: Double? {
    guard case .number(let text) = content else { return nil }
    let value = NumberText(text).double
    return value.isFinite ? value : nil
  }
}
