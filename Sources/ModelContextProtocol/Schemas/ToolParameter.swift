package import StructuredText

/// One argument of a tool.
package struct ToolParameter: Sendable {
  package enum Kind: Hashable, Sendable {
    case text, texts, flag, object
    /// One of these texts.
    case choice([String])
    /// Texts by name.
    case textsByName
  }

  package var name: String
  package var kind: Kind
  package var summary: String
  package var isRequired: Bool

  package init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
  }

  /// Every tool that reads a project takes it.
  package static let project = ToolParameter(
    "project", .text, "Folder of the project, relative to the first folder of the workspace. Default: that folder.")

  var schema: JSONValue { .object(kind.schema + [.init("description", .string(summary))]) }
}

extension ToolParameter.Kind {
  fileprivate var schema: [JSONValue.Member] {
    switch self {
    case .text: [.init("type", "string"), .init("minLength", 1), .init("maxLength", Self.longest)]
    case .texts: [.init("type", "array"), .init("items", ["type": "string", "minLength": 1]), .init("maxItems", 200)]
    case .flag: [.init("type", "boolean")]
    case .object: [.init("type", "object")]
    case .choice(let words): [.init("type", "string"), .init("enum", .array(words.map(JSONValue.string)))]
    case .textsByName: [.init("type", "object"), .init("additionalProperties", ["type": "string"])]
    }
  }

  static let longest: JSONValue = 1_000_000
}

extension [ToolParameter] {
  /// The schema of the arguments of a tool.
  package var schema: JSONValue {
    .object([
      .init("type", "object"),
      .init("properties", .object(map { .init($0.name, $0.schema) })),
      .init("required", .array(filter(\.isRequired).map { .string($0.name) })),
      .init("additionalProperties", false),
    ])
  }
}
