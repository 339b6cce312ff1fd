/// A location: keys from the root. The empty path is the root.
package struct RealtimePath: Hashable, Sendable {
  package var keys: [RealtimeKey]

  package init(_ keys: [RealtimeKey]) { self.keys = keys }

  /// Reads `/a/b`, `a/b/` and the like: empty segments do not count, as with every client.
  package init(_ text: String) {
    // By bytes: a key may begin with a mark that Swift would take for a part of the slash.
    keys = text.utf8.split(separator: UInt8(ascii: "/")).map { RealtimeKey(String(Substring($0))) }
  }

  package static let root = RealtimePath([RealtimeKey]())

  /// The deepest location that can be written.
  package static let maximumDepth = 32

  /// The longest location that the SDKs write, in UTF-8 bytes with a slash for each segment.
  package static let maximumBytes = 768

  package var isRoot: Bool { keys.isEmpty }
  package var depth: Int { keys.count }
  package var last: RealtimeKey? { keys.last }

  /// Nil for the root.
  package var parent: RealtimePath? { keys.isEmpty ? nil : RealtimePath(Array(keys.dropLast())) }

  /// Whether clients can name it: no segment has a character that keys cannot have.
  package var isAddressable: Bool {
    keys.allSatisfy { key in
      switch key.defect {
      case nil, .tooLong: true
      case .empty, .illegalCharacter: false
      }
    }
  }

  package func child(_ key: RealtimeKey) -> RealtimePath { RealtimePath(keys + [key]) }
  package func appending(_ path: RealtimePath) -> RealtimePath { RealtimePath(keys + path.keys) }

  /// Whether `other` is this location or below it.
  package func contains(_ other: RealtimePath) -> Bool { other.keys.starts(with: keys) }

  /// What leads from `ancestor` to this location; nil when it is not above it.
  package func relative(to ancestor: RealtimePath) -> RealtimePath? {
    ancestor.contains(self) ? RealtimePath(Array(keys.dropFirst(ancestor.depth))) : nil
  }
}

extension RealtimePath: CustomStringConvertible, ExpressibleByStringLiteral {
  /// With a leading slash; the root is `/`.
  package var description: String { "/" + keys.map(\.string).joined(separator: "/") }

  package init(stringLiteral value: String) { self.init(value) }
}
