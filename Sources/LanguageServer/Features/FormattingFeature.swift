import FirestoreRulesLanguage
import JSONRPC
import StructuredText

/// The layout of rules, as `firebreak rules format` has it.
enum FormattingFeature: LanguageFeature {
  static let method = "textDocument/formatting"
  static let capability = "documentFormattingProvider"
  static let needsAnalysis = false

  static func answer(_ context: inout FeatureContext) throws(RPCError) -> JSONValue {
    guard context.document.isRules else { return .null }
    let parsed = CloudRulesParser.parse(context.document.source)
    // What cannot be read is not laid out; its diagnostics say why.
    guard let text = CloudRulesFormatter.format(parsed) else { return .null }
    return .array(
      TextEdits.between(context.document, and: text, context.client.encoding).map { edit in
        ["range": edit.range.json, "newText": .string(edit.text)]
      })
  }
}

extension OpenDocument {
  /// Security rules of Firestore or Storage.
  var isRules: Bool { address.hasSuffix(".rules") || language == "firestore-rules" || language == "firebase-rules" }
}
