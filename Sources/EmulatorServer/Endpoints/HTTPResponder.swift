import FirestoreModel
import HTTPTypes
import HummingbirdCore

/// Answers the requests of HTTP/1: sorts them by their paths.
struct HTTPResponder: Sendable {
  let rest: RESTService
  let channel: ChannelService
  let endpoints: EmulatorEndpoints
  let ownEndpoints: OwnEndpoints
  let hub: HubEndpoints
  let stop: StopSignal
  let screen: RequestScreen

  func respond(_ request: Request) async -> HTTPAnswer {
    await screen.respond(to: request, refusal: { .refusal($0) }) { target, body in
      await route(RESTCall(method: request.method, target: target, fields: request.headers, body: body))
    }
  }

  private func route(_ call: RESTCall) async -> HTTPAnswer {
    switch call.target.segments.first ?? "" {
    case "" where call.target.segments.count <= 1: root(call)
    case "v1", "v1beta1": await rest.answer(call)
    case "emulator": await endpoints.answer(call)
    case _ where HubEndpoints.isAsked(call.target): await hub.answer(call)
    case "firebreak" where call.target.segment(1) == "v1": await ownEndpoints.answer(call)
    case "shutdown" where call.target.segments.count == 1: shutdown(call)
    case _ where call.target.isChannel: await channel.answer(call, call.target.segments[1])
    default: .refusal(.notFound)
    }
  }

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
