import RealtimeDatabase
import RealtimeService
import StructuredText

extension RealtimeWireSession {
  mutating func listen(_ request: ClientRequest) throws(RealtimeRefusal) -> RequestResult {
    let (target, spec) = try request.target()
    guard targets.count < limits.listens else {
      throw .invalidRequest("The connection listens to too many locations already: \(limits.listens).")
    }
    var hash: String?
    if let given = request.body["h"] {
      guard case .string(let text) = given else { throw ClientRequest.malformed("h") }
      hash = text
    }
    // Hashes of the parts of a large value (`ch`) would only save bytes: the one of all of it says as much.
    let number = lastTarget + 1
    let notices = try listens.listen(target.path, query: spec, hash: hash, number: number)
    for (known, other) in targets where other.isSame(as: target) { end(known) }
    lastTarget = number
    targets[number] = target
    return RequestResult(
      data: listens.isUnindexed(number) ? ["w": ["no_index"]] : [:], pushes: messages(notices))
  }

  mutating func unlisten(_ request: ClientRequest) throws(RealtimeRefusal) -> RequestResult {
    let target = try request.target().target
    for (known, other) in targets where other.isSame(as: target) { end(known) }
    return .nothing
  }

  private mutating func end(_ number: Int) {
    listens.end(number)
    targets[number] = nil
  }

  /// In the client's words.
  mutating func messages(_ notices: [RealtimeNotice]) -> [ServerMessage] {
    var messages: [ServerMessage] = []
    for notice in notices {
      guard let target = targets[notice.listen] else { continue }
      switch notice.content {
      case .changed(let delta): messages.append(.push(.changed(delta, tag: target.tag)))
      case .cancelled:
        targets[notice.listen] = nil
        messages.append(.push(.revoked(target.path, query: target.query)))
      }
    }
    return messages
  }
}

extension ListenTarget {
  /// What a client means when it ends one: the same path and the same query, whatever its number.
  fileprivate func isSame(as other: ListenTarget) -> Bool {
    path == other.path && Self.members(of: query) == Self.members(of: other.query)
  }

  private static func members(of query: JSONValue?) -> Set<JSONValue.Member> {
    guard case .object(let members)? = query else { return [] }
    return Set(members)
  }
}

extension ClientRequest {
  fileprivate func target() throws(RealtimeRefusal) -> (target: ListenTarget, spec: RealtimeQuerySpec?) {
    let query = try query()
    let path = RealtimePath(try text("p"))
    guard let query else { return (ListenTarget(path: path), nil) }
    return (ListenTarget(path: path, query: query.wire, tag: body["t"]), query.spec)
  }
}
