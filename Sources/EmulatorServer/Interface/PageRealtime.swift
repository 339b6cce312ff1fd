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
///   one; null deletes. `etag` is that of what was edited.
struct PageRealtime: Sendable {
  let emulation: Emulation

  func answer(_ call: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    try call.requires(.get, .put)
    let instance = call.target.value("instance").map { Text($0) }
    let path = RealtimePath(call.target.value("path") ?? "/")
    guard path.isAddressable else {
      throw .refused(EndpointAnswer.invalid("`path` has a character that keys cannot have."))
    }
    do throws(RealtimeRefusal) {
      guard call.method == .put else {
        return EndpointAnswer.document(
          try emulation.realtimeTree(
            instance, at: path, after: call.target.value("after").map { RealtimeKey($0) },
            limit: PageEndpoints.number(call, "limit") ?? 200))
      }
      let body: Node
      do throws(RESTRefusal) { body = try call.json() } catch { throw .invalidRequest("The body is not JSON.") }
      guard let value = body["value"] else { throw .invalidRequest("The body has no `value`.") }
      return EndpointAnswer.document(
        try await emulation.setRealtime(instance, at: path, to: JSONValue(value), expected: body.text("etag")))
    } catch {
      let isStale = if case .stale = error { true } else { false }
      throw .refused(FirestoreError(isStale ? .aborted : .invalidArgument, error.text))
    }
  }
}
