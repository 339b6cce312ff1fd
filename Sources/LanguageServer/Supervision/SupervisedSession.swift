package import JSONRPC
import StructuredText

/// Stands between an editor and the process that holds its session: where that process ends before its time, the editor is
/// told, what it waits for is answered, and another process is brought to where the first one was.
///
/// Without a stream, a process and a clock, as the session itself.
package struct SupervisedSession: Sendable {
  package enum Action: Hashable, Sendable {
    case sendToEditor([UInt8])
    case sendToEngine([UInt8])
    case startEngine
    /// It is there, and does not answer.
    case stopEngine(reason: String)
    case end(code: Int32)
  }

  private var documents = OpenDocuments()
  private var encoding = PositionEncoding.utf16
  /// How the session was opened, and what has been changed since apart from documents.
  private var opening: RPCRequest?
  private var notifications: [RPCNotification] = []
  private var unanswered: Set<RPCIdentifier> = []
  /// Answers that nobody waits for: of openings that the editor knows nothing of.
  private var own: Set<RPCIdentifier> = []
  private var isRunning = true
  private var isShutDown = false
  private var hasEnded = false
  private var restarts = 0
  /// How often it has ended since a document was changed.
  private var failuresSinceChange = 0
  /// Seconds since the process said something.
  private var silence = 0
  /// It was asked whether it still answers.
  private var isAsked = false
  private var questions = 0

  /// So many seconds after its last word a process is asked whether it is still there, and so many it has for an answer.
  private static let quiet = 30
  private static let patience = 60

  /// The same documents would end it again.
  private static let mostFailures = 2

  package init() {}

  // MARK: - From the editor

  package mutating func receive(fromEditor frame: MessageFrame) -> [Action] {
    guard case .message(let bytes) = frame else {
      let error =
        frame == .tooLong
        ? RPCError(.invalidRequest, "the message is too long")
        : RPCError(.parseError, "no header says how long the message is")
      return [send(RPCWriting.error(error, to: nil))]
    }
    do throws(RPCReading.Failure) {
      let message = try RPCReading.message(bytes)
      let actions = try note(message)
      return actions + (isRunning && !hasEnded ? [.sendToEngine(bytes)] : [])
    } catch {
      return [send(RPCWriting.error(error.error, to: error.identifier))]
    }
  }

  private mutating func note(_ message: RPCMessage) throws(RPCReading.Failure) -> [Action] {
    switch message {
    case .request(let request):
      guard !unanswered.contains(request.identifier) else {
        throw RPCReading.Failure(
          identifier: request.identifier,
          error: RPCError(.invalidRequest, "a request with this `id` is not answered yet"))
      }
      if request.method == "initialize", opening == nil { opening = request }
      if request.method == "shutdown" { isShutDown = true }
      guard isRunning else {
        return [send(answerOfNobody(request))]
      }
      unanswered.insert(request.identifier)
      return []
    case .notification(let notification): return note(notification)
    case .response: return []
    }
  }

  private mutating func note(_ notification: RPCNotification) -> [Action] {
    if notification.method == "exit" {
      hasEnded = true
      return [.end(code: isShutDown ? 0 : 1)]
    }
    if ["initialized", "workspace/didChangeWorkspaceFolders"].contains(notification.method) {
      notifications.append(notification)
    }
    guard documents.take(notification, encoding) != nil else { return [] }
    failuresSinceChange = 0
    return isRunning ? [] : restart()
  }

  private func answerOfNobody(_ request: RPCRequest) -> JSONValue {
    if request.method == "shutdown" { return RPCWriting.result(.null, to: request.identifier) }
    return RPCWriting.error(
      RPCError(.internalError, "Firebreak has stopped; it starts again with the next change of a document"),
      to: request.identifier)
  }

  // MARK: - From the engine

  package mutating func receive(fromEngine bytes: [UInt8]) -> [Action] {
    (silence, isAsked) = (0, false)
    guard let message = try? RPCReading.message(bytes), case .response(let identifier) = message else {
      return [.sendToEditor(bytes)]
    }
    guard let identifier else { return [.sendToEditor(bytes)] }
    if own.remove(identifier) != nil { return [] }
    unanswered.remove(identifier)
    if identifier == opening?.identifier {
      encoding = ClientFeatures(opening?.parameters?.member("capabilities")).encoding
    }
    return [.sendToEditor(bytes)]
  }

  /// A second has passed. A process that waits for something that never comes does not end by itself; whatever it answers,
  /// it lives.
  package mutating func secondPassed() -> [Action] {
    guard isRunning, !hasEnded, opening != nil else { return [] }
    silence += 1
    if isAsked {
      guard silence >= Self.quiet + Self.patience else { return [] }
      (silence, isAsked) = (0, false)
      return [.stopEngine(reason: "it has not answered for \(Self.patience) seconds")]
    }
    guard silence >= Self.quiet else { return [] }
    isAsked = true
    questions += 1
    let identifier = RPCIdentifier.text("firebreak-alive-\(questions)")
    own.insert(identifier)
    return [engine(RPCWriting.request("$/firebreak/alive", [:], identifier: identifier))]
  }

  /// The process of the session is gone.
  ///
  /// - Parameter reason: as in: it was ended by signal 11.
  package mutating func engineEnded(_ reason: String) -> [Action] {
    guard !hasEnded else { return [] }
    isRunning = false
    (silence, isAsked) = (0, false)
    let open = unanswered
    unanswered = []
    failuresSinceChange += 1
    let isGivenUp = failuresSinceChange >= Self.mostFailures
    let text =
      "the analysis has stopped (\(reason)); "
      + (isGivenUp ? "it starts again with the next change of a document" : "it starts again")
    var actions: [Action] = []
    for identifier in open.sorted(by: { "\($0)" < "\($1)" }) {
      actions.append(send(RPCWriting.error(RPCError(.internalError, text), to: identifier)))
    }
    if isShutDown { return actions }
    actions.append(send(WindowMessage.shown(text, .error)))
    return actions + (isGivenUp ? [] : restart())
  }

  /// Brings a new process to where the editor is.
  private mutating func restart() -> [Action] {
    guard let opening else { return [] }
    isRunning = true
    restarts += 1
    let identifier = RPCIdentifier.text("firebreak-restart-\(restarts)")
    own.insert(identifier)
    var actions: [Action] = [.startEngine]
    actions.append(
      engine(RPCWriting.request("initialize", json(opening.parameters), identifier: identifier)))
    // The first analysis, which `initialized` begins, is then one of the texts of the editor.
    for document in documents.all.values.sorted(by: { $0.address < $1.address }) {
      actions.append(engine(RPCWriting.notification("textDocument/didOpen", ["textDocument": document.item])))
    }
    for notification in notifications {
      actions.append(engine(RPCWriting.notification(notification.method, json(notification.parameters))))
    }
    return actions
  }

  private func json(_ node: Node?) -> JSONValue { node.map { JSONValue($0) } ?? [:] }

  private func send(_ message: JSONValue) -> Action { .sendToEditor(Array(JSONWriter.text(message, .compact).utf8)) }

  private func engine(_ message: JSONValue) -> Action {
    .sendToEngine(Array(JSONWriter.text(message, .compact).utf8))
  }
}
