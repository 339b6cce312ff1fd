import Diagnostics

extension ScannedResult {
  /// An element of what `listDocuments` of the server SDKs answers is a reference, not a snapshot: asking it for its
  /// document is a request of its own.
  var isListedReference: Bool {
    guard part == .document, case .query = target else { return false }
    let span = location.span
    let bytes = location.source.bytes
    guard span.start >= 0, span.start <= span.end, span.end <= bytes.count else { return false }
    return "listDocuments".utf8.elementsEqual(bytes[span.start..<span.end])
  }
}
