import FirestoreModel
import StructuredText

/// A priority that is to be written.
enum PriorityValue: Hashable, Sendable {
  case none
  case value(RealtimePriority)
  case server(ServerValue)
}

/// From JSON to a checked tree and its placeholders.
struct ValueReader {
  let writer: RealtimeWriter
  /// The location that is written.
  let base: RealtimePath
  /// What leads from there to the value that is being read.
  private var keys: [RealtimeKey] = []
  /// UTF-8 bytes of the whole path, a slash for each segment.
  private var pathBytes: Int
  private(set) var placeholders: [(path: RealtimePath, value: ServerValue, isPriority: Bool)] = []

  init(writer: RealtimeWriter, path: RealtimePath) {
    self.writer = writer
    base = path
    pathBytes = path.keys.reduce(0) { $0 + 1 + $1.text.byteCount }
  }

  /// The location itself must be one that can be written.
  func checkPath() throws(RealtimeWriteError) {
    if base.keys.first?.text == ".info" { throw failure(.clientOnlyData) }
    for key in base.keys { try check(key) }
    try checkLength()
  }

  mutating func node(_ tree: some JSONTree) throws(RealtimeWriteError) -> RealtimeNode {
    switch tree.shape {
    case .null: return .absent
    case .boolean(let value): return RealtimeNode(.boolean(value))
    case .number(let value): return RealtimeNode(.number(try finite(value)))
    case .string(let text): return RealtimeNode(.string(try checked(text)))
    case .array(let elements):
      var children: [(key: RealtimeKey, node: RealtimeNode)] = []
      for (index, element) in elements.enumerated() {
        let key = RealtimeKey(String(index))
        children.append((key, try child(key, element)))
      }
      return RealtimeNode(RealtimeChildren(children))
    case .object(let members): return try object(members)
    }
  }

  private mutating func object<Tree: JSONTree>(
    _ members: [(key: String, value: Tree)]
  ) throws(RealtimeWriteError) -> RealtimeNode {
    var value: Tree?
    var priority: Tree?
    var serverValue: Tree?
    var children: [(key: RealtimeKey, node: RealtimeNode)] = []
    for member in members {
      switch Text(member.key) {
      case ".value":
        // To the service null is as if it were not written; the SDKs refuse any value beside children.
        if writer == .rest, case .null = member.value.shape { continue }
        value = member.value
      case ".priority": priority = member.value
      case ".sv": serverValue = member.value
      default:
        let key = RealtimeKey(member.key)
        try check(key)
        children.append((key, try child(key, member.value)))
      }
    }
    if (value != nil || serverValue != nil) && !children.isEmpty { throw failure(.valueBesideChildren) }
    var node: RealtimeNode
    if let serverValue {
      placeholders.append((RealtimePath(keys), try self.serverValue(serverValue), false))
      node = RealtimeNode(.number(0))
    } else if let value {
      // A null there is as if it were not written.
      node = try self.node(value)
    } else {
      node = RealtimeNode(RealtimeChildren(children))
    }
    if let priority { node = try self.node(node, withPriority: priority) }
    return node
  }

  private mutating func node(
    _ node: RealtimeNode, withPriority priority: some JSONTree
  ) throws(RealtimeWriteError) -> RealtimeNode {
    switch try self.priority(priority) {
    case .none: return node
    case .value(let value): return node.withPriority(value)
    case .server(let value):
      // A priority of nothing is none, whatever the service would fill in.
      if node.exists { placeholders.append((RealtimePath(keys), value, true)) }
      return node.withPriority(nil)
    }
  }

  func priority(_ tree: some JSONTree) throws(RealtimeWriteError) -> PriorityValue {
    switch tree.shape {
    case .null: return .none
    case .number(let value): return .value(.number(try finite(value)))
    case .string(let text): return .value(.string(try checked(text)))
    case .object(let members):
      guard members.count == 1, let member = members.first, Text(member.key) == ".sv" else {
        throw failure(.invalidPriority)
      }
      return .server(try serverValue(member.value))
    case .boolean, .array: throw failure(.invalidPriority)
    }
  }

  private func serverValue(_ tree: some JSONTree) throws(RealtimeWriteError) -> ServerValue {
    switch tree.shape {
    case .string(let text) where Text(text) == "timestamp": return .timestamp
    case .string(let text): throw failure(.unknownServerValue(text))
    case .object(let members):
      guard members.count == 1, let member = members.first, Text(member.key) == "increment" else {
        throw failure(.unknownServerValue(members.map(\.key).joined(separator: ", ")))
      }
      guard case .number(let step) = member.value.shape else { throw failure(.invalidIncrement(member.value.brief)) }
      return .increment(try finite(step))
    default: throw failure(.unknownServerValue(tree.brief))
    }
  }

  private mutating func child(
    _ key: RealtimeKey, _ tree: some JSONTree
  ) throws(RealtimeWriteError) -> RealtimeNode {
    keys.append(key)
    pathBytes += 1 + key.text.byteCount
    try checkLength()
    let node = try self.node(tree)
    keys.removeLast()
    pathBytes -= 1 + key.text.byteCount
    return node
  }

  private func check(_ key: RealtimeKey) throws(RealtimeWriteError) {
    switch key.defect {
    case nil: break
    case .empty, .illegalCharacter: throw failure(.invalidKey(key.string))
    case .tooLong(let bytes): throw failure(.longKey(key.string, bytes: bytes))
    }
  }

  private func checkLength() throws(RealtimeWriteError) {
    if base.depth + keys.count > RealtimePath.maximumDepth { throw failure(.tooDeep) }
    if writer == .sdk, pathBytes > RealtimePath.maximumBytes { throw failure(.longPath(bytes: pathBytes)) }
  }

  private func finite(_ value: Double) throws(RealtimeWriteError) -> Double {
    if value.isFinite { return value }
    throw failure(.invalidNumber(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"))
  }

  private func checked(_ text: String) throws(RealtimeWriteError) -> Text {
    if text.utf8.count > RealtimeLeaf.maximumStringBytes { throw failure(.longString(String(text.prefix(50)))) }
    return Text(text)
  }

  private func failure(_ reason: RealtimeWriteError.Reason) -> RealtimeWriteError {
    RealtimeWriteError(reason, at: (base.keys + keys).map(\.string))
  }
}

extension JSONTree {
  /// A value for a message.
  fileprivate var brief: String {
    switch shape {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): text
    case .array: "[…]"
    case .object: "{…}"
    }
  }
}
