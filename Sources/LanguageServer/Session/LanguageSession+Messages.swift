import Diagnostics
import JSONRPC
import StructuredText

extension LanguageSession {
  mutating func receive(_ request: RPCRequest) -> [Action] {
    do throws(RPCError) {
      switch (request.method, state) {
      case ("initialize", .new):
        return [.send(RPCWriting.result(initialize(request.parameters), to: request.identifier))]
      case (_, .new): throw RPCError(RPCError.Code(-32002), "`initialize` comes first")
      case ("initialize", _): throw RPCError(.invalidRequest, "the session is open already")
      case (_, .shutDown): throw RPCError(.invalidRequest, "the session is shut down")
      case ("shutdown", _):
        state = .shutDown
        let open = waiting
        waiting = []
        return open.map { .send(RPCWriting.error(.cancelled, to: $0.identifier)) }
          + [.send(RPCWriting.result(.null, to: request.identifier))]
      default: return try start(request)
      }
    } catch {
      return [.send(RPCWriting.error(error, to: request.identifier))]
    }
  }

  private mutating func initialize(_ parameters: Node?) -> JSONValue {
    state = .open
    client = ClientFeatures(parameters?.member("capabilities"))
    folders = WorkspaceFolders(parameters)
    return server.initializeResult(client.encoding)
  }

  /// Answers at once, or when something is known of the project.
  private mutating func start(_ request: RPCRequest) throws(RPCError) -> [Action] {
    guard let feature = LanguageFeatures.named(request.method) else {
      throw RPCError(.methodNotFound, "there is no method \(QuotedText.of(request.method))")
    }
    guard feature.needsAnalysis, analysis == nil else { return answer(request) }
    waiting.append(request)
    return []
  }

  func answer(_ request: RPCRequest) -> [Action] {
    do throws(RPCError) {
      guard let feature = LanguageFeatures.named(request.method) else {
        throw RPCError(.methodNotFound, "there is no method \(QuotedText.of(request.method))")
      }
      var context = try FeatureContext(request.parameters, documents, analysis, client, server)
      return [.send(RPCWriting.result(try feature.answer(&context), to: request.identifier))]
    } catch {
      return [.send(RPCWriting.error(error, to: request.identifier))]
    }
  }

  mutating func receive(_ notification: RPCNotification) -> [Action] {
    if notification.method == "exit" { return [.end(code: state == .shutDown ? 0 : 1)] }
    guard state == .open else { return [] }
    switch notification.method {
    case "initialized":
      isInitialized = true
      outdate()
      return watchFiles() + analyzeIfNeeded()
    case "textDocument/didChange":
      guard let address = documents.take(notification, client.encoding) else { return [] }
      outdate(textOf: documents.all[address]?.path)
    case "textDocument/didOpen", "textDocument/didClose":
      guard documents.take(notification, client.encoding) != nil else { return [] }
      outdate()
    case "textDocument/didSave", "workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration": outdate()
    case "workspace/didChangeWorkspaceFolders":
      folders.take(notification.parameters?.member("event"))
      outdate()
    case "$/cancelRequest": return cancel(notification.parameters?.member("id").flatMap(RPCIdentifier.init))
    default: return []
    }
    return analyzeIfNeeded()
  }

  /// What is answered at once is answered before anybody can cancel it.
  private mutating func cancel(_ identifier: RPCIdentifier?) -> [Action] {
    guard let identifier, let index = waiting.firstIndex(where: { $0.identifier == identifier }) else { return [] }
    waiting.remove(at: index)
    return [.send(RPCWriting.error(.cancelled, to: identifier))]
  }

  private mutating func watchFiles() -> [Action] {
    guard client.watchesFiles else { return [] }
    return [.send(serverRequest("client/registerCapability", ["registrations": [server.watchedFiles]]))]
  }
}

extension RPCError {
  static let cancelled = RPCError(Code(-32800), "cancelled")
}
