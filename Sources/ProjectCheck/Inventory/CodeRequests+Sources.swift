import Diagnostics
import FirestoreModel
package import Project
import QueryModel
import QueryScanner
import SourceTokens
package import Workloads

extension CodeRequests {
  /// What the sources of a project ask; they are read when a workload names one of its requests.
  package static func of(_ project: Project) -> CodeRequests {
    CodeRequests { SourceQueries.load(ProjectScope.whole(project)).codeRequests }
  }
}

extension SourceQueries {
  /// The reads of the application, as steps of workloads may name them.
  package var codeRequests: [CodeRequest] { requests.compactMap(\.codeRequest) }
}

extension SourceRequest {
  /// Nil for writes, for what tests ask, and for examples in documents.
  var codeRequest: CodeRequest? {
    guard !isTest, !isExample else { return nil }
    if case .write = request.kind { return nil }
    let target: CodeRequest.Target
    switch request.target {
    case .query(let query, let aggregations): target = .query(query, aggregations)
    case .document(let path): target = .document(path)
    case .realtime: return nil
    }
    return CodeRequest(
      function: request.function, path: path, line: line, target: target, isListener: request.kind == .listen,
      location: request.location, obstacle: obstacle(target))
  }

  /// Documentation shows code; an application does not run it.
  var isExample: Bool { SourceLanguage(fileName: request.location.source.path) == .markdown }

  private func obstacle(_ target: CodeRequest.Target) -> String? {
    if request.isFromCache { return "the client answers it from its cache, and nothing is billed" }
    if request.refusal != nil { return "the SDK throws instead of sending it" }
    if let database = request.database, database.string != Project.defaultDatabaseID {
      return "it asks the database \(QuotedText.of(database.string))"
    }
    let open = request.unresolvedNames.filter { name in
      UnresolvedPart.Kind.allCases.contains { $0.name == name && $0.decidesIndexes && $0 != .database }
    }
    guard open.isEmpty else { return "only the run knows its \(open.joined(separator: ", "))" }
    if case .query(let query, _) = target {
      let namesDocuments = query.filter?.fields.contains(where: \.isDocumentName) ?? false
      if namesDocuments { return "it asks for documents by their names; write `get` with `each`" }
      if query.source.collectionID?.literal == nil { return "only the run knows its collection" }
      if query.usedFields.contains(where: { $0.isUnknown || $0.hasUnknownSegment }) {
        return "only the run knows its fields"
      }
    }
    if case .document(let path) = target, !path.segments.count.isMultiple(of: 2) || path.segments.isEmpty {
      return "only the run knows its path"
    }
    return nil
  }
}
