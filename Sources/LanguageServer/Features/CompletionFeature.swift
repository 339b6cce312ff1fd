import JSONRPC
import StructuredText

/// What may stand at a place of rules, or of a file with a schema.
enum CompletionFeature: LanguageFeature {
  static let method = "textDocument/completion"
  static let capability = "completionProvider"
  static let options: JSONValue = ["triggerCharacters": [".", "\"", "/"]]

  static func answer(_ context: inout FeatureContext) throws(RPCError) -> JSONValue {
    let offset = try context.offset()
    let items: [CompletionItem]
    if context.document.isRules {
      items = RulesCompletion(context, at: offset).items
    } else if let schema = context.server.schemas.schema(of: context.document.address) {
      items = SchemaCompletion(schema, context.document, at: offset).items
    } else {
      items = []
    }
    return .array(items.map(\.json))
  }
}

struct CompletionItem: Hashable {
  enum Kind: Int64 {
    case method = 2
    case function = 3
    case field = 5
    case variable = 6
    case module = 9
    case property = 10
    case value = 12
    case keyword = 14
  }

  var label: String
  var kind: Kind
  var detail: String?
  var documentation: String?
  /// Where it is not the label.
  var insertion: String?

  var json: JSONValue {
    var members: [JSONValue.Member] = [.init("label", .string(label)), .init("kind", .integer(kind.rawValue))]
    if let detail { members.append(.init("detail", .string(detail))) }
    if let documentation { members.append(.init("documentation", .string(documentation))) }
    if let insertion { members.append(.init("insertText", .string(insertion))) }
    return .object(members)
  }
}
