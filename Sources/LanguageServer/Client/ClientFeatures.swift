import JSONRPC
import StructuredText

/// What a client has said that it can do, as far as the server asks.
struct ClientFeatures: Sendable {
  var encoding = PositionEncoding.utf16
  var hasRelatedInformation = false
  var hasCodeDescription = false
  var hasProgress = false
  var watchesFiles = false
  var takesEditsOfVersions = false
  var refreshesInlayHints = false

  init() {}

  /// - Parameter capabilities: `ClientCapabilities`
  init(_ capabilities: Node?) {
    func isSet(_ path: String...) -> Bool {
      path.reduce(capabilities) { $0?.member($1) }?.boolean ?? false
    }
    encoding = PositionEncoding(offered: capabilities?.member("general")?.member("positionEncodings"))
    hasRelatedInformation = isSet("textDocument", "publishDiagnostics", "relatedInformation")
    hasCodeDescription = isSet("textDocument", "publishDiagnostics", "codeDescriptionSupport")
    hasProgress = isSet("window", "workDoneProgress")
    watchesFiles = isSet("workspace", "didChangeWatchedFiles", "dynamicRegistration")
    takesEditsOfVersions = isSet("workspace", "workspaceEdit", "documentChanges")
    refreshesInlayHints = isSet("workspace", "inlayHint", "refreshSupport")
  }
}
