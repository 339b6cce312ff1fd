import Emulation
import FirestoreModel
import FirestoreService
import HTTPTypes

/// The endpoints that test libraries, the Firebase CLI and the Emulator UI expect of an emulator, below `/emulator/v1`.
/// They ask for no credentials.
struct EmulatorEndpoints: Sendable {
  let emulation: Emulation

  func answer(_ request: RESTCall) async -> HTTPAnswer {
    do throws(RESTRefusal) {
      return try await route(request)
    } catch { return .refusal(error) }
  }

  private func route(_ request: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    // emulator/v1/projects/P…
    let target = request.target
    guard target.segment(1) == "v1", target.segment(2) == "projects", let named = target.segment(3) else {
      throw .notFound
    }
    if target.segments.count == 4 { return try await call(named, request) }
    switch target.segment(4) {
    case "databases": return try await clear(Text(named), request)
    case "triggers", "eventarcTrigger":
      try request.requires(.put, .post, .delete)
      return EndpointAnswer.unsupported("Triggers of Cloud Functions are")
    default: throw .notFound
    }
  }

  /// `projects/P:verb`.
  private func call(_ text: String, _ request: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    guard let colon = text.lastIndex(of: ":") else { throw .notFound }
    let project = Text(String(text[..<colon]))
    switch text[colon...].dropFirst() {
    case "securityRules":
      try request.requires(.put, .post)
      do throws(FirestoreError) { try project.validateAsScopeID() } catch { throw .refused(error) }
      return RulesEndpoint(emulation: emulation).answer(request, project: project)
    case "ruleCoverage":
      try request.requires(.get)
      return EndpointAnswer.document(emulation.coverageDocument(project: project))
    case "ruleCoverage.html":
      try request.requires(.get)
      return .html(emulation.coveragePage(project: project))
    case "export":
      try request.requires(.post)
      return try await ExchangeEndpoint(emulation: emulation).answer(request, .export, project: project)
    case "import":
      try request.requires(.post)
      return try await ExchangeEndpoint(emulation: emulation).answer(request, .importing, project: project)
    default: throw .notFound
    }
  }

  /// `DELETE …/databases/D/documents[/path]`.
  private func clear(_ project: Text, _ request: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    let target = request.target
    guard target.segments.count >= 7, let database = target.segment(5), target.segment(6) == "documents" else {
      throw .notFound
    }
    try request.requires(.delete)
    do throws(FirestoreError) {
      var path: [Text] = []
      for segment in target.segments.dropFirst(7) {
        guard let id = PercentText.decode(segment), !id.isEmpty else {
          throw FirestoreError(.invalidArgument, "The path of the documents to delete has an empty or broken segment.")
        }
        let segment = Text(id)
        try segment.validateAsResourceID()
        path.append(segment)
      }
      let name = DatabaseName(project: project, database: Text(database))
      try name.requireIDs()
      try await emulation.clear(name, below: path)
      return EndpointAnswer.empty
    } catch { throw .refused(error) }
  }
}
