import FirestoreModel
import RealtimeDatabase
package import RealtimeRules
package import StructuredText

extension RealtimeRuleRequest {
  /// The request as `rtdb eval --request` reads it.
  package var json: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue) { members.append(JSONValue.Member(key, value)) }
    switch operation {
    case .read(let path, let query):
      add("operation", "read")
      add("path", .string(path.description))
      if let query { add("query", query.json) }
    case .write(let path, let node):
      add("operation", "write")
      add("path", .string(path.description))
      add("value", node.written)
    case .update(let path, let writes):
      add("operation", "update")
      add("path", .string(path.description))
      add(
        "value",
        .object(
          writes.map {
            JSONValue.Member(String(($0.path.relative(to: path) ?? $0.path).description.dropFirst()), $0.node.written)
          }))
    }
    add("auth", auth.json)
    add("now", RealtimeNode(.number(now)).json)
    return .object(members)
  }

  /// The request in one line: `write /rooms/r1 {"name":"x"}`.
  package var text: String {
    switch operation {
    case .read(let path, let query):
      query.map { "read \(path) \(JSONWriter.text($0.json, .compact))" } ?? "read \(path)"
    case .write(let path, let node):
      node.exists ? "write \(path) \(JSONWriter.text(node.written, .compact))" : "delete \(path)"
    case .update(let path, let writes):
      "update \(path) {"
        + writes.map {
          "\"\(($0.path.relative(to: path) ?? $0.path).description.dropFirst())\":\(JSONWriter.text($0.node.written, .compact))"
        }
        .joined(separator: ",") + "}"
    }
  }
}

extension RealtimeNode {
  /// The JSON that a client sends to write this node: with `.priority` where there are priorities.
  var written: JSONValue { hasPriorities ? export : json }

  private var hasPriorities: Bool { priority != nil || children.contains { $0.node.hasPriorities } }
}

extension RealtimeQuerySpec {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = []
    switch ordering {
    case .priority: members.append(JSONValue.Member("orderByPriority", .boolean(true)))
    case .key: members.append(JSONValue.Member("orderByKey", .boolean(true)))
    case .value: members.append(JSONValue.Member("orderByValue", .boolean(true)))
    case .child(let path):
      members.append(JSONValue.Member("orderByChild", .string(String(path.description.dropFirst()))))
    }
    if let start, start == end {
      members.append(JSONValue.Member("equalTo", start.value.json))
    } else {
      if let start { members.append(JSONValue.Member(start.isInclusive ? "startAt" : "startAfter", start.value.json)) }
      if let end { members.append(JSONValue.Member(end.isInclusive ? "endAt" : "endBefore", end.value.json)) }
    }
    switch limit {
    case .first(let count): members.append(JSONValue.Member("limitToFirst", .integer(Int64(count))))
    case .last(let count): members.append(JSONValue.Member("limitToLast", .integer(Int64(count))))
    case nil: break
    }
    return .object(members)
  }
}

extension SimulatedRequest {
  /// `example: signed in as `mallory`, write …, allowed`
  func note(_ prefix: String = "example") -> String {
    let who = actor.uid.map { "signed in as `\($0.string)`" } ?? "not signed in"
    return "\(prefix): \(who), `\(request.text)`, \(isAllowed ? "allowed" : "denied")"
  }
}
