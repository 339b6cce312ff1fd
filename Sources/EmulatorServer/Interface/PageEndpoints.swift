import Diagnostics
import Emulation
import FirestoreModel
import HTTPTypes
import StructuredText

/// What the page and scripts ask for, below `/firebreak/v1`: the endpoints of the port of Firestore, and those that show
/// single requests and documents, and write into the project.
struct PageEndpoints: Sendable {
  let emulation: Emulation
  let calls: OpenCalls
  let opened: OpenedPorts
  let turns: ConversionTurns
  let version: String

  /// Rows in one answer.
  private static let rowLimit = 10_000

  func answer(_ call: RESTCall) async -> HTTPAnswer {
    do throws(RESTRefusal) {
      let path = call.target.segments.dropFirst(2)
      switch path.joined(separator: "/") {
      case "overview":
        try call.requires(.get)
        try call.requiresNoParameters()
        return EndpointAnswer.document(overview)
      case "pulse":
        try call.requires(.get)
        try call.requiresNoParameters()
        return EndpointAnswer.document(emulation.pulse)
      case "events":
        try call.requires(.get)
        let (after, run) = try call.parameters { ($0.integer("after"), $0.text("run")) }
        return await PageEvents(emulation: emulation, calls: calls, after: after, run: run).answer()
      case "listeners":
        try call.requires(.get)
        try call.requiresNoParameters()
        return EndpointAnswer.document(emulation.listeners)
      case "requests":
        try call.requires(.get)
        return EndpointAnswer.document(try requests(call))
      case "meter": return try meter(call)
      case "indexes": return try PageFiles(emulation: emulation).indexes(call)
      case "rules": return try PageFiles(emulation: emulation).rules(call)
      case "workload": return try await workload(call)
      case "realtime": return try await PageRealtime(emulation: emulation, turns: turns).answer(call)
      case "export":
        try call.requires(.post)
        try call.requiresNoParameters()
        return try await ExchangeEndpoint(emulation: emulation, isAskedByPage: true).exportAll(call)
      case "import":
        try call.requires(.post)
        try call.requiresNoParameters()
        return try await ExchangeEndpoint(emulation: emulation, isAskedByPage: true).importAll(call)
      case "rules/decide": return try PageTrials(emulation: emulation, turns: turns).decide(call)
      case "query": return try await PageTrials(emulation: emulation, turns: turns).query(call)
      case "collections", "documents", "document": return try await PageDocuments(emulation: emulation).answer(call)
      case _ where path.first == "requests" && path.count == 2: return try request(call)
      default: return await OwnEndpoints(emulation: emulation).answer(call)
      }
    } catch { return .refusal(error) }
  }

  private var overview: JSONValue {
    guard case .object(let members) = emulation.overview else { return emulation.overview }
    let emulators = opened.served?.emulators ?? []
    return .object([.init("version", .string(version)), .init("emulators", .object(emulators))] + members)
  }

  /// `{"run", "first", "last", "rows"}`: those behind the number `after`, or of those before the number `before`, which without it
  /// are all, the newest `limit`.
  private func requests(_ call: RESTCall) throws(RESTRefusal) -> JSONValue {
    let asked = try call.parameters { parameters in
      (
        after: parameters.integer("after"), before: parameters.integer("before"),
        limit: parameters.integer("limit") ?? Self.rowLimit
      )
    }
    let history = emulation.recording.history
    let (first, last) = history?.bounds ?? (1, 0)
    let end = min(asked.before ?? .max, last + 1)
    let after = asked.after ?? max(0, end - 1 - min(asked.limit, end))
    let rows = (history?.entries(after: after, limit: asked.limit) ?? []).prefix { $0.number < end }
    return [
      "run": .string(emulation.settings.run), "first": .integer(Int64(first)), "last": .integer(Int64(last)),
      "rows": .array(rows.map { $0.row(billing: emulation.recording.billing) }),
    ]
  }

  private func meter(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get)
    let location = try call.parameters { $0.text("location") }
    let place = SourceText(path: "query", text: "location=\(location ?? "")").start
    if let location, let problem = emulation.problem(withLocation: location, at: place) { throw .malformed([problem]) }
    return EndpointAnswer.document(emulation.meter(location: location))
  }

  /// A file to download.
  private func workload(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get)
    let name = try call.database(emulation, try call.parameters { $0.text("database") })
    guard let text = await emulation.sessionWorkload(of: name) else {
      throw .refused(
        FirestoreError(.failedPrecondition, "Nothing was asked of this database that a workload could ask."))
    }
    var answer = HTTPAnswer(.ok, "application/yaml; charset=utf-8", .bytes(Array(text.utf8)))
    answer.fields[.contentDisposition] = "attachment; filename=\"session.workload.yaml\""
    return answer
  }

  private func request(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get)
    try call.requiresNoParameters()
    guard let number = call.target.segment(3).flatMap({ Int($0) }), let detail = emulation.requestDetail(number) else {
      throw .refused(FirestoreError(.notFound, "This request is not kept, or there was none of this number."))
    }
    return EndpointAnswer.document(detail)
  }
}
