import RealtimeDatabase
import RealtimeService
import StructuredText

extension RealtimeWireSession {
  mutating func carryOut(_ request: ClientRequest) throws(RealtimeRefusal) -> RequestResult {
    switch request.action {
    // Statistics. Proofs of App Check are not looked at: like tokens, they are the business of production.
    case "s", "appcheck", "unappeck": return .nothing
    case "q": return try listen(request)
    case "n": return try unlisten(request)
    case "g": return try get(request)
    case "p", "m": return try write(request)
    case "o", "om": return try leave(request)
    case "oc": return try forget(request)
    case "auth", "gauth": return try signIn(request)
    case "unauth": return signOut()
    default: throw .unsupported("The request \"\(request.action.prefix(40))\" of the Realtime Database protocol is")
    }
  }

  // MARK: - Reading

  private mutating func get(_ request: ClientRequest) throws(RealtimeRefusal) -> RequestResult {
    let path = RealtimePath(try request.text("p"))
    let node = try instance.read(path, query: try request.query()?.spec, context)
    return RequestResult(data: node.export)
  }

  // MARK: - Writing

  private func write(_ request: ClientRequest) throws(RealtimeRefusal) -> RequestResult {
    var write = try request.write(isUpdate: request.action == "m")
    if let hash = request.body["h"] {
      guard case .string(let text) = hash, request.action == "p" else { throw ClientRequest.malformed("h") }
      write.expectedHash = text
    }
    _ = try instance.write(write, context)
    return RequestResult(acknowledgesWrite: true)
  }

  // MARK: - The end of the connection

  private func leave(_ request: ClientRequest) throws(RealtimeRefusal) -> RequestResult {
    guard left.count < limits.leftWrites else {
      throw .invalidRequest("The connection has left too many writes for its end already: \(limits.leftWrites).")
    }
    try left.whenDisconnected(try request.write(isUpdate: request.action == "om"), context)
    return .nothing
  }

  private func forget(_ request: ClientRequest) throws(RealtimeRefusal) -> RequestResult {
    left.cancel(RealtimePath(try request.text("p")))
    return .nothing
  }
}

extension ClientRequest {
  fileprivate func write(isUpdate: Bool) throws(RealtimeRefusal) -> RealtimeWrite {
    let path = RealtimePath(try text("p"))
    let data = try data()
    do throws(RealtimeWriteError) {
      return try isUpdate ? .update(data, at: path, by: .sdk) : .set(data, at: path, by: .sdk)
    } catch { throw .invalidWrite(error) }
  }

  /// Nil without one, and for an empty one.
  func query() throws(RealtimeRefusal) -> (wire: JSONValue, spec: RealtimeQuerySpec)? {
    guard let wire = body["q"], wire != .object([]) else { return nil }
    guard let spec = RealtimeQuerySpec(wire: wire) else { throw Self.malformed("q") }
    return (wire, spec)
  }
}
