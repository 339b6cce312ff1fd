package import StructuredText

/// A question that a person may choose, with blanks to fill in.
package struct ContextPrompt: Sendable {
  package struct Blank: Sendable {
    var name: String
    var summary: String
    var isRequired: Bool
  }

  package var name: String
  var title: String
  var summary: String
  var blanks: [Blank]
  /// With what was filled in.
  var text: @Sendable ([String: String]) -> String

  package var json: JSONValue {
    [
      "name": .string(name), "title": .string(title), "description": .string(summary),
      "arguments": .array(
        blanks.map {
          ["name": .string($0.name), "description": .string($0.summary), "required": .boolean($0.isRequired)]
        }),
    ]
  }

  /// - Returns: nil where a blank that has to be filled in is not; the first such is named.
  package func messages(_ values: [String: String]) throws(ToolRefusal) -> [JSONValue.Member] {
    if let missing = blanks.first(where: { $0.isRequired && (values[$0.name] ?? "").isEmpty }) {
      throw ToolRefusal("the argument `\(missing.name)` is missing")
    }
    let content: JSONValue = .object([.init("type", "text"), .init("text", .string(text(values)))])
    let message: JSONValue = .object([.init("role", "user"), .init("content", content)])
    return [.init("description", .string(summary)), .init("messages", .array([message]))]
  }
}
