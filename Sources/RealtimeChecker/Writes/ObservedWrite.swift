package import Diagnostics
import FirestoreModel
package import QueryModel

/// A write that an app sends, as far as its code says it.
package struct ObservedWrite: Sendable {
  package var shape: RealtimeWriteShape
  /// The call that sends it.
  package var location: SourceLocation
  /// Rules apply: an app sends it, not a server.
  package var isByUser: Bool
  /// Where it writes is known, perhaps with unknown keys in it.
  package var isLocated: Bool

  package init(_ shape: RealtimeWriteShape, at location: SourceLocation, isByUser: Bool, isLocated: Bool) {
    self.shape = shape
    self.location = location
    self.isByUser = isByUser
    self.isLocated = isLocated
  }
}

extension RealtimeSubject {
  /// Values that the app is seen to write at a place of the rules; a key that is not known matches only variables.
  func written(at reference: DataReference) -> [(write: ObservedWrite, path: [WrittenKey], value: WrittenValue)] {
    guard !reference.keys.isEmpty else { return [] }
    return context.writes.filter(\.isLocated).flatMap { write in
      write.shape.values.filter { $0.isCertain && reference.matches($0.path) }.map { (write, $0.path, $0.value) }
    }
  }
}

extension DataReference {
  fileprivate func matches(_ path: [WrittenKey]) -> Bool {
    keys.count == path.count
      && zip(keys, path).allSatisfy { pattern, key in
        guard let literal = pattern.literal else { return pattern.isKnown }
        return key == .literal(literal)
      }
  }
}

extension [WrittenKey] {
  /// `/posts/?/likes`, shortened where it is long.
  var quoted: String { QuotedText.of("/" + text, limit: 200) }

  var hasUnknown: Bool { contains(.unknown) }
}

/// The names of nodes that say who is online.
enum PresenceNames {
  static func contains(_ name: Text) -> Bool { all.contains(name.string.lowercased()) }

  private static let all: Set<String> = [
    "presence", "online", "onlineusers", "online_users", "lastseen", "last_seen", "lastonline",
  ]
}
