import Emulation
import FirestoreModel
import HTTPTypes
import QueryShapes
import StructuredText

/// Firebreak's own endpoints, below `/firebreak/v1`: what an emulation has served, as JSON, and what it is told to do.
struct OwnEndpoints: Sendable {
  let emulation: Emulation

  func answer(_ request: RESTCall) async -> HTTPAnswer {
    do throws(RESTRefusal) {
      switch request.target.segments.dropFirst(2).joined(separator: "/") {
      case "health":
        try request.requires(.get)
        try request.requiresNoParameters()
        return EndpointAnswer.document(emulation.health)
      case "ledger": return try ledger(request)
      case "queries":
        try request.requires(.get)
        try request.requiresNoParameters()
        return EndpointAnswer.document(["queries": emulation.recording.queries])
      case "findings":
        try request.requires(.get)
        try request.requiresNoParameters()
        return EndpointAnswer.document(emulation.findingsDocument)
      case "denials":
        try request.requires(.get)
        try request.requiresNoParameters()
        return EndpointAnswer.document(emulation.recording.denials)
      case "clock":
        try request.requires(.get, .post)
        try request.requiresNoParameters()
        let clock = ClockEndpoint(emulation: emulation)
        return request.method == .get ? clock.time : try await clock.move(request)
      case "export":
        try request.requires(.post)
        try request.requiresNoParameters()
        return try await ExchangeEndpoint(emulation: emulation).exportAll(request)
      case "import":
        try request.requires(.post)
        try request.requiresNoParameters()
        return try await ExchangeEndpoint(emulation: emulation).importAll(request)
      case "indexes/suggested":
        try request.requires(.get)
        let database = try request.parameters { $0.text("database") }.map { Text($0) }
        let file = emulation.suggestedIndexes(for: database).cleanText
        return HTTPAnswer(.ok, HTTPAnswer.jsonType, .bytes(file))
      default: throw .notFound
      }
    } catch { return .refusal(error) }
  }

  private func ledger(_ request: RESTCall) throws(RESTRefusal) -> HTTPAnswer {
    try request.requires(.get, .delete)
    if request.method == .delete {
      try request.requiresNoParameters()
      emulation.resetLedger()
      return EndpointAnswer.empty
    }
    let asked = try request.parameters { (operation: $0.text("operation"), test: $0.text("test")) }
    return EndpointAnswer.document(
      emulation.ledger(operation: asked.operation.map { Text($0) }, test: asked.test.map { Text($0) }))
  }
}
