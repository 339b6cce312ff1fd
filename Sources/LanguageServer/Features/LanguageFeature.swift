import JSONRPC
import StructuredText

/// Something that an editor may ask for: one file each.
protocol LanguageFeature: SendableMetatype {
  static var method: String { get }
  /// How the server says that it has it: a member of `ServerCapabilities`.
  static var capability: String { get }
  static var options: JSONValue { get }
  /// Nothing can be answered before the project was read.
  static var needsAnalysis: Bool { get }
  static func answer(_ context: inout FeatureContext) throws(RPCError) -> JSONValue
}

extension LanguageFeature {
  static var options: JSONValue { true }
  static var needsAnalysis: Bool { true }
}

enum LanguageFeatures {
  static let all: [any LanguageFeature.Type] = [
    HoverFeature.self, DefinitionFeature.self, ReferencesFeature.self, CodeActionFeature.self, CompletionFeature.self,
    InlayHintFeature.self, FormattingFeature.self, SemanticTokensFeature.self,
  ]

  static func named(_ method: String) -> (any LanguageFeature.Type)? { all.first { $0.method == method } }
}
