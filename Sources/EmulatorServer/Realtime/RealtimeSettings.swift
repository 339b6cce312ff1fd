import Diagnostics
import Emulation
import FirestoreModel
import FirestoreService
import HTTPTypes
import RealtimeService
import StructuredText

/// `/.settings/…` and `/.inspect/…`: what tools ask of an instance or of all of them. The owner only, but for the coverage
/// of rules: people look at that in a browser.
struct RealtimeSettings: Sendable {
  let emulation: Emulation

  func answer(_ call: RealtimeCall, _ name: String) async throws(RealtimeRefusal) -> HTTPAnswer {
    try call.requireOwner(now: emulation.clock.now)
    guard name == "rules" else {
      throw .unsupported("The setting `\(name)` is")
    }
    let instance = try call.instance(of: emulation)
    switch call.method {
    case .get, .head: return HTTPAnswer(.ok, HTTPAnswer.jsonType, .bytes(emulation.realtimeRules(of: instance.name)))
    case .put:
      let source = SourceText(path: "database.rules.json", bytes: call.body)
      let problems = emulation.setRealtimeRules(source, of: instance.name, onlyTrying: call.isTrue("dryRun"))
      let errors = problems.filter { $0.severity == .error }
      guard errors.isEmpty else {
        return .realtimeError(.badRequest, errors.map(Self.line).joined(separator: "\n"))
      }
      try await instance.waitUntilDurable()
      return .json(.ok, JSONWriter.text(["status": "ok"], .compact))
    default: return .methodNotAllowed("GET, HEAD, PUT, OPTIONS")
    }
  }

  /// `3:12: what is wrong`
  private static func line(_ problem: Diagnostic) -> String {
    guard let position = problem.location?.position else { return problem.message }
    return "\(position.line):\(position.column): \(problem.message)"
  }

  func inspect(_ call: RealtimeCall, _ name: String) throws(RealtimeRefusal) -> HTTPAnswer {
    guard call.isRead else { return .methodNotAllowed("GET, HEAD, OPTIONS") }
    switch name {
    case "databases.json":
      try call.requireOwner(now: emulation.clock.now)
      let names = emulation.realtimeNames.map { JSONValue.object([.init("name", .string($0.string))]) }
      return .json(.ok, JSONWriter.text(.array(names), .compact))
    case "coverage":
      return .html(emulation.realtimeCoveragePage(of: try call.instance(of: emulation).name))
    case "coverage.json":
      return EndpointAnswer.document(emulation.realtimeCoverageDocument(of: try call.instance(of: emulation).name))
    default: return .realtimeError(.notFound, "Nothing is served at this path.")
    }
  }
}
