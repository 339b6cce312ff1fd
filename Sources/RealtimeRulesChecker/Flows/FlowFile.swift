package import Diagnostics
import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import StructuredText

/// Reads the files of `rtdb matrix`: flows and actors, in YAML or JSON.
package struct FlowFile {
  private let decoding: NodeDecoding
  private var known: [String: RealtimeActor] = [:]

  private init(_ decoding: NodeDecoding, known: [RealtimeActor]) {
    self.decoding = decoding
    for actor in known { self.known[actor.name] = actor }
  }

  /// - Parameter known: actors that steps may name, beside those of the file.
  /// - Returns: no flows if the file has errors, and the diagnostics.
  package static func flows(_ source: SourceText, known: [RealtimeActor] = []) -> (
    flows: RealtimeFlows?, diagnostics: [Diagnostic]
  ) {
    let result = read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    var file = FlowFile(decoding, known: known)
    let flows = result.node.flatMap { file.document($0) }
    return (decoding.hasErrors ? nil : flows, decoding.diagnostics)
  }

  /// `{owner: {uid: alice}, stranger: {uid: mallory}, signed out: null}`
  package static func actors(_ source: SourceText) -> (actors: [RealtimeActor]?, diagnostics: [Diagnostic]) {
    let result = read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    let file = FlowFile(decoding, known: [])
    let actors = result.node.flatMap { decoding.members($0, for: "actors") }?.compactMap { file.actor($0) }
    return (decoding.hasErrors ? nil : actors, decoding.diagnostics)
  }

  private static func read(_ source: SourceText) -> ReadResult {
    source.path.hasSuffix(".json") ? JSONReader.read(source, .strict) : YAMLReader.read(source)
  }

  private mutating func document(_ node: Node) -> RealtimeFlows? {
    guard var object = ObjectReader(node, decoding) else { return nil }
    let data = object.node("data").flatMap { self.node($0) }
    let actors = (object.members("actors") ?? []).compactMap { actor($0) }
    for actor in actors { known[actor.name] = actor }
    let flows = (object.array("flows", .required) ?? []).compactMap { flow($0) }
    object.finish()
    return RealtimeFlows(data: data, actors: actors, flows: flows)
  }

  /// A text is the id of a user; anything else is the whole value of `auth`.
  private func actor(_ member: Node.Member) -> RealtimeActor? {
    switch member.value.content {
    case .null: return RealtimeActor(member.key, auth: .absent)
    case .string(let uid): return RealtimeActor(member.key, uid: Text(uid))
    default: return node(member.value).map { RealtimeActor(member.key, auth: $0) }
    }
  }

  private func flow(_ node: Node) -> RealtimeFlow? {
    guard var object = ObjectReader(node, decoding, for: "flow") else { return nil }
    let name = object.string("name", .required)
    let steps = object.array("steps", .required)?.compactMap { step($0) }
    object.finish()
    guard let name, let steps else { return nil }
    return RealtimeFlow(name: name, steps: steps)
  }

  private func step(_ node: Node) -> RealtimeFlowStep? {
    guard var object = ObjectReader(node, decoding, for: "step") else { return nil }
    let who = object.node("as", .required)
    var operations: [(word: String, path: RealtimePath, node: Node)] = []
    for word in ["read", "write", "update", "push", "delete"] {
      if let member = object.member(word), let path = decoding.string(member.value, for: word) {
        operations.append((word, RealtimePath(path), member.value))
      }
    }
    let value = object.node("value")
    let query = object.member("query").flatMap { self.query($0.value) }
    let isExpected = object.choice("expect", of: [("allow", true), ("deny", false)]) ?? true
    object.finish()
    guard operations.count == 1, let operation = operations.first else {
      decoding.report(
        .wrongType, "a step does exactly one of read, write, update, push and delete", at: node.span,
        help: "write `{as: user1, read: /path}`")
      return nil
    }
    guard let actor = who.flatMap({ self.actor(named: $0) }) else { return nil }
    guard let result = self.operation(operation, value, query, node) else { return nil }
    return RealtimeFlowStep(
      actor: actor, operation: result, isExpected: isExpected, location: decoding.source.location(node.span))
  }

  private func actor(named node: Node) -> RealtimeActor? {
    if node.content == .null { return RealtimeActor("signed out", auth: .absent) }
    guard let name = decoding.string(node, for: "as") else { return nil }
    if let actor = known[name] { return actor }
    // Without a list of actors, a name is the id of a user.
    if known.isEmpty { return RealtimeActor(name, uid: Text(name)) }
    let names = known.keys.sorted()
    if name == "signed out" { return RealtimeActor(name, auth: .absent) }
    decoding.report(
      .wrongType, "there is no actor \(QuotedText.of(name))", at: node.span,
      help: "write one of \(names.joined(separator: ", ")), or add it to the actors")
    return nil
  }

  private func operation(
    _ operation: (word: String, path: RealtimePath, node: Node), _ value: Node?, _ query: RealtimeQuerySpec?,
    _ step: Node
  ) -> RealtimeFlowStep.Operation? {
    let path = operation.path
    switch operation.word {
    case "read": return .read(path, query: query)
    case "delete": return .write(path, .deletion)
    default: break
    }
    guard let value else {
      decoding.report(.wrongType, "the key `value` is missing", at: operation.node.span, help: "add what is written")
      return nil
    }
    if operation.word == "update" {
      guard let members = decoding.members(value, for: "value") else { return nil }
      var writes: [(path: RealtimePath, value: RealtimeValue)] = []
      for member in members {
        let target = RealtimePath(member.key)
        guard let written = self.value(member.value, at: path.appending(target)) else { return nil }
        if let other = writes.first(where: { $0.path.contains(target) || target.contains($0.path) }) {
          decoding.report(
            .wrongType, "an update cannot write both `\(other.path)` and `\(target)`: one is above the other",
            at: member.keySpan,
            help: "write one of them")
          return nil
        }
        writes.append((target, written))
      }
      return .update(path, writes)
    }
    guard let written = self.value(value, at: path) else { return nil }
    return operation.word == "push" ? .push(path, written) : .write(path, written)
  }

  private func query(_ node: Node) -> RealtimeQuerySpec? {
    guard let text = decoding.string(node, for: "query") else { return nil }
    do throws(RealtimeQueryTextProblem) {
      return try RealtimeQuerySpec(parsing: SourceText(path: decoding.source.path, text: text))
    } catch {
      decoding.report(
        .invalidQuery, error.diagnostic.message, at: node.span,
        help: error.diagnostic.help ?? "write `orderByChild=at&limitToLast=50`")
      return nil
    }
  }

  private func value(_ node: Node, at path: RealtimePath) -> RealtimeValue? {
    do throws(RealtimeWriteError) {
      return try RealtimeValue(node, at: path)
    } catch {
      report(error, node)
      return nil
    }
  }

  private func node(_ node: Node) -> RealtimeNode? {
    do throws(RealtimeWriteError) {
      return try RealtimeNode(node: node)
    } catch {
      report(error, node)
      return nil
    }
  }

  private func report(_ error: RealtimeWriteError, _ node: Node) {
    decoding.report(
      .wrongType, "this cannot be stored: \(error.restText)", at: node.span, help: "write what a client can write")
  }
}
