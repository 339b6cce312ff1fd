import Emulation
import FirestoreModel
import FirestoreService
import StructuredText

/// `/firebreak/v1/clock`: the time that the emulator goes by, to be read and moved.
struct ClockEndpoint: Sendable {
  let emulation: Emulation

  /// `{"time": "2026-01-05T08:00:00Z"}`
  var time: HTTPAnswer { EndpointAnswer.document(["time": .string(emulation.clock.now.rfc3339)]) }

  /// `{"set": "2026-01-05T08:00:00Z"}` or `{"advance": "90m"}`; the answer says, too, how many documents were deleted because
  /// their time to live is over.
  func move(_ request: RESTCall) async throws(RESTRefusal) -> HTTPAnswer {
    let body = try request.object { (set: $0.string("set"), advance: $0.string("advance")) }
    do throws(FirestoreError) {
      let expired = try await emulation.moveClock(try Self.movement(body.set, body.advance))
      return EndpointAnswer.document(
        ["time": .string(emulation.clock.now.rfc3339), "expired": .integer(Int64(expired))])
    } catch { throw .refused(error) }
  }

  private static func movement(_ set: String?, _ advance: String?) throws(FirestoreError) -> ClockMovement {
    switch (set, advance) {
    case (let text?, nil):
      guard let time = Timestamp(rfc3339: text) else {
        throw EndpointAnswer.invalid("`set` has to be a time, as in 2026-01-05T08:00:00Z.")
      }
      return .to(time)
    case (nil, let text?):
      guard let duration = Duration(short: text) else {
        throw EndpointAnswer.invalid("`advance` has to be a duration, as in 90s, 15m, 8h or 3d.")
      }
      return .by(duration)
    default: throw EndpointAnswer.invalid("The body has to have either `set` or `advance`.")
    }
  }
}

extension Duration {
  /// A number of `ms`, `s`, `m`, `h` or `d`; never negative.
  fileprivate init?(short text: String) {
    let units: [(suffix: String, milliseconds: Int64)] = [
      ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
      let count = Int64(text.dropLast(unit.suffix.count)), count >= 0
    else { return nil }
    let (product, overflows) = count.multipliedReportingOverflow(by: unit.milliseconds)
    guard !overflows, product <= 400 * 365 * 86_400_000 else { return nil }
    self = .milliseconds(product)
  }
}
