import FirestoreModel
package import StructuredText

/// One write of a client: a set, a push, a delete or an update of several paths, all or nothing.
package struct RealtimeWrite: Hashable, Sendable {
  /// What is put where. Only the children named by an update are replaced, a set replaces everything below its path.
  package struct Part: Hashable, Sendable {
    /// From the root; ends with `.priority` where only the priority is written.
    package let address: RealtimePath
    let content: Content

    enum Content: Hashable, Sendable {
      case value(RealtimeValue)
      case priority(PriorityValue)
    }

    /// The location that changes.
    package var location: RealtimePath {
      switch content {
      case .value: address
      case .priority: address.parent ?? .root
      }
    }

    /// Nothing will stand there.
    package var isDeletion: Bool {
      if case .value(let value) = content { value.isDeletion } else { false }
    }
  }

  /// The location that the request names.
  package let path: RealtimePath
  package let isUpdate: Bool
  /// None is above another. Empty for an empty update, which succeeds and changes nothing.
  package internal(set) var parts: [Part]
  /// The hash that the value at `path` must have, the empty one where nothing may stand: a transaction's commit.
  package var expectedHash: String?
  /// Locations below one of the parts that stay as they are.
  private(set) var spared: [RealtimePath] = []

  init(path: RealtimePath, isUpdate: Bool, parts: [Part], expectedHash: String? = nil) {
    self.path = path
    self.isUpdate = isUpdate
    self.parts = parts
    self.expectedHash = expectedHash
  }
}

extension RealtimeWrite {
  /// Leaves a location below one of the parts as it is.
  mutating func spare(_ path: RealtimePath) {
    if parts.contains(where: { $0.address.contains(path) }) { spared.append(path) }
  }

  /// Replaces what stands at a path; null deletes it. A path that ends with `.priority` changes the priority alone.
  package static func set(
    _ json: JSONValue, at path: RealtimePath, by writer: RealtimeWriter = .rest, expectedHash: String? = nil
  ) throws(RealtimeWriteError) -> RealtimeWrite {
    RealtimeWrite(
      path: path, isUpdate: false, parts: [try Part(json, at: path, by: writer)], expectedHash: expectedHash)
  }

  package static func set(_ node: RealtimeNode, at path: RealtimePath) -> RealtimeWrite {
    RealtimeWrite(path: path, isUpdate: false, parts: [Part(address: path, content: .value(RealtimeValue(node)))])
  }

  package static func delete(_ path: RealtimePath) -> RealtimeWrite { set(.absent, at: path) }

  /// Adds a child with a key that sorts behind all that were made before.
  package static func push(
    _ json: JSONValue, below path: RealtimePath, key: PushID, by writer: RealtimeWriter = .rest
  ) throws(RealtimeWriteError) -> RealtimeWrite {
    try set(json, at: path.child(key.key), by: writer)
  }

  /// Replaces what stands at several paths. The keys of the object are paths below `path`; slashes at their ends do not
  /// count. To the SDKs, which read paths themselves, no empty segment counts, and a key without any is `path`; REST refuses
  /// both.
  package static func update(
    _ json: JSONValue, at path: RealtimePath, by writer: RealtimeWriter = .rest
  ) throws(RealtimeWriteError) -> RealtimeWrite {
    guard case .object(let members) = json else { throw RealtimeWriteError(.notAnObject, at: path.keys.map(\.string)) }
    try ValueReader(writer: writer, path: path).checkPath()
    var parts: [Part] = []
    var bytes = 0
    for member in members {
      let relative = RealtimePath(member.key)
      if writer == .rest, member.key.hasEmptySegment {
        throw RealtimeWriteError(.invalidUpdatePath(key: member.key, segment: ""), at: path.keys.map(\.string))
      }
      for (index, key) in relative.keys.enumerated() {
        if key.isPriority, index == relative.depth - 1 { continue }
        switch key.defect {
        case nil, .tooLong: break
        case .empty, .illegalCharacter:
          throw RealtimeWriteError(
            .invalidUpdatePath(key: member.key, segment: key.string), at: path.keys.map(\.string))
        }
      }
      let part = try Part(member.value, at: path.appending(relative), updateKey: relative, by: writer)
      if case .value(let value) = part.content { bytes += value.byteCount + member.key.utf8.count }
      parts.append(part)
    }
    if bytes > writer.maximumBytes { throw RealtimeWriteError(.tooLarge(bytes: bytes), at: path.keys.map(\.string)) }
    try checkAncestors(parts, below: path)
    return RealtimeWrite(path: path, isUpdate: true, parts: parts)
  }

  /// Sorted by path, an ancestor stands right in front of what is below it.
  private static func checkAncestors(_ parts: [Part], below path: RealtimePath) throws(RealtimeWriteError) {
    let sorted = parts.map(\.address).sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
    for (upper, lower) in zip(sorted, sorted.dropFirst()) where upper.contains(lower) {
      let (ancestor, below) = (upper.relative(to: path) ?? upper, lower.relative(to: path) ?? lower)
      throw RealtimeWriteError(
        .updateBelowUpdate(ancestor: ancestor.description, path: below.description), at: path.keys.map(\.string))
    }
  }
}

extension String {
  /// Apart from one slash at each end; so has the empty text.
  fileprivate var hasEmptySegment: Bool {
    var segments = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
    if segments.count > 1, segments.first?.isEmpty ?? false { segments.removeFirst() }
    if segments.count > 1, segments.last?.isEmpty ?? false { segments.removeLast() }
    return segments.contains { $0.isEmpty }
  }
}

extension RealtimeKey {
  var isPriority: Bool { text == ".priority" }
}

extension RealtimeWrite.Part {
  /// - Parameter updateKey: the key of the update that names this path; nil for a set.
  fileprivate init(
    _ json: JSONValue, at address: RealtimePath, updateKey: RealtimePath? = nil, by writer: RealtimeWriter
  ) throws(RealtimeWriteError) {
    self.address = address
    guard let last = address.last, last.isPriority else {
      content = .value(try RealtimeValue(json, at: address, by: writer))
      return
    }
    let reader = ValueReader(writer: writer, path: address.parent ?? .root)
    try reader.checkPath()
    do throws(RealtimeWriteError) {
      content = .priority(try reader.priority(json))
    } catch {
      guard let updateKey, error.reason == .invalidPriority else { throw error }
      throw RealtimeWriteError(.invalidPriorityPath(updateKey.description), at: error.property)
    }
  }
}
