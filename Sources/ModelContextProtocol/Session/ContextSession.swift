package import JSONRPC
package import StructuredText

/// One client and what it has asked, without a stream, a process and a clock: messages go in, and what is to be done comes
/// out.
package struct ContextSession: Sendable {
  /// Names a call between the session and whoever carries it out.
  package struct Ticket: Hashable, Comparable, Sendable {
    package let number: Int

    package static func < (left: Ticket, right: Ticket) -> Bool { left.number < right.number }
  }

  package enum Action: Hashable, Sendable {
    case send(JSONValue)
    case start(Ticket, EngineCall)
    case stop(Ticket)
  }

  struct Running: Sendable {
    var identifier: RPCIdentifier
    var dialect: Dialect
    var tool: any ContextTool.Type
    var arguments: ToolArguments
    /// Nil: nobody wants to hear how far it is.
    var progressToken: JSONValue?
  }

  package let workspace: Workspace
  let server: ServerDescription
  let limit: AnswerLimit
  var running: [Ticket: Running] = [:]
  /// Requests that stay open. What they wait for never happens: no list of this server changes.
  var listening: Set<RPCIdentifier> = []
  /// A client of an earlier revision has opened the connection.
  var hasShakenHands = false
  private var nextNumber = 1

  package init(workspace: Workspace, server: ServerDescription, limit: AnswerLimit = AnswerLimit()) {
    self.workspace = workspace
    self.server = server
    self.limit = limit
  }

  package mutating func receive(_ frame: MessageFrame) -> [Action] {
    guard case .message(let bytes) = frame else {
      return [.send(RPCWriting.error(RPCError(.invalidRequest, "the message is too long"), to: nil))]
    }
    do throws(RPCReading.Failure) {
      switch try RPCReading.message(bytes) {
      case .request(let request): return answer(request)
      case .notification(let notification): return take(notification)
      // This server asks its client for nothing.
      case .response: return []
      }
    } catch {
      return [.send(RPCWriting.error(error.error, to: error.identifier))]
    }
  }

  /// Of a call that was started and not stopped.
  package mutating func finish(_ ticket: Ticket, _ outcome: EngineOutcome) -> [Action] {
    guard let call = running.removeValue(forKey: ticket) else { return [] }
    return [send(limit.applied(to: answer(outcome, to: call)), to: call.identifier, call.dialect)]
  }

  /// Says that a call is still worked at, to who wants to know.
  ///
  /// - Parameter note: what its command said last.
  package func progress(of ticket: Ticket, seconds: Int, note: String?) -> [Action] {
    guard let call = running[ticket], let token = call.progressToken else { return [] }
    let parameters: JSONValue = .object([
      .init("progressToken", token), .init("progress", .integer(Int64(seconds))),
      .init("message", .string(note ?? "\(call.tool.title): \(seconds) s")),
    ])
    return [.send(RPCWriting.notification("notifications/progress", parameters))]
  }

  mutating func start(_ call: Running, _ engine: EngineCall) -> [Action] {
    let ticket = Ticket(number: nextNumber)
    nextNumber += 1
    running[ticket] = call
    return [.start(ticket, engine)]
  }

  func send(_ answer: ToolAnswer, to identifier: RPCIdentifier, _ dialect: Dialect) -> Action {
    .send(RPCWriting.result(dialect.result(answer.json, .none, of: server), to: identifier))
  }

  private func answer(_ outcome: EngineOutcome, to call: Running) -> ToolAnswer {
    switch outcome {
    case .finished(let result):
      return result.isDone ? call.tool.answer(result, to: call.arguments) : result.refusal
    case .outOfTime(let seconds):
      return .refused(
        "stopped after \(seconds) seconds", help: "ask for less, or start the server with a longer `--timeout`")
    case .failed(let reason): return .refused(reason)
    }
  }

  private mutating func take(_ notification: RPCNotification) -> [Action] {
    guard notification.method == "notifications/cancelled",
      let identifier = notification.parameters?.member("requestId").flatMap(RPCIdentifier.init)
    else { return [] }
    listening.remove(identifier)
    guard let ticket = running.first(where: { $0.value.identifier == identifier })?.key else { return [] }
    running[ticket] = nil
    return [.stop(ticket)]
  }
}
