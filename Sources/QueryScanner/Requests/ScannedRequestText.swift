import Diagnostics
import FirestoreModel
import QueryModel

extension ScannedRequest: CustomStringConvertible {
  /// One line: the kind, the target in its text form, what is unresolved (`!field`), and the circumstances:
  /// `listen Chats/?/Messages where ? > ? !field in-loop`.
  package var description: String {
    var words = ["\(kind.name) \(targetText)"]
    if database != "(default)" { words.append("in \(database?.string ?? "?")") }
    words += unresolvedNames.map { "!\($0)" }
    if case .admin = caller { words.append("admin") }
    if case .signedOut = caller { words.append("signed-out") }
    if case .named(let name) = caller { words.append("as-\(name)") }
    switch repetition {
    case nil: break
    case .perDocument: words.append("per-document")
    case .perElement: words.append("per-element")
    case .repeated: words.append("repeated")
    }
    if isInTransaction { words.append("in-transaction") }
    if isInBatch { words.append("in-batch") }
    if isFromCache { words.append("from-cache") }
    for remark in remarks {
      switch remark {
      case .filteredAfterRead: words.append("filtered-after-read")
      case .onlyCounted: words.append("only-counted")
      case .cursorFromRead: words.append("cursor-from-read")
      }
    }
    if refusal != nil { words.append("refused-by-sdk") }
    return words.joined(separator: " ")
  }

  /// The query, document or location in its one-line text form.
  package var targetText: String {
    let name = DatabaseName(project: "p", database: database ?? "(default)")
    switch target {
    case .query(let query, let aggregations):
      return aggregations.isEmpty
        ? query.text(database: name)
        : AggregationQuery(query: query, aggregations: aggregations).text(database: name)
    case .document(let path): return path.description
    case .realtime(let query): return "realtime \(query)"
    }
  }

  /// Each kind of unresolved part once.
  package var unresolvedNames: [String] {
    UnresolvedPart.Kind.allCases.filter { kind in unresolved.contains { $0.kind == kind } }.map(\.name)
  }
}

extension ScannedRequest.Kind {
  package var name: String {
    switch self {
    case .get: "get"
    case .listen: "listen"
    case .aggregate: "aggregate"
    case .write(let kind): kind.rawValue
    case .unsent: "unsent"
    }
  }
}
