import HTTPTypes
import RealtimeService
import RealtimeWire

extension RealtimeSessions {
  /// `/.lp`: scripts that a page loads one after another, in place of a WebSocket.
  func longPolling(_ call: RealtimeCall) async -> HTTPAnswer {
    if call.isSet("disconn") {
      if let poll = poll(call) { poll.session.lost(poll.transport) }
      return HTTPAnswer(.ok)
    }
    guard call.method == .get else { return .methodNotAllowed("GET, OPTIONS") }
    if call.isSet("start") { return await start(call) }
    guard let poll = poll(call) else { return .script(OpenPolls.unknown) }
    if call.isSet("dframe") { return .html(poll.transport.frame) }
    take(call.segments, of: poll)
    return await answer(call, over: poll.transport)
  }

  private func poll(_ call: RealtimeCall) -> OpenPolls.Poll? {
    guard let id = call.value("id"), let password = call.value("pw") else { return nil }
    return polls.poll(id, password: password)
  }

  private func start(_ call: RealtimeCall) async -> HTTPAnswer {
    let digits = call.value("cb") ?? ""
    guard !digits.isEmpty, digits.utf8.count <= 10, digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
      return .realtimeError(.badRequest, "cb must be the number of a callback")
    }
    let transport = polls.transport(callback: digits, password: sessions.secret(), limits: limits, clock: clock)
    do throws(RealtimeRefusal) {
      let isKnown = pages.isKnown(call.fields, authority: call.authority)
      let session = try open(call, mayAuthenticate: isKnown)
      polls.add(transport, session)
      serve(session, over: transport)
      let polls = polls
      Task {
        await transport.waitForSilence()
        session.lost(transport)
        polls.remove(transport)
      }
    } catch { await transport.finish([ServerMessage.shutdown(error.text).text]) }
    return await answer(call, over: transport)
  }

  private func take(_ segments: [PollingTransport.Segment], of poll: OpenPolls.Poll) {
    do throws(ProtocolViolation) {
      for message in try poll.transport.messages(segments) { _ = poll.session.receive(message, over: poll.transport) }
    } catch { poll.session.refuse(error, over: poll.transport) }
  }

  private func answer(_ call: RealtimeCall, over transport: PollingTransport) async -> HTTPAnswer {
    .script(await transport.poll(call.value("ser")) ?? "")
  }
}

extension RealtimeCall {
  fileprivate func isSet(_ name: String) -> Bool { value(name) == "t" }

  /// `seg0=7&ts0=1&d0=…&seg1=…`
  fileprivate var segments: [PollingTransport.Segment] {
    var segments: [PollingTransport.Segment] = []
    while let number = value("seg\(segments.count)").flatMap({ Int($0) }),
      let total = value("ts\(segments.count)").flatMap({ Int($0) }), let data = value("d\(segments.count)")
    {
      segments.append((number, total, data))
    }
    return segments
  }
}

extension HTTPAnswer {
  fileprivate static func script(_ text: String) -> HTTPAnswer {
    var answer = HTTPAnswer(.ok, "application/javascript; charset=utf-8", .bytes(Array(text.utf8)))
    answer.fields[.cacheControl] = "no-cache"
    return answer
  }
}
