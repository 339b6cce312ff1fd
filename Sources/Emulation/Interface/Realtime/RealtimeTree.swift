package import FirestoreModel
package import RealtimeDatabase
package import RealtimeService
package import StructuredText

// The Realtime Database as a page shows it: one location with its children. Rules are not asked and nothing is billed: who
// looks at the page is no client.

extension Emulation {
  /// Of one location.
  private static let childLimit = 1_000
  /// Of a text in a list; the whole text is there when its own location is asked for.
  private static let shownText = 2_000

  /// `{"instance", "instances": [names], "path", "etag", "type", "value", "priority", "bytes", "count": of children,
  /// "children": [{"key", "type", "value", "priority", "count", "bytes", "etag" of a value}], "hasMore"}`; what there is nothing to say to is
  /// left out. `type` is `absent`, `boolean`, `number`, `string` or `children`.
  ///
  /// - Parameters:
  ///   - name: nil: the instance that the project has from the beginning.
  ///   - key: only children behind this one.
  package func realtimeTree(
    _ name: Text?, at path: RealtimePath, after key: RealtimeKey?, limit: Int
  ) throws(RealtimeRefusal) -> JSONValue {
    let instance = try realtimeInstance(name, onlyReading: true)
    let node = instance.data[path]
    var members = PresentMembers()
    members.add("instance", instance.name.string)
    members.add("instances", Set(realtimeNames + [instance.name]).sorted().map(\.string))
    members.add("path", path.description)
    members.add("etag", node.etag)
    let shown = node.children(after: key, limit: max(1, min(limit, Self.childLimit)))
    return .object(
      members.list + node.members(textLimit: .max) + [
        .init(
          "children",
          .array(
            shown.list.map { child in
              .object(
                [.init("key", .string(child.key.string))] + child.node.members(textLimit: Self.shownText)
                  + child.node.leafTag)
            })),
        .init("hasMore", .boolean(shown.hasMore)),
      ])
  }

  /// More of what stands at a location is nothing that somebody compares with what they have typed.
  private static let comparedBytes = 1 << 20

  /// What stands at a location in the place of what somebody has seen there: `{"etag", "value": as it is written, "bytes"}`,
  /// where it is large without `value`.
  package static func realtimeVersion(_ node: RealtimeNode) -> JSONValue {
    let bytes = node.exists ? node.byteCount : 0
    var members: [JSONValue.Member] = [.init("etag", .string(node.etag)), .init("bytes", .integer(Int64(bytes)))]
    if bytes <= comparedBytes { members.append(.init("value", node.export)) }
    return .object(members)
  }

  /// Puts a value in the place of what stands at a location, as an administrator; null deletes it.
  ///
  /// - Parameter expected: the etag of what was edited; what somebody else has changed meanwhile is not written over.
  package func setRealtime(
    _ name: Text?, at path: RealtimePath, to value: JSONValue, expected: String?
  ) async throws(RealtimeRefusal) -> JSONValue {
    let instance = try realtimeInstance(name)
    let write: RealtimeWrite
    do throws(RealtimeWriteError) {
      write = try .set(
        value, at: path, expectedHash: expected.map { $0 == RealtimeNode.absentETag ? "" : $0 })
    } catch { throw .invalidWrite(error) }
    _ = try instance.write(write, RealtimeContext(caller: .owner, operation: Self.pageOperation))
    try await instance.waitUntilDurable()
    return try realtimeTree(instance.name, at: path, after: nil, limit: 100)
  }
}

extension RealtimeNode {
  /// What an edit of a value in a list is made for; of children it would take their whole tree to say it.
  fileprivate var leafTag: [JSONValue.Member] {
    if case .leaf = content { [.init("etag", .string(etag))] } else { [] }
  }

  fileprivate func children(
    after key: RealtimeKey?, limit: Int
  ) -> (list: [(key: RealtimeKey, node: RealtimeNode)], hasMore: Bool) {
    var list: [(key: RealtimeKey, node: RealtimeNode)] = []
    var isBehind = key == nil
    for child in children {
      guard isBehind else {
        isBehind = child.key == key
        continue
      }
      if list.count == limit { return (list, true) }
      list.append((child.key, child.node))
    }
    return (list, false)
  }

  fileprivate func members(textLimit: Int) -> [JSONValue.Member] {
    var members = PresentMembers()
    members.add("type", typeName)
    switch leaf {
    case .string(let text)? where text.byteCount > textLimit:
      members.add("value", .string(shortened(text.string, to: textLimit)))
      members.add("isCut", JSONValue.boolean(true))
    case let leaf?: members.add("value", leaf.json)
    case nil: members.add("count", Int64(children.count))
    }
    members.add("priority", priority?.json)
    members.add("bytes", Int64(exists ? byteCount : 0))
    return members.list
  }

  private var typeName: String {
    switch content {
    case .absent: "absent"
    case .children: "children"
    case .leaf(.boolean): "boolean"
    case .leaf(.number): "number"
    case .leaf(.string): "string"
    }
  }
}
