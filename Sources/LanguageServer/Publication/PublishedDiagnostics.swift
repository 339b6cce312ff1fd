import JSONRPC
import StructuredText

/// What the editor has been told of each document.
struct PublishedDiagnostics: Sendable {
  private struct Publication: Sendable {
    var version: Int?
    var diagnostics: [JSONValue]
  }

  private var known: [String: Publication] = [:]

  /// Messages for what has changed. Documents that nothing is found in any more are told so.
  mutating func update(_ files: [String: [JSONValue]], _ documents: OpenDocuments) -> [JSONValue] {
    var messages: [JSONValue] = []
    for address in Set(files.keys).union(known.keys).union(documents.all.keys).sorted() {
      let diagnostics = files[address] ?? []
      let version = documents[address]?.version
      if let last = known[address], last.version == version, last.diagnostics == diagnostics { continue }
      let isForgotten = diagnostics.isEmpty && version == nil
      known[address] = isForgotten ? nil : Publication(version: version, diagnostics: diagnostics)
      var members: [JSONValue.Member] = [.init("uri", .string(address))]
      if let version { members.append(.init("version", .integer(Int64(version)))) }
      members.append(.init("diagnostics", .array(diagnostics)))
      messages.append(RPCWriting.notification("textDocument/publishDiagnostics", .object(members)))
    }
    return messages
  }
}
