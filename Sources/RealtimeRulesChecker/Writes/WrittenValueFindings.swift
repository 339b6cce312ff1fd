// FB6032 counter-read-modify-write warning
//
// means: A counter is read, changed and written. Two clients lose one of their changes; an increment on the server does
//   not.
// why: Between reading and writing somebody else writes, too. The later write stores a number that does not know of the
//   earlier one.
// example:
//   const n = (await get(likes)).val(); await set(likes, n + 1)
// fix: Use `increment(1)`, which the server applies, or a transaction where the next value depends on more.
// ignore: When exactly one client ever writes the counter.

package import Diagnostics
import FirestoreModel
package import QueryModel
import RealtimeDatabase

/// Reports mistakes in the values that an app writes, independent of the rules.
package enum WrittenValueFindings {
  /// The findings in the order of the writes.
  package static func findings(of writes: [ObservedWrite]) -> [Diagnostic] {
    let disconnects = writes.filter { $0.shape.moment == .disconnect }
    return writes.flatMap { write -> [Diagnostic] in
      illegalKeys(write) + lists(write) + counters(write) + presence(write, disconnects)
    }
  }

  // MARK: - FB6035

  private static func illegalKeys(_ write: ObservedWrite) -> [Diagnostic] {
    // One finding per write is enough: deeper paths contain the same key.
    write.shape.values.lazy.compactMap { illegalKey(in: $0.path, at: write.location) }.first.map { [$0] } ?? []
  }

  /// The first key of a path that no node can have.
  package static func illegalKey(in path: [WrittenKey], at location: SourceLocation) -> Diagnostic? {
    let help = "use an id as the key and store the text in a field, or encode the characters"
    // The client SDK itself provides `.info/connected` and its siblings.
    guard path.first != .literal(".info") else { return nil }
    if path.count > RealtimePath.maximumDepth {
      return Diagnostic(
        .illegalKey, "\(path.quoted) has \(path.count) levels, and 32 are the most", at: location,
        help: "make the tree flatter")
    }
    for (depth, key) in path.enumerated() {
      guard case .literal(let text) = key, let defect = RealtimeKey(text.string).defect, let reason = defect.reason
      else { continue }
      // `.value`, `.priority` and `.sv` in a value are directives, not keys.
      if depth == path.count - 1, depth > 0, [".value", ".priority", ".sv"].contains(text.string) { continue }
      return Diagnostic(
        .illegalKey, "\(QuotedText.of(text.string)) is no key: \(reason)", at: location,
        notes: ["the path is \(path.quoted)"],
        help: help)
    }
    return nil
  }

  // MARK: - FB6031

  private static func lists(_ write: ObservedWrite) -> [Diagnostic] {
    write.shape.values.compactMap { path, value, isCertain in
      guard isCertain, value.isListOfIDs(named: path.last) else { return nil }
      return Diagnostic(
        .arrayOfIds, "\(path.quoted) is written as a list of ids, which rules cannot search", at: write.location,
        notes: ["a list is an object with the keys 0, 1, 2; two who write it overwrite each other's list"],
        help: "use the ids as keys: `{\"uid\": true}`")
    }
  }

  // MARK: - FB6032

  private static func counters(_ write: ObservedWrite) -> [Diagnostic] {
    guard write.isLocated else { return [] }
    return write.shape.values.compactMap { path, value, _ in
      guard case .changed(let number) = value else { return nil }
      let read = number.location.writtenKeys + (number.member.map { [.literal($0)] } ?? [])
      guard read == path else { return nil }
      return Diagnostic(
        .counterReadModifyWrite,
        "\(path.quoted) is written with a number made from the one that was read there: a change in between is lost",
        at: write.location, notes: path.hasUnknown ? ["where `?` is the same both times"] : [],
        help: "write `increment`, which the server adds, or use a transaction")
    }
  }

  // MARK: - FB6029

  private static func presence(_ write: ObservedWrite, _ disconnects: [ObservedWrite]) -> [Diagnostic] {
    guard write.isLocated, write.shape.moment == .now else { return [] }
    return write.shape.values.compactMap { path, value, isCertain -> Diagnostic? in
      guard isCertain, path.contains(where: \.isPresence), value.marksOnline else { return nil }
      let isEnded = disconnects.contains { !$0.isLocated || $0.shape.mayAffect(path) }
      let isSingle = path.last == .userID && value.isBoolean
      if isSingle {
        return Diagnostic(
          .presencePitfall, "one boolean per user at \(path.quoted) is wrong as soon as a user has two devices",
          at: write.location,
          notes: ["the device that disconnects first marks the user as away"]
            + (isEnded ? [] : ["no `onDisconnect` of the project takes it back"]),
          help: "keep one child per connection and remove it with `onDisconnect`")
      }
      guard write.isByUser, !isEnded else { return nil }
      return Diagnostic(
        .presencePitfall,
        "\(path.quoted) says that somebody is online, and no `onDisconnect` of the project takes it back",
        at: write.location, notes: ["a connection that is lost says no goodbye"],
        help: "call `onDisconnect` for the same place before writing it")
    }
  }
}

extension WrittenValue {
  fileprivate var isBoolean: Bool { if case .boolean = self { true } else { false } }

  /// Whether it is an array with the id of the caller, or one whose name says that it has ids.
  fileprivate func isListOfIDs(named key: WrittenKey?) -> Bool {
    guard case .list(let elements, _) = self, !elements.isEmpty else { return false }
    if elements.contains(.userID) { return true }
    guard case .literal(let name)? = key else { return false }
    return ["Ids", "IDs", "Uids", "UIDs", "_ids", "_uids"].contains { name.string.hasSuffix($0) } || name == "uids"
  }

  /// Whether the value says that the user is online.
  fileprivate var marksOnline: Bool {
    switch self {
    case .boolean(let value): value
    case .text(let text): ["online", "active"].contains(text.string.lowercased())
    default: false
    }
  }
}

extension WrittenKey {
  fileprivate var isPresence: Bool { if case .literal(let name) = self { PresenceNames.contains(name) } else { false } }
}

extension RealtimeWriteShape {
  /// Whether it may write the path, or something above or below it.
  fileprivate func mayAffect(_ path: [WrittenKey]) -> Bool {
    func overlaps(_ written: [WrittenKey]) -> Bool { zip(written, path).allSatisfy { $0.mayBe($1) } }
    return isOpen ? overlaps(self.path) : changes.contains { overlaps(self.path + $0.path) }
  }
}

extension RealtimeKey.Defect {
  /// Why no node can have the key; nil for an empty key, which no code means to use.
  var reason: String? {
    switch self {
    case .empty: nil
    case .tooLong(let bytes): "it has \(bytes) bytes, and 768 are the most"
    case .illegalCharacter(let character):
      character.value < 0x20 || character.value == 0x7F
        ? "keys contain no control characters" : "keys contain no `\(character)`"
    }
  }
}
