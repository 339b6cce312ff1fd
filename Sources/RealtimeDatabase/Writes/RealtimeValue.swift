package import StructuredText

/// What a client asks to be written at a location: checked, with server values that are still open.
package struct RealtimeValue: Hashable, Sendable {
  /// The value; in the place of a server value stands the number 0, in that of a priority none.
  private var node: RealtimeNode
  private var placeholders: [Placeholder] = []

  private struct Placeholder: Hashable, Sendable {
    /// From the location.
    var path: RealtimePath
    var value: ServerValue
    var isPriority: Bool
  }

  /// A value without placeholders.
  package init(_ node: RealtimeNode) { self.node = node }

  /// Deletes what stands there.
  package static let deletion = RealtimeValue(.absent)

  /// Nothing will stand there.
  package var isDeletion: Bool { !node.exists }

  /// UTF-8 bytes of the value in compact JSON, placeholders as numbers of one digit.
  package var byteCount: Int { node.byteCount }

  /// The node to be written.
  /// - Parameters:
  ///   - existing: what stands at the location before the write.
  ///   - now: milliseconds since 1970.
  package func resolved(
    over existing: RealtimeNode, now: Double
  ) throws(RealtimeWriteError) -> RealtimeNode {
    var node = node
    for placeholder in placeholders {
      let old = existing[placeholder.path]
      let current = node[placeholder.path]
      let value = placeholder.value.resolved(over: placeholder.isPriority ? old.priority?.leaf : old.leaf, now: now)
      guard value.isFinite else {
        throw RealtimeWriteError(
          .invalidNumber(value < 0 ? "-Infinity" : "Infinity"), at: placeholder.path.keys.map(\.string))
      }
      let replacement =
        placeholder.isPriority
        ? current.withPriority(.number(value)) : RealtimeNode(.number(value), priority: current.priority)
      node = node.replacing(placeholder.path, with: replacement)
    }
    return node
  }
}

/// Who wrote a value: the SDKs refuse a little more than the service.
package enum RealtimeWriter: Hashable, Sendable {
  case sdk, rest

  /// Bytes of one write.
  package var maximumBytes: Int {
    switch self {
    case .sdk: 16 << 20
    case .rest: 256 << 20
    }
  }
}

extension RealtimeValue {
  /// Reads a value that is to be written at `path`: plain or with `.value` and `.priority`; lists become children, and
  /// what is null or empty is nothing.
  package init(_ json: JSONValue, at path: RealtimePath, by writer: RealtimeWriter = .rest) throws(RealtimeWriteError) {
    try self.init(reading: json, at: path, by: writer)
  }

  /// The same from the tree of a file.
  package init(_ node: Node, at path: RealtimePath = .root, by writer: RealtimeWriter = .rest)
    throws(RealtimeWriteError)
  {
    try self.init(reading: node, at: path, by: writer)
  }

  private init(
    reading tree: some JSONTree, at path: RealtimePath, by writer: RealtimeWriter
  ) throws(RealtimeWriteError) {
    var reader = ValueReader(writer: writer, path: path)
    try reader.checkPath()
    node = try reader.node(tree)
    placeholders = reader.placeholders.map { Placeholder(path: $0.path, value: $0.value, isPriority: $0.isPriority) }
    let bytes = node.byteCount
    if bytes > writer.maximumBytes { throw RealtimeWriteError(.tooLarge(bytes: bytes), at: path.keys.map(\.string)) }
  }
}

extension RealtimeNode {
  /// Data as a file or a request holds it; refuses server values, which only a write can resolve.
  package init(json: JSONValue, by writer: RealtimeWriter = .rest) throws(RealtimeWriteError) {
    self = try RealtimeValue(json, at: .root, by: writer).withoutServerValues()
  }

  /// The same from the tree of a file.
  package init(node: Node, by writer: RealtimeWriter = .rest) throws(RealtimeWriteError) {
    self = try RealtimeValue(node, by: writer).withoutServerValues()
  }
}

extension RealtimeValue {
  fileprivate func withoutServerValues() throws(RealtimeWriteError) -> RealtimeNode {
    guard let first = placeholders.first else { return node }
    throw RealtimeWriteError(
      .unknownServerValue(first.value == .timestamp ? #""timestamp""# : #"{"increment":…}"#),
      at: first.path.keys.map(\.string))
  }
}
