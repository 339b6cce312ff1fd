package import Diagnostics

/// Findings of one place that differ only in the query they speak of: the ways that lead to one call, with one filter
/// more or less, mostly have the same problem. It is reported once, about the simplest of the queries.
package struct AlikeFindings {
  private struct Key: Hashable {
    var path: String?
    var span: Span?
    var code: DiagnosticCode
    var severity: Severity
    /// The definition that is missing, or the message without the query.
    var subject: String
    var help: String?
  }

  private struct Entry {
    var finding: Diagnostic
    var query: String
    var others: [String] = []
  }

  private var entries: [Entry] = []
  private var known: [Key: Int] = [:]

  package init() {}

  /// - Parameter query: as the message calls it, without its quotes.
  package mutating func add(_ finding: Diagnostic, of query: String) {
    let key = Key(
      path: finding.location?.source.path, span: finding.location?.span, code: finding.code, severity: finding.severity,
      subject: finding.needs.map { "\($0.file)\n\($0.json)" } ?? finding.message.replacing("`\(query)`", with: "?"),
      help: finding.help)
    guard let index = known[key] else {
      known[key] = entries.count
      entries.append(Entry(finding: finding, query: query))
      return
    }
    guard entries[index].query != query, !entries[index].others.contains(query) else { return }
    let others = finding.related.filter { $0.isOrigin && !entries[index].finding.related.contains($0) }
    let origins = entries[index].finding.related.filter(\.isOrigin) + others
    defer {
      entries[index].finding.related.removeAll(where: \.isOrigin)
      entries[index].finding.related += origins
    }
    if Self.isSimpler(query, than: entries[index].query) {
      entries[index].others.append(entries[index].query)
      entries[index].finding = finding
      entries[index].query = query
    } else {
      entries[index].others.append(query)
    }
  }

  private static func isSimpler(_ query: String, than other: String) -> Bool {
    let (length, otherLength) = (query.utf8.count, other.utf8.count)
    return length != otherLength ? length < otherLength : query.utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// In the order in which the places were first met.
  package var findings: [Diagnostic] {
    entries.map { entry in
      guard !entry.others.isEmpty else { return entry.finding }
      var finding = entry.finding
      let shown = entry.others.sorted { Self.isSimpler($0, than: $1) }
      let list = shown.prefix(3).map { QuotedText.of($0, limit: 120) }.joined(separator: ", ")
      let rest = shown.count > 3 ? " and \(shown.count - 3) more" : ""
      let what =
        shown.count == 1 ? "another query that is sent here" : "\(shown.count) other queries that are sent here"
      finding.notes.append("the same goes for \(what): \(list)\(rest)")
      return finding
    }
  }
}

extension Diagnostic {
  /// Where somebody looks for what is found: where the query is built, when that is in another file than what sends it.
  package var soughtPlaces: [SourceLocation] {
    let origins = related.filter { $0.isOrigin && $0.location.source.path != location?.source.path }.map(\.location)
    return origins.isEmpty ? [location].compactMap(\.self) : origins
  }
}

extension RelatedLocation {
  package static let origin = "the query is built here"

  /// What is found was written here, the place of the finding only carries it out: a comment that silences the finding
  /// may stand here as well.
  package var isOrigin: Bool { message == Self.origin }
}
