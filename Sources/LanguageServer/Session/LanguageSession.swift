package import JSONRPC
package import StructuredText

/// One editor and the documents that it has open, without a stream, a process and a clock: messages go in, and what is to
/// be done comes out.
package struct LanguageSession: Sendable {
  package enum Action: Hashable, Sendable {
    case send(JSONValue)
    /// To be looked at beside the session. There is never more than one at a time.
    case analyze(AnalysisRequest)
    /// The editor is done with this process.
    case end(code: Int32)
  }

  enum State: Hashable, Sendable {
    case new, open, shutDown
  }

  let server: ServerDescription
  var state = State.new
  /// The client has said so; nothing is looked at before.
  var isInitialized = false
  var client = ClientFeatures()
  var folders = WorkspaceFolders()
  var documents = OpenDocuments()
  /// Of the last time that everything was looked at.
  var analysis: WorkspaceAnalysis?
  var published = PublishedDiagnostics()
  var shown = ShownFindings()
  /// Requests that wait for the first analysis.
  var waiting: [RPCRequest] = []
  /// Failures of folders that the user knows of.
  var knownFailures: Set<String> = []
  private var running: AnalysisRequest?
  private var isOutdated = false
  /// What has changed since the last request for an analysis: these texts, or more than texts (nil).
  private var edited: Set<String>? = nil
  var progress = WorkProgress()
  private var nextAnalysis = 1
  var nextRequest = 1

  package init(server: ServerDescription) { self.server = server }

  package mutating func receive(_ frame: MessageFrame) -> [Action] {
    switch frame {
    case .tooLong: return [.send(RPCWriting.error(RPCError(.invalidRequest, "the message is too long"), to: nil))]
    case .unreadable:
      return [.send(RPCWriting.error(RPCError(.parseError, "no header says how long the message is"), to: nil))]
    case .message(let bytes):
      do throws(RPCReading.Failure) {
        switch try RPCReading.message(bytes) {
        case .request(let request): return receive(request)
        case .notification(let notification): return receive(notification)
        case .response(let identifier): return progress.take(answer: identifier).map(Action.send)
        }
      } catch {
        return [.send(RPCWriting.error(error.error, to: error.identifier))]
      }
    }
  }

  /// Takes what was found in what the session has asked for.
  package mutating func finish(_ analysis: WorkspaceAnalysis) -> [Action] {
    guard analysis.request == running else { return [] }
    running = nil
    self.analysis = analysis
    var actions = progress.end().map(Action.send)
    var publication = DiagnosticPublication(analysis, documents, client, server)
    actions += published.update(publication.files(&shown), documents, lookedAt: analysis.request.texts).map(Action.send)
    actions += failures(of: analysis)
    let requests = waiting
    waiting = []
    for request in requests { actions += answer(request) }
    if client.refreshesInlayHints { actions.append(.send(serverRequest("workspace/inlayHint/refresh"))) }
    return actions + analyzeIfNeeded()
  }

  /// Something has changed that the analysis does not know of.
  /// - Parameter path: of a document, when nothing but its text has changed.
  mutating func outdate(textOf path: String? = nil) {
    isOutdated = true
    if let path { edited?.insert(path) } else { edited = nil }
  }

  mutating func analyzeIfNeeded() -> [Action] {
    guard isOutdated, isInitialized, running == nil, state == .open else { return [] }
    isOutdated = false
    let texts = Dictionary(
      documents.all.values.compactMap { document in document.path.map { ($0, document.bytes) } }
    ) { first, _ in first }
    let looked = folders.covering(Array(texts.keys))
    let request = AnalysisRequest(
      number: nextAnalysis, folders: looked, texts: texts, edited: edited,
      // An editor watches the folders that it has opened.
      watchesFiles: client.watchesFiles && Set(looked).isSubset(of: folders.paths))
    nextAnalysis += 1
    edited = []
    running = request
    var actions: [Action] = []
    if client.hasProgress, analysis == nil {
      actions.append(.send(progress.create(identifier: requestIdentifier())))
    }
    return actions + [.analyze(request)]
  }

  mutating func serverRequest(_ method: String, _ parameters: JSONValue? = nil) -> JSONValue {
    RPCWriting.request(method, parameters, identifier: requestIdentifier())
  }

  private mutating func requestIdentifier() -> RPCIdentifier {
    defer { nextRequest += 1 }
    return .text("firebreak-\(nextRequest)")
  }

  /// What keeps a folder from being looked at is said once, until it is something else.
  private mutating func failures(of analysis: WorkspaceAnalysis) -> [Action] {
    let new = analysis.failures.filter { !knownFailures.contains($0) }
    knownFailures = Set(analysis.failures)
    return new.map { .send(WindowMessage.shown($0, .warning)) }
  }
}
