import Diagnostics
import JSONRPC
package import StructuredText

/// The arguments of one call, checked against what the tool takes.
package struct ToolArguments: Sendable {
  private let values: [String: Node]

  /// - Parameter node: nil: none were given.
  package init(_ node: Node?, for parameters: [ToolParameter]) throws(ToolRefusal) {
    var values: [String: Node] = [:]
    if case .object(let members)? = node?.content {
      for member in members { values[member.key] = member.value }
    }
    for name in values.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
      throw Self.unknown(name, parameters.map(\.name))
    }
    for parameter in parameters {
      guard let value = values[parameter.name] else {
        if parameter.isRequired { throw ToolRefusal("the argument `\(parameter.name)` is missing") }
        continue
      }
      try Self.check(value, for: parameter)
    }
    self.values = values
  }

  package func text(_ name: String) -> String? { values[name]?.text }

  package func isSet(_ name: String) -> Bool { values[name]?.content == .boolean(true) }

  package func texts(_ name: String) -> [String] {
    guard case .array(let elements)? = values[name]?.content else { return [] }
    return elements.compactMap(\.text)
  }

  /// An object, as JSON text.
  package func json(_ name: String) -> String? { values[name].map { JSONWriter.text(JSONValue($0)) } }

  /// Texts by name, in the order in which they are written.
  package func pairs(_ name: String) -> [(name: String, value: String)] {
    guard case .object(let members)? = values[name]?.content else { return [] }
    return members.compactMap { member in member.value.text.map { (member.key, $0) } }
  }

  private static func unknown(_ name: String, _ known: [String]) -> ToolRefusal {
    ToolRefusal(
      "there is no argument \(QuotedText.of(name))",
      help: NearestName.of(name, among: known).map { "did you mean `\($0)`?" }
        ?? (known.isEmpty ? "the tool takes none" : "arguments: \(known.joined(separator: ", "))"))
  }

  private static func check(_ value: Node, for parameter: ToolParameter) throws(ToolRefusal) {
    guard let expected = mistake(value, parameter.kind) else { return }
    throw ToolRefusal("the argument `\(parameter.name)` has to be \(expected)")
  }

  /// What is expected instead; nil: nothing is wrong.
  private static func mistake(_ value: Node, _ kind: ToolParameter.Kind) -> String? {
    switch (kind, value.content) {
    case (.flag, .boolean), (.object, .object): nil
    case (.text, .string(let text)) where (1...1_000_000).contains(text.utf8.count): nil
    case (.texts, .array(let elements)) where elements.count <= 200 && elements.allSatisfy(isText): nil
    case (.choice(let words), .string(let text)) where words.contains(text): nil
    case (.textsByName, .object(let members)) where members.allSatisfy { $0.value.text != nil }: nil
    default: kind.expectation
    }
  }

  private static func isText(_ node: Node) -> Bool { node.text.map { !$0.isEmpty } ?? false }
}

extension ToolParameter.Kind {
  fileprivate var expectation: String {
    switch self {
    case .text: "a text of 1 to 1,000,000 bytes"
    case .texts: "a list of at most 200 texts"
    case .flag: "true or false"
    case .object: "an object"
    case .choice(let words): "one of \(words.map { "`\($0)`" }.joined(separator: ", "))"
    case .textsByName: "an object whose values are texts"
    }
  }
}
