import Emulation
import FirestoreModel
import HTTPTypes
import RealtimeDatabase
import RealtimeService
import StructuredText

/// The Realtime Database as the page shows and edits it:
///
/// - `GET realtime?instance=demo&path=/rooms&after=r1&limit=100`
/// - `PUT realtime?path=/rooms/r1` with `{"value", "etag"}`: the value as JSON, with `.value` and `.priority` where there is
///   one; null deletes. `etag` is that of what was edited: where something else stands there by now, nothing is written, and
///   the answer (409) has it.
struct PageRealtime: Sendable {
  let emulation: Emulation
  /// What tells a large value from another one is made of all of it.
  let turns: ConversionTurns

  /// What one write may have.
  private static let bodyLimit = 16 << 20
  /// Children in one answer.
  private static let childLimit = 1_000

  func answer(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get, .put)
    return call.method == .put ? try await put(call) : try await get(call)
  }

  private func get(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    let asked = try call.parameters { parameters in
      (
        instance: parameters.text("instance"), path: parameters.text("path"), after: parameters.text("after"),
        limit: parameters.integer("limit", in: 0...Self.childLimit) ?? 200
      )
    }
    let path = try Self.path(asked.path)
    do throws(FirestoreError) {
      return try await turns.work { () throws(FirestoreError) in
        do throws(RealtimeRefusal) {
          return EndpointAnswer.document(
            try emulation.realtimeTree(
              asked.instance.map { Text($0) }, at: path, after: asked.after.map { RealtimeKey($0) },
              limit: asked.limit))
        } catch { throw Self.error(error) }
      }
    } catch { throw .refused(error) }
  }

  private func put(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    let asked = try call.parameters { (instance: $0.text("instance"), path: $0.text("path")) }
    let path = try Self.path(asked.path)
    let body = try call.object(limit: Self.bodyLimit) { body in
      (value: body.node("value", .required), etag: body.string("etag"))
    }
    do throws(RealtimeRefusal) {
      return EndpointAnswer.document(
        try await emulation.setRealtime(
          asked.instance.map { Text($0) }, at: path, to: body.value.map { JSONValue($0) } ?? .null,
          expected: body.etag))
    } catch { throw Self.refusal(error) }
  }

  private static func path(_ text: String?) throws(RESTRefusal) -> RealtimePath {
    let path = RealtimePath(text ?? "/")
    guard path.isAddressable else {
      throw .refused(EndpointAnswer.invalid("`path` has a character that keys cannot have."))
    }
    return path
  }

  private static func refusal(_ refusal: RealtimeRefusal) -> RESTRefusal {
    guard case .stale(let current) = refusal else { return .refused(error(refusal)) }
    return .stale(error(refusal), current: Emulation.realtimeVersion(current))
  }

  private static func error(_ refusal: RealtimeRefusal) -> FirestoreError {
    let isStale = if case .stale = refusal { true } else { false }
    return FirestoreError(isStale ? .aborted : .invalidArgument, refusal.text)
  }
}
