import Emulation
import FirestoreModel
import HTTPTypes
import HummingbirdCore
import RealtimeDatabase
import RealtimeService
import RealtimeWire

/// Answers the requests to the port of the Realtime Database: sorts them by their paths.
struct RealtimeResponder: Sendable {
  let emulation: Emulation
  let calls: OpenCalls
  let sessions: RealtimeSessions
  let screen: RequestScreen

  func respond(_ request: Request) async -> HTTPAnswer {
    await screen.respond(to: request, refusal: refusal) { target, body in
      do throws(RealtimeRefusal) {
        return try await route(
          RealtimeCall(
            method: request.method, target: target, fields: request.headers, authority: request.head.authority,
            body: body))
      } catch { return .refusal(error) }
    }
  }

  /// Nothing of the data was looked at.
  private func refusal(_ error: FirestoreError) -> HTTPAnswer {
    if error == .requestTooLarge(limit: screen.bodyLimit) {
      return .refusal(RealtimeRefusal.invalidWrite(RealtimeWriteError(.tooLarge(bytes: screen.bodyLimit + 1))))
    }
    // In the status that clients of this service know.
    return .realtimeError(error.status == .permissionDenied ? .unauthorized : error.status.http, error.message)
  }

  private func route(_ call: RealtimeCall) async throws(RealtimeRefusal) -> HTTPAnswer {
    switch call.target {
    case .root where call.isRead: return .text(.ok, Self.hint + "\n")
    case .root, .none: return .realtimeError(.notFound, Self.hint)
    case .webSocket: return sessions.webSocket(call)
    case .longPolling: return await sessions.longPolling(call)
    case .data(let path): return try await RealtimeData(emulation: emulation, calls: calls).answer(call, at: path)
    case .setting(let name): return try await RealtimeSettings(emulation: emulation).answer(call, name)
    case .inspection(let name): return try RealtimeSettings(emulation: emulation).inspect(call, name)
    }
  }

  private static let hint = "append .json to your request URI to use the REST API"
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
