import Emulation
import FirestoreModel
import HTTPTypes
import StructuredText

/// What happens, as server-sent events: `requests` (`{"run", "skipped", "rows"}`) and `pulse`, several times a second at most.
///
/// Requests wait for nobody who looks at them: the history is read from time to time, and when there was more than
/// somebody can read, the newest are sent and the others are counted.
struct PageEvents: Sendable {
  let emulation: Emulation
  let calls: OpenCalls
  /// The number of the newest request that the page knows; nil: only what comes. Where it is one of another start of an
  /// emulator, the page knows none of this one.
  let after: Int?
  let run: String?

  private static let interval = Duration.milliseconds(200)
  /// Rows in one event.
  private static let rowLimit = 200
  /// Intervals without an event after which a sign of life is sent.
  private static let silence = 60

  func answer() async -> HTTPAnswer {
    await EventStream.answer(
      calls, send: { pieces async throws(FirestoreError) in try await send(to: pieces) })
      ?? .refusal(OpenCalls.stopping)
  }

  private func send(to pieces: BodyPieces) async throws(FirestoreError) {
    let isKnown = run == nil || run == emulation.settings.run
    var sent = isKnown ? after ?? emulation.recording.history?.bounds.last ?? 0 : 0
    var pulse: JSONValue?
    var quiet = 0
    while !Task.isCancelled {
      quiet += 1
      if let rows = rows(after: &sent) {
        try await pieces.send(Self.event("requests", rows))
        quiet = 0
      }
      let now = emulation.pulse
      if now != pulse {
        try await pieces.send(Self.event("pulse", now))
        pulse = now
        quiet = 0
      } else if quiet >= Self.silence {
        try await pieces.send(Array(": still here\n\n".utf8))
        quiet = 0
      }
      do { try await Task.sleep(for: Self.interval) } catch { return }
    }
  }

  /// Nil: there are none.
  private func rows(after sent: inout Int) -> JSONValue? {
    guard let history = emulation.recording.history else { return nil }
    let last = history.bounds.last
    guard last > sent else { return nil }
    let skipped = max(0, last - sent - Self.rowLimit)
    let entries = history.entries(after: sent + skipped)
    sent = entries.last?.number ?? last
    return [
      "run": .string(emulation.settings.run), "skipped": .integer(Int64(skipped)),
      "rows": .array(entries.map { $0.row(billing: emulation.recording.billing) }),
    ]
  }

  private static func event(_ name: String, _ data: JSONValue) -> [UInt8] {
    Array("event: \(name)\ndata: \(JSONWriter.text(data, .compact))\n\n".utf8)
  }
}
