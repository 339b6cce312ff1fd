import FirestoreModel
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Answers the requests of HTTP/1: sorts them by their paths.
struct HTTPResponder: Sendable {
  let rest: RESTService
  let endpoints: EmulatorEndpoints
  let ownEndpoints: OwnEndpoints
  let stop: StopSignal
  let bodyLimit: Int
  let budget: RequestBudget
  /// Where the server was told to listen.
  let host: String

  func respond(_ request: Request) async -> HTTPAnswer {
    var answer: HTTPAnswer
    if request.method == .options {
      answer = CrossOrigin.preflight(request.headers, usual: CrossOrigin.firestoreHeaders)
    } else {
      do throws(FirestoreError) {
        try screen(request)
        answer = try await answerWhole(request)
      } catch { answer = .refusal(error) }
    }
    CrossOrigin.add(to: &answer, for: request.headers)
    return answer
  }

  /// - Throws: PERMISSION_DENIED for what the page of somebody else may be behind.
  private func screen(_ request: Request) throws(FirestoreError) {
    let authority = request.head.authority
    // Clients of HTTP/1.0 do not tell the host.
    if let authority, !authority.isEmpty, !WebPages.isExpected(host: authority, configured: host) {
      throw FirestoreError(
        .permissionDenied, "The host \"\(authority)\" of the request is not one that this emulator is known by.")
    }
    guard let origin = request.headers.value("origin"), request.method != .get, request.method != .head else { return }
    let segments = try RESTTarget(request.head.path ?? "/").segments
    guard let first = segments.first, ["emulator", "firebreak", "shutdown"].contains(first) else { return }
    guard WebPages.mayAdminister(origin: origin, host: authority) else {
      throw FirestoreError(.permissionDenied, "Web pages of \"\(origin)\" cannot ask for this.")
    }
  }

  /// Reads the request, and lets go of it when it has been answered.
  private func answerWhole(_ request: Request) async throws(FirestoreError) -> HTTPAnswer {
    let target = try RESTTarget(request.head.path ?? "/")
    return try await budget.holding(request, limit: bodyLimit) { body in
      await route(RESTCall(method: request.method, target: target, fields: request.headers, body: body))
    }
  }

  private func route(_ call: RESTCall) async -> HTTPAnswer {
    switch call.target.segments.first ?? "" {
    case "" where call.target.segments.count <= 1: root(call)
    case "v1", "v1beta1": await rest.answer(call)
    case "emulator": await endpoints.answer(call)
    case "firebreak" where call.target.segment(1) == "v1": ownEndpoints.answer(call)
    case "shutdown" where call.target.segments.count == 1: shutdown(call)
    case "google.firestore.v1.Firestore" where call.target.segments.last == "channel": .refusal(Self.browserChannel)
    default: .refusal(.notFound)
    }
  }

  private static let browserChannel = FirestoreError(
    .unimplemented,
    "The browser channel (WebChannel), over which web pages listen and write, is not supported by this version of "
      + "Firebreak (FB8001). Clients outside of browsers listen over gRPC.")

  private func root(_ call: RESTCall) -> HTTPAnswer {
    guard call.method == .get || call.method == .head else { return .refusal(.methodNotAllowed([.get, .head])) }
    return .text(.ok, "Ok\n")
  }

  private func shutdown(_ call: RESTCall) -> HTTPAnswer {
    guard call.method == .post else { return .refusal(.methodNotAllowed([.post])) }
    stop.raise()
    return .text(.ok, "Shutting down.\n")
  }
}
