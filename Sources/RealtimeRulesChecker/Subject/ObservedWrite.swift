package import Diagnostics
import FirestoreModel
package import QueryModel

/// A write that was found in the code of an app.
package struct ObservedWrite: Sendable {
  package var shape: RealtimeWriteShape
  /// The place of the call in the code.
  package var location: SourceLocation
  /// Whether rules apply: a client sends it, not a server with admin rights.
  package var isByUser: Bool
  /// Whether the path is known, apart from unknown keys.
  package var isLocated: Bool

  package init(_ shape: RealtimeWriteShape, at location: SourceLocation, isByUser: Bool, isLocated: Bool) {
    self.shape = shape
    self.location = location
    self.isByUser = isByUser
    self.isLocated = isLocated
  }
}

extension RealtimeSubject {
  /// The values that the app certainly writes at a reference. An unknown key matches only variables.
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
  /// `/posts/?/likes`, shortened if it is long.
  var quoted: String { QuotedText.of("/" + text, limit: 200) }

  var hasUnknown: Bool { contains(.unknown) }
}

/// Names of nodes that store who is online.
enum PresenceNames {
  static func contains(_ name: Text) -> Bool { all.contains(name.string.lowercased()) }

  private static let all: Set<String> = [
    "presence", "online", "onlineusers", "online_users", "lastseen", "last_seen", "lastonline",
  ]
}
