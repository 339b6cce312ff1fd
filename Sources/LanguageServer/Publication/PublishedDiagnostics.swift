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
  ///
  /// A message names the version of a document only where the text of that version was looked at: what was found in an
  /// earlier text is shown at its present place, but says nothing of the newer one.
  mutating func update(
    _ files: [String: [JSONValue]], _ documents: OpenDocuments, lookedAt texts: [String: [UInt8]]
  ) -> [JSONValue] {
    var messages: [JSONValue] = []
    for address in Set(files.keys).union(known.keys).union(documents.all.keys).sorted() {
      let diagnostics = files[address] ?? []
      let document = documents[address]
      let version = document.flatMap { document in
        document.path.flatMap { texts[$0] } == document.bytes ? document.version : nil
      }
      if let last = known[address], last.version == version, last.diagnostics == diagnostics { continue }
      let isForgotten = diagnostics.isEmpty && document == nil
      known[address] = isForgotten ? nil : Publication(version: version, diagnostics: diagnostics)
      var members: [JSONValue.Member] = [.init("uri", .string(address))]
      if let version { members.append(.init("version", .integer(Int64(version)))) }
      members.append(.init("diagnostics", .array(diagnostics)))
      messages.append(RPCWriting.notification("textDocument/publishDiagnostics", .object(members)))
    }
    return messages
  }
}
