import Emulation
import FirestoreModel
import HTTPTypes
import HummingbirdCore
import RealtimeDatabase
import RealtimeService

/// Answers the requests to the port of the Realtime Database: sorts them by their paths.
struct RealtimeResponder: Sendable {
  let emulation: Emulation
  let calls: OpenCalls
  let bodyLimit: Int
  let budget: RequestBudget
  /// Where the server was told to listen.
  let host: String

  func respond(_ request: Request) async -> HTTPAnswer {
    var answer: HTTPAnswer
    if request.method == .options {
      answer = CrossOrigin.preflight(request.headers, usual: CrossOrigin.realtimeHeaders)
    } else {
      do throws(FirestoreError) {
        let target = try RESTTarget(request.head.path ?? "/")
        answer = try await budget.holding(request, limit: bodyLimit) { body in
          do throws(RealtimeRefusal) {
            return try await route(
              RealtimeCall(method: request.method, target: target, fields: request.headers, body: body),
              authority: request.head.authority)
          } catch { return .refusal(error) }
        }
      } catch {
        // Nothing of the data was looked at: the request cannot be read.
        let isTooLarge = error == .requestTooLarge(limit: bodyLimit)
        answer = isTooLarge
          ? .refusal(RealtimeRefusal.invalidWrite(RealtimeWriteError(.tooLarge(bytes: bodyLimit + 1))))
          : .realtimeError(error.status.http, error.message)
      }
    }
    CrossOrigin.add(to: &answer, for: request.headers)
    return answer
  }

  private func route(_ call: RealtimeCall, authority: String?) async throws(RealtimeRefusal) -> HTTPAnswer {
    try screen(call, authority: authority)
    switch call.target {
    case .root where call.isRead: return .text(.ok, Self.hint + "\n")
    case .root, .none: return .realtimeError(.notFound, Self.hint)
    case .webSocket:
      throw .unsupported("The WebSocket protocol of the Realtime Database, which apps with an SDK speak, is")
    case .longPolling: return .realtimeError(.notFound, "Long polling is not served.")
    case .data(let path): return try await RealtimeData(emulation: emulation, calls: calls).answer(call, at: path)
    case .setting(let name): return try await RealtimeSettings(emulation: emulation).answer(call, name)
    case .inspection(let name): return try RealtimeSettings(emulation: emulation).inspect(call, name)
    }
  }

  private static let hint = "append .json to your request URI to use the REST API"

  /// Refuses what the page of somebody else may be behind.
  private func screen(_ call: RealtimeCall, authority: String?) throws(RealtimeRefusal) {
    if let authority, !authority.isEmpty, !WebPages.isExpected(host: authority, configured: host) {
      throw .permissionDenied
    }
    guard let origin = call.fields.value("origin"), !call.isRead else { return }
    switch call.target {
    case .setting, .inspection:
      if !WebPages.mayAdminister(origin: origin, host: authority) { throw .permissionDenied }
    case .data, .webSocket, .longPolling, .root, .none: return
    }
  }
}

extension RealtimeCall {
  /// The instance that a request is about: `ns`, else the one that the project has from the beginning.
  func instance(of emulation: Emulation) throws(RealtimeRefusal) -> RealtimeInstance {
    try emulation.realtimeInstance(value("ns").map { Text($0) }, onlyReading: isRead && !wantsStream)
  }

  func context(now: Timestamp) throws(RealtimeRefusal) -> (RealtimeContext, expiry: Int64?) {
    let credentials = try RealtimeCredentials(self, now: now)
    let headers = CallHeaders(fields)
    return (
      RealtimeContext(
        caller: credentials.caller, operation: headers.operation.map { Text($0) }, test: headers.test.map { Text($0) },
        carrier: .rest(isSilent: value("print") == "silent")), credentials.expiry
    )
  }

  /// What the owner alone may ask for.
  func requireOwner(now: Timestamp) throws(RealtimeRefusal) {
    guard try RealtimeCredentials(self, now: now).caller == .owner else { throw .permissionDenied }
  }
}
