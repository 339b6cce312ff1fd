package import Diagnostics
import FirestoreModel
package import RealtimeDatabase
package import StructuredText

/// A request to the rules as a file writes it:
/// `{"operation": "read|write|update", "path": "/a/b", "auth": {…} or null, "value": …, "query": {…}, "now": ms}`.
package struct RealtimeRequestFile: Sendable {
  package enum Operation: Sendable {
    case read(RealtimePath, query: RealtimeQuerySpec?)
    /// With server values that the data decide.
    case write(RealtimeWrite)
  }

  package var operation: Operation
  package var path: RealtimePath
  /// What an SDK says of why the request is refused, in the words of its operation.
  package func refusal(_ error: RealtimeWriteError) -> String {
    if case .write(let write) = operation { error.clientText(write.isUpdate ? .update : .set) } else { error.dataText }
  }

  /// Absent when nobody is signed in.
  package var auth: RealtimeNode
  /// Milliseconds since 1970.
  package var now: Double

  /// What the request does to a database, for the rules to decide.
  /// - Throws: why the service refuses it before it asks the rules.
  package func request(over data: RealtimeNode) throws(RealtimeWriteError) -> RealtimeRuleRequest {
    switch operation {
    case .read(let path, let query): return RealtimeRuleRequest(.read(path, query: query), auth: auth, now: now)
    case .write(let write):
      return RealtimeRuleRequest(change: try write.applied(to: data, now: now), of: write, auth: auth, now: now)
    }
  }
}

extension RealtimeRuleRequest {
  /// A write as rules see it: what it makes of the data.
  package init(change: RealtimeChange, of write: RealtimeWrite, auth: RealtimeNode, now: Double) {
    let operation: Operation
    if !write.isUpdate, let path = change.paths.first {
      operation = .write(path, change.new[path])
    } else {
      operation = .update(write.path, change.paths.map { ($0, change.new[$0]) })
    }
    self.init(operation, auth: auth, now: now)
  }
}

/// What reading a request file gave.
package enum RealtimeRequestReading: Sendable {
  case request(RealtimeRequestFile, notes: [Diagnostic])
  /// It is a request, and this is why SDKs or the service refuse it before they ask the rules.
  case refused(String)
  case unreadable([Diagnostic])
}

extension RealtimeRequestFile {
  /// - Parameter now: the time of a request that names none, in milliseconds since 1970.
  package static func read(_ root: Node, in source: SourceText, now: Double) -> RealtimeRequestReading {
    let decoding = NodeDecoding(source)
    do throws(Refusal) {
      let file = try file(root, decoding, now: now)
      if decoding.hasErrors { return .unreadable(decoding.diagnostics) }
      return file.map { .request($0, notes: decoding.diagnostics) } ?? .unreadable(decoding.diagnostics)
    } catch {
      return decoding.hasErrors ? .unreadable(decoding.diagnostics) : .refused(error.message)
    }
  }

  private struct Refusal: Error { var message: String }
  private enum Kind: String, CaseIterable { case read, write, update }

  private static func file(
    _ root: Node, _ decoding: NodeDecoding, now: Double
  ) throws(Refusal) -> RealtimeRequestFile? {
    guard var object = ObjectReader(root, decoding, for: "the request") else { return nil }
    let kind = object.choice("operation", .required, of: Kind.allCases.map { ($0.rawValue, $0) })
    let pathNode = object.node("path", .required)
    let auth = object.node("auth")
    let value = object.member("value")
    let queryMember = object.member("query")
    let time = object.number("now").map(\.double)
    object.finish()
    guard let pathNode, let text = decoding.string(pathNode, for: "path"), let kind else { return nil }
    if let auth {
      switch auth.content {
      case .null, .object: break
      case .boolean, .number, .string, .array:
        decoding.reportWrongType(expected: "an object or null", for: "auth", found: auth)
      }
    }
    if let time, !time.isFinite {
      decoding.report(.wrongType, "`now` is no time", at: root.span, help: "write milliseconds since 1970")
    }
    // A key with null counts as absent, except that null is a value to write.
    let query = queryMember?.value.content == .null ? nil : queryMember
    if let query, kind != .read { ignore(query, kind, decoding) }
    if let value, kind == .read { ignore(value, kind, decoding) }
    if value == nil, kind != .read {
      decoding.report(
        .wrongType, "the key `value` is missing", at: Span(root.span.start, root.span.start + 1),
        help: kind == .write ? "add `value`, `null` to delete" : "add `value`, an object of paths and their values")
    }
    if let value, kind == .update {
      if case .object = value.value.content {
      } else {
        decoding.reportWrongType(expected: "an object of paths and their values", for: "value", found: value.value)
      }
    }
    if decoding.hasErrors { return nil }
    let path = RealtimePath(text)
    if kind == .read, !isReadable(path) {
      throw Refusal(message: RealtimeQueryRefusal.invalidPath(text, "child").message)
    }
    guard let operation = try operation(kind, path, value?.value, query?.value, decoding) else { return nil }
    return RealtimeRequestFile(
      operation: operation, path: path, auth: auth.map { RealtimeNode(claims: JSONValue($0)) } ?? .absent,
      now: time ?? now)
  }

  /// Clients can name `.info`, unlike any other key with a dot.
  private static func isReadable(_ path: RealtimePath) -> Bool {
    path.keys.first?.text == ".info" ? RealtimePath(Array(path.keys.dropFirst())).isAddressable : path.isAddressable
  }

  private static func ignore(_ member: Node.Member, _ kind: Kind, _ decoding: NodeDecoding) {
    decoding.report(
      .unknownKey, "`\(member.key)` means nothing in a request of operation `\(kind.rawValue)`", at: member.keySpan,
      severity: .warning)
  }

  private static func operation(
    _ kind: Kind, _ path: RealtimePath, _ value: Node?, _ query: Node?, _ decoding: NodeDecoding
  ) throws(Refusal) -> Operation? {
    do throws(RealtimeWriteError) {
      switch (kind, value) {
      case (.write, let value?): return .write(try .set(JSONValue(value), at: path))
      case (.update, let value?): return .write(try .update(JSONValue(value), at: path))
      case (.read, _), (_, nil): break
      }
    } catch {
      throw Refusal(message: error.clientText(kind == .update ? .update : .set))
    }
    guard let query else { return .read(path, query: nil) }
    do throws(RealtimeQueryRefusal) {
      return try RealtimeQueryBuilder.read(query, decoding).map { .read(path, query: $0.spec) }
    } catch {
      throw Refusal(message: error.message)
    }
  }
}
