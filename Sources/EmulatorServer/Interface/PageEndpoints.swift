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
  let version: String

  /// Rows in one answer.
  private static let rowLimit = 10_000

  func answer(_ call: RESTCall) async -> HTTPAnswer {
    do throws(RESTRefusal) {
      let path = call.target.segments.dropFirst(2)
      switch path.joined(separator: "/") {
      case "overview":
        try call.requires(.get)
        return EndpointAnswer.document(overview)
      case "pulse":
        try call.requires(.get)
        return EndpointAnswer.document(emulation.pulse)
      case "events":
        try call.requires(.get)
        return await PageEvents(emulation: emulation, calls: calls, after: Self.after(call)).answer()
      case "listeners":
        try call.requires(.get)
        return EndpointAnswer.document(emulation.listeners)
      case "requests":
        try call.requires(.get)
        return EndpointAnswer.document(requests(call))
      case "meter":
        try call.requires(.get)
        return EndpointAnswer.document(emulation.meter(location: call.target.value("location")))
      case "indexes": return try PageFiles(emulation: emulation).indexes(call)
      case "rules": return try PageFiles(emulation: emulation).rules(call)
      case "workload": return try await workload(call)
      case "realtime": return try await PageRealtime(emulation: emulation).answer(call)
      case "export":
        try call.requires(.post)
        return await ExchangeEndpoint(emulation: emulation, isAskedByPage: true).exportAll(call)
      case "import":
        try call.requires(.post)
        return await ExchangeEndpoint(emulation: emulation, isAskedByPage: true).importAll(call)
      case "rules/decide": return try PageTrials(emulation: emulation).decide(call)
      case "query": return try PageTrials(emulation: emulation).query(call)
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

  /// `{"first", "last", "rows"}`: those behind the number `after`, or of all the newest `limit`.
  private func requests(_ call: RESTCall) -> JSONValue {
    let history = emulation.recording.history
    let (first, last) = history?.bounds ?? (1, 0)
    let limit = max(0, Self.number(call, "limit") ?? Self.rowLimit)
    let after = Self.after(call) ?? max(0, last - limit)
    let rows = history?.entries(after: after, limit: limit) ?? []
    return [
      "first": .integer(Int64(first)), "last": .integer(Int64(last)),
      "rows": .array(rows.map { $0.row(billing: emulation.recording.billing) }),
    ]
  }

  /// A file to download.
  private func workload(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get)
    guard let text = await emulation.sessionWorkload(of: try call.databaseName(emulation)) else {
      throw .refused(
        FirestoreError(.failedPrecondition, "Nothing was asked of this database that a workload could ask."))
    }
    var answer = HTTPAnswer(.ok, "application/yaml; charset=utf-8", .bytes(Array(text.utf8)))
    answer.fields[.contentDisposition] = "attachment; filename=\"session.workload.yaml\""
    return answer
  }

  private func request(_ call: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get)
    guard let number = call.target.segment(3).flatMap({ Int($0) }), let detail = emulation.requestDetail(number) else {
      throw .refused(FirestoreError(.notFound, "This request is not kept, or there was none of this number."))
    }
    return EndpointAnswer.document(detail)
  }

  /// The number of a request that is known; there is none below the first.
  private static func after(_ call: RESTCall) -> Int? { number(call, "after").map { max(0, $0) } }

  static func number(_ call: RESTCall, _ name: String) -> Int? { call.target.value(name).flatMap { Int($0) } }
}
