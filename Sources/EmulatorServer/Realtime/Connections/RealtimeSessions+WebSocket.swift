import HTTPTypes
import NIOCore
import RealtimeService
import RealtimeWire

extension RealtimeSessions {
  /// `/.ws`: a new session, or a second transport of one that polls.
  func webSocket(_ call: RealtimeCall) -> HTTPAnswer {
    guard let upgrade = WebSocketUpgrade(method: call.method, call.fields) else {
      var answer = HTTPAnswer.realtimeError(.upgradeRequired, "A WebSocket of version 13 is expected here.")
      answer.fields[.upgrade] = "websocket"
      return answer
    }
    let socketLimits = WebSocketLimits(messageBytes: limits.messageBytes, silence: .seconds(60))
    return HTTPAnswer(
      .switchingProtocols, nil,
      .upgraded { channel in
        let socket = WebSocketTransport(limits: limits, budget: budget)
        let purpose = purpose(of: call)
        if let session = purpose.session { socket.carry(session) }
        do { try await upgrade.perform(channel, socket, limits: socketLimits) } catch {
          // The client is gone already.
          if case .new(let session) = purpose { sessions.close(session) }
          throw error
        }
        switch purpose {
        case .new(let session): serve(session, over: socket)
        case .second(let session): session.attach(socket)
        case .refused(let message): await socket.finish([message.text])
        }
        await socket.waitUntilLost()
      })
  }

  /// What a WebSocket is for.
  private enum Purpose {
    case new(RealtimeConnection)
    case second(RealtimeConnection)
    case refused(ServerMessage)

    var session: RealtimeConnection? {
      switch self {
      case .new(let session), .second(let session): session
      case .refused: nil
      }
    }
  }

  private func purpose(of call: RealtimeCall) -> Purpose {
    do throws(RealtimeRefusal) {
      guard let id = call.value("s") else { return .new(try open(call, mayAuthenticate: true)) }
      let name = try instance(of: call).name
      return sessions.session(id, of: name).map(Purpose.second) ?? .refused(.reset(host: call.host))
    } catch { return .refused(.shutdown(error.text)) }
  }
}
