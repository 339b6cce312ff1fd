package import StructuredText

/// Something that a model may read, by its address.
package struct ContextResource: Hashable, Sendable {
  package var address: String
  package var name: String
  package var summary: String
  package var type: String

  init(_ address: String, _ name: String, _ summary: String, type: String = Self.markdown) {
    self.address = address
    self.name = name
    self.summary = summary
    self.type = type
  }

  static let markdown = "text/markdown"
  static let json = "application/json"

  package var json: JSONValue {
    [
      "uri": .string(address), "name": .string(name), "description": .string(summary), "mimeType": .string(type),
    ]
  }
}

/// What reading a resource gives.
package struct ResourceText: Hashable, Sendable {
  package var type: String
  package var text: String
  /// It is the same for everybody, until Firebreak itself changes.
  package var isOfProgram = true

  package func json(of address: String) -> JSONValue {
    .array([["uri": .string(address), "mimeType": .string(type), "text": .string(text)]])
  }
}
