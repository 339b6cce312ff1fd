import Diagnostics
package import FirestoreModel
import StructuredText

/// A path as requests write it: `/cities/SF`, `cities/SF`, `/databases/(default)/documents/cities/SF`, or the full
/// resource name. No segments mean the root of the documents.
struct RequestedPath: Hashable, Sendable {
  /// The database id, where the path names one.
  var database: Text?
  var segments: [Text]

  init(_ text: String) {
    var parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Text(String(Substring($0))) }
    if parts.first?.isEmpty == true { parts.removeFirst() }
    if parts.last?.isEmpty == true { parts.removeLast() }
    if parts.count >= 5, parts[0] == "projects", parts[2] == "databases" { parts.removeFirst(2) }
    if parts.count >= 3, parts[0] == "databases", parts[2] == "documents" {
      database = parts[1]
      parts.removeFirst(3)
    }
    segments = parts
  }
}

extension NodeDecoding {
  /// A document's path; nil after a complaint.
  func documentPath(_ node: Node, for name: String) -> DocumentPath? {
    guard let text = string(node, for: name) else { return nil }
    return documentPath(text, at: node.span)
  }

  func documentPath(_ text: String, at span: Span) -> DocumentPath? {
    guard let path = DocumentPath(segments: RequestedPath(text).segments) else {
      report(
        .malformedInput, "\(QuotedText.of(text, limit: 200)) is not the path of a document", at: span,
        help: "write collection and document ids in turn, as in `cities/SF`")
      return nil
    }
    return isValid(span, path.validate) ? path : nil
  }

  /// Reports what the service would refuse about an id.
  func isValid(_ span: Span, _ validate: () throws(FirestoreError) -> Void) -> Bool {
    do throws(FirestoreError) {
      try validate()
      return true
    } catch {
      report(.malformedInput, error.message, at: span)
      return false
    }
  }

  /// RFC 3339; nil after a complaint.
  func time(_ node: Node, for name: String) -> Timestamp? {
    guard let text = string(node, for: name) else { return nil }
    if let time = Timestamp(rfc3339: text) { return time }
    report(
      .wrongType, "\(QuotedText.of(text)) is not a time of the years 0001 to 9999 in RFC 3339 form", at: node.span,
      help: "write it as in `2026-01-01T00:00:00Z`")
    return nil
  }
}

extension Timestamp {
  /// The time of requests that state none, so that no answer depends on today: 2026-01-01T00:00:00Z.
  package static let ofRequests = Timestamp(microseconds: 1_767_225_600_000_000)
}
