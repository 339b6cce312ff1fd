package import Diagnostics
package import JSONRPC
package import StructuredText

/// A document that somebody edits, as it is in the editor.
package struct OpenDocument: Sendable {
  package let address: String
  /// Absolute; nil: it is no file.
  package let path: String?
  package let language: String
  package private(set) var version: Int
  package private(set) var bytes: [UInt8]
  package private(set) var lines: TextLines

  /// - Parameter item: `TextDocumentItem`; nil for what is none.
  package init?(_ item: Node?) {
    guard let address = item?.member("uri")?.text, let text = item?.member("text")?.text else { return nil }
    self.address = address
    path = DocumentAddress.path(address)
    language = item?.member("languageId")?.text ?? ""
    version = item?.member("version")?.index ?? 0
    bytes = Array(text.utf8)
    lines = TextLines(bytes)
  }

  /// A file that is not open, for edits of it.
  init(_ address: String, text: String) {
    self.address = address
    path = DocumentAddress.path(address)
    language = ""
    version = 0
    bytes = Array(text.utf8)
    lines = TextLines(bytes)
  }

  /// The document as it is read; one that is no file is named by its address.
  package var source: SourceText { SourceText(path: path ?? address, bytes: bytes) }

  /// - Parameter changes: `TextDocumentContentChangeEvent`, in their order.
  package mutating func apply(_ changes: [Node], version: Int, _ encoding: PositionEncoding) {
    self.version = version
    for change in changes {
      guard let text = change.member("text")?.text else { continue }
      let new = Array(text.utf8)
      guard let range = TextRange(change.member("range")) else {
        bytes = new
        lines = TextLines(new)
        continue
      }
      let start = offset(of: min(range.start, range.end), encoding)
      let end = max(start, offset(of: max(range.start, range.end), encoding))
      bytes.replaceSubrange(start..<end, with: new)
      lines.replace(start..<end, by: new.count, in: bytes)
    }
  }

  package func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
    lines.offset(of: position, in: bytes, encoding)
  }

  package func range(_ span: Range<Int>, _ encoding: PositionEncoding) -> TextRange {
    TextRange(
      lines.position(of: span.lowerBound, in: bytes, encoding),
      lines.position(of: span.upperBound, in: bytes, encoding))
  }

  /// As a client opens it.
  package var item: JSONValue {
    [
      "uri": .string(address), "languageId": .string(language), "version": .integer(Int64(version)),
      "text": .string(String(decoding: bytes, as: UTF8.self)),
    ]
  }
}

/// The documents that are open in an editor.
package struct OpenDocuments: Sendable {
  package private(set) var all: [String: OpenDocument] = [:]

  package init() {}

  package subscript(address: String) -> OpenDocument? { all[address] }

  /// The document of a file.
  package func document(at path: String) -> OpenDocument? { all.values.first { $0.path == path } }

  /// Takes what a notification says of a document.
  ///
  /// - Returns: its address; nil where it says nothing that is understood, or of a document that is not open.
  package mutating func take(_ notification: RPCNotification, _ encoding: PositionEncoding) -> String? {
    let item = notification.parameters?.member("textDocument")
    switch notification.method {
    case "textDocument/didOpen":
      guard let document = OpenDocument(item) else { return nil }
      all[document.address] = document
      return document.address
    case "textDocument/didChange":
      guard let address = item?.member("uri")?.text, all[address] != nil else { return nil }
      all[address]?.apply(
        notification.parameters?.member("contentChanges")?.elements ?? [],
        version: item?.member("version")?.index ?? 0, encoding)
      return address
    case "textDocument/didClose":
      guard let address = item?.member("uri")?.text, all.removeValue(forKey: address) != nil else { return nil }
      return address
    default: return nil
    }
  }
}
