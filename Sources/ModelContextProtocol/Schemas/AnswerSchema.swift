import StructuredText

/// Schemas of what tools answer. They name what scripts may rely on; more may be there.
enum AnswerSchema {
  static func object(_ members: KeyValuePairs<String, JSONValue>, required: [String] = []) -> JSONValue {
    var properties = members.map { JSONValue.Member($0.key, $0.value) }
    properties.append(.init("cut", cut))
    return .object([
      .init("type", "object"), .init("properties", .object(properties)),
      .init("required", .array(required.map(JSONValue.string))),
    ])
  }

  static func list(of element: JSONValue) -> JSONValue { ["type": "array", "items": element] }

  static let text: JSONValue = ["type": "string"]
  static let number: JSONValue = ["type": "number"]
  static let anyObject: JSONValue = ["type": "object"]
  static let textOrNull: JSONValue = ["type": ["string", "null"]]
  static let numberOrNull: JSONValue = ["type": ["number", "null"]]

  static let outcome: JSONValue = ["type": "string", "enum": ["clean", "findings", "usage", "internal"]]

  static let finding: JSONValue = [
    "type": "object",
    "properties": [
      "code": text, "name": text, "severity": ["type": "string", "enum": ["error", "warning", "info"]],
      "message": text, "file": textOrNull, "line": numberOrNull, "column": numberOrNull, "help": textOrNull,
      "notes": ["type": "array", "items": text], "missingIndex": anyObject,
    ],
    "required": ["code", "severity", "message"],
  ]

  /// The lists that are not whole.
  private static let cut: JSONValue = [
    "type": "array",
    "description": "Lists that were cut: where they stand, how many elements are shown, and how many there are.",
    "items": [
      "type": "object", "properties": ["at": text, "shown": number, "of": number],
      "required": ["at", "shown", "of"],
    ],
  ]
}
