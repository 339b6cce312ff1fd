package import StructuredText

/// What a tool says: a short text for the model, and the same as values.
package struct ToolAnswer: Hashable, Sendable {
  package var text: String
  /// Nil: only the text.
  package var content: JSONValue?
  /// The tool could not do what it was asked for; the text says what would help.
  package var isError = false

  package init(text: String, content: JSONValue? = nil) {
    self.text = text
    self.content = content
  }

  /// - Parameter help: what to do instead.
  package static func refused(_ message: String, help: String? = nil) -> ToolAnswer {
    var answer = ToolAnswer(text: message + (help.map { "\nhelp: \($0)" } ?? ""))
    answer.isError = true
    return answer
  }

  package var json: [JSONValue.Member] {
    let block: JSONValue = .object([.init("type", "text"), .init("text", .string(text))])
    var members: [JSONValue.Member] = [.init("content", .array([block]))]
    if let content { members.append(.init("structuredContent", content)) }
    return members + [.init("isError", .boolean(isError))]
  }
}

/// A call that is not carried out.
package struct ToolRefusal: Error, Hashable, Sendable {
  package var message: String
  package var help: String?

  package init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }

  package var answer: ToolAnswer { .refused(message, help: help) }
}
