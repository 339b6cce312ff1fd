import Diagnostics
import JSONRPC
import StructuredText

extension ContextSession {
  mutating func answer(_ request: RPCRequest) -> [Action] {
    do throws(RPCError) {
      guard !isOpen(request.identifier) else {
        throw RPCError(.invalidRequest, "a request with this `id` is not answered yet")
      }
      if let answer = try handshake(request) { return answer }
      return try answer(request, as: try dialect(of: request))
    } catch {
      return [.send(RPCWriting.error(error, to: request.identifier))]
    }
  }

  private func isOpen(_ identifier: RPCIdentifier) -> Bool {
    listening.contains(identifier) || running.values.contains { $0.identifier == identifier }
  }

  /// The requests that only earlier revisions have; nil for any other.
  private mutating func handshake(_ request: RPCRequest) throws(RPCError) -> [Action]? {
    switch request.method {
    case "initialize":
      let wanted = request.parameters?.member("protocolVersion")?.text
      guard wanted != nil else { throw RPCError(.invalidParameters, "`protocolVersion` is missing") }
      hasShakenHands = true
      return reply(server.handshake(ProtocolRevision.agreed(wanted)), to: request, .handshake)
    case "ping" where request.revision == nil: return reply([], to: request, .handshake)
    default: return nil
    }
  }

  private func dialect(of request: RPCRequest) throws(RPCError) -> Dialect {
    guard let revision = request.revision else {
      if hasShakenHands { return .handshake }
      throw RPCError(
        .invalidParameters, "name the revision in `_meta` as `\(Dialect.revisionKey)`, or call `initialize` first")
    }
    if revision == ProtocolRevision.current { return .perRequest }
    throw RPCError(
      RPCError.Code(-32022), "Unsupported protocol version",
      data: ["supported": .array(ProtocolRevision.all.map(JSONValue.string)), "requested": .string(revision)])
  }

  private mutating func answer(_ request: RPCRequest, as dialect: Dialect) throws(RPCError) -> [Action] {
    switch (request.method, dialect) {
    case ("server/discover", .perRequest): return reply(server.discovery, to: request, dialect, .program)
    case ("subscriptions/listen", .perRequest): return listen(request)
    case ("tools/list", _):
      let tools = ContextTools.all.map { $0.definition(allowsWriting: workspace.allowsWriting) }
      return try list("tools", tools, request, dialect)
    case ("tools/call", _): return try call(request, dialect)
    case ("resources/list", _):
      return try list("resources", ContextResources.listed.map(\.json), request, dialect)
    case ("resources/templates/list", _):
      return try list("resourceTemplates", ContextResources.templates.elements, request, dialect)
    case ("resources/read", _): return try read(request, dialect)
    case ("prompts/list", _): return try list("prompts", ContextPrompts.all.map(\.json), request, dialect)
    case ("prompts/get", _): return try prompt(request, dialect)
    default: throw RPCError(.methodNotFound, "there is no method \(QuotedText.of(request.method))")
    }
  }

  private func reply(
    _ members: [JSONValue.Member], to request: RPCRequest, _ dialect: Dialect, _ lifetime: Dialect.Lifetime = .none
  ) -> [Action] {
    [.send(RPCWriting.result(dialect.result(members, lifetime, of: server), to: request.identifier))]
  }

  /// Lists are short: there is one page of each.
  private func list(
    _ key: String, _ elements: [JSONValue], _ request: RPCRequest, _ dialect: Dialect
  ) throws(RPCError) -> [Action] {
    guard request.parameters?.member("cursor") == nil else {
      throw RPCError(.invalidParameters, "this `cursor` is of no list of this server")
    }
    return reply([.init(key, .array(elements))], to: request, dialect, .program)
  }

  private mutating func listen(_ request: RPCRequest) -> [Action] {
    listening.insert(request.identifier)
    let parameters: JSONValue = [
      "_meta": ["io.modelcontextprotocol/subscriptionId": request.identifier.json], "notifications": [:],
    ]
    return [.send(RPCWriting.notification("notifications/subscriptions/acknowledged", parameters))]
  }

  private mutating func call(_ request: RPCRequest, _ dialect: Dialect) throws(RPCError) -> [Action] {
    let name = try request.text("name")
    guard let tool = ContextTools.named(name) else {
      throw RPCError(.invalidParameters, "there is no tool \(QuotedText.of(name))")
    }
    let given = try request.object("arguments")
    do throws(ToolRefusal) {
      let arguments = try ToolArguments(given, for: tool.parameters)
      let engine = try tool.call(arguments, in: workspace)
      return start(
        Running(
          identifier: request.identifier, dialect: dialect, tool: tool, arguments: arguments,
          progressToken: request.progressToken), engine)
    } catch {
      return [send(error.answer, to: request.identifier, dialect)]
    }
  }

  private func read(_ request: RPCRequest, _ dialect: Dialect) throws(RPCError) -> [Action] {
    let address = try request.text("uri")
    guard let text = ContextResources.read(address, in: workspace) else {
      throw RPCError(
        dialect.unknownResource, "there is no resource \(QuotedText.of(address))", data: ["uri": .string(address)])
    }
    return reply(
      [.init("contents", text.json(of: address))], to: request, dialect, text.isOfProgram ? .program : .changing)
  }

  private func prompt(_ request: RPCRequest, _ dialect: Dialect) throws(RPCError) -> [Action] {
    let name = try request.text("name")
    guard let prompt = ContextPrompts.named(name) else {
      throw RPCError(.invalidParameters, "there is no prompt \(QuotedText.of(name))")
    }
    var values: [String: String] = [:]
    if case .object(let members)? = try request.object("arguments")?.content {
      for member in members { values[member.key] = member.value.text }
    }
    do throws(ToolRefusal) {
      return reply(try prompt.messages(values), to: request, dialect)
    } catch {
      throw RPCError(.invalidParameters, error.message)
    }
  }
}

extension RPCRequest {
  /// The revision that the request itself names.
  fileprivate var revision: String? { parameters?.member("_meta")?.member(Dialect.revisionKey)?.text }

  fileprivate var progressToken: JSONValue? {
    guard let token = parameters?.member("_meta")?.member("progressToken"), RPCIdentifier(token) != nil else {
      return nil
    }
    return JSONValue(token)
  }

  fileprivate func text(_ name: String) throws(RPCError) -> String {
    guard let text = parameters?.member(name)?.text else {
      throw RPCError(.invalidParameters, "`\(name)` has to be a text")
    }
    return text
  }

  /// Nil: it was left out.
  fileprivate func object(_ name: String) throws(RPCError) -> Node? {
    guard let value = parameters?.member(name) else { return nil }
    guard value.isObject else { throw RPCError(.invalidParameters, "`\(name)` has to be an object") }
    return value
  }
}
