import FirestoreModel
import QueryModel
import RealtimeDatabase

/// The possible values before and after one write in the code of an app, for every caller and every state of the
/// database. Unknown keys are replaced in paths by placeholders that no real key can equal.
struct PossibleWriteState: PossibleState {
  struct Change {
    /// From the root, with placeholders.
    var path: RealtimePath
    var keys: [WrittenKey]
    var value: WrittenValue
    var isCertain: Bool
  }

  let changes: [Change]

  init(_ shape: RealtimeWriteShape) {
    changes = shape.changes.enumerated().map { number, change in
      let keys = shape.path + change.path
      let path = keys.enumerated().map { depth, key in
        // Unknown keys in the path of the request are the same for all its changes, those below it are not.
        key.placeholder(depth < shape.path.count ? "\(depth)" : "\(number).\(depth)")
      }
      return Change(path: RealtimePath(path), keys: keys, value: change.value, isCertain: change.isCertain)
    }
  }

  var isSignedOut: Bool { false }

  func claim(_ names: [String]) -> PossibleValues { .any }

  func priority(_ side: DataReference.Side, _ path: RealtimePath) -> PossibleValues {
    node(side, path).kinds == .null ? PossibleValues(.null) : PossibleValues([.null, .number, .string])
  }

  func node(_ side: DataReference.Side, _ path: RealtimePath) -> PossibleValues {
    // Even below a new key: an earlier write may have used the same one.
    if side == .before { return .any }
    // The service refuses overlapping paths, so no other change is above or below a certain one.
    if let change = changes.first(where: { $0.path.contains(path) && $0.isCertain }) {
      return change.value.possible(at: path.keys[change.path.depth...])
    }
    if changes.contains(where: { $0.isCertain && path.contains($0.path) && $0.value.certainlyExists }) {
      return PossibleValues(.children)
    }
    return .any
  }
}

extension WrittenValue {
  /// The possible values at keys below the written value.
  fileprivate func possible(at keys: ArraySlice<RealtimeKey>) -> PossibleValues {
    guard let key = keys.first else { return possible }
    switch self {
    case .unknown, .changed: return .any
    case .null, .boolean, .integer, .number, .text, .someText, .userID, .serverTime, .increment:
      return PossibleValues(.null)
    case .list(let elements, let isOpen):
      if let index = key.integer, elements.indices.contains(Int(index)), String(index) == key.string {
        return elements[Int(index)].possible(at: keys.dropFirst())
      }
      return isOpen || key.isPlaceholder ? .any : PossibleValues(.null)
    case .map(let entries, let isOpen):
      let possible = entries.filter { $0.key.mayBe(key) }
      guard let entry = possible.first else { return isOpen ? .any : PossibleValues(.null) }
      guard possible.count == 1, entry.isCertain, entry.key.equals(key) else { return .any }
      return entry.value.possible(at: keys.dropFirst())
    }
  }

  private var possible: PossibleValues {
    switch self {
    case .unknown, .changed: return .any
    case .null: return PossibleValues(.null)
    case .boolean(let value): return PossibleValues(.boolean(value))
    case .integer(let number): return PossibleValues(.number(Double(number)))
    case .number, .serverTime, .increment: return PossibleValues(.number)
    case .text(let text): return PossibleValues(.string(text))
    case .someText, .userID: return PossibleValues(.string)
    case .list(let elements, let isOpen):
      // What is cut out of something unknown (`text.slice(0, 200)`) may be a part of a list or of a text.
      if elements.isEmpty, isOpen { return .any }
      if elements.contains(where: \.certainlyExists) { return PossibleValues(.children) }
      return isOpen || elements.contains { $0.possible.kinds != .null }
        ? PossibleValues([.null, .children]) : PossibleValues(.null)
    case .map(let entries, let isOpen):
      // A map with `.value` may be a leaf with a priority.
      if entries.contains(where: \.key.isDirective) { return .any }
      if entries.contains(where: { $0.isCertain && $0.value.certainlyExists }) { return PossibleValues(.children) }
      return isOpen || entries.contains { $0.value.possible.kinds != .null }
        ? PossibleValues([.null, .children]) : PossibleValues(.null)
    }
  }

  /// Whether a node exists after the write in any case.
  var certainlyExists: Bool { !possible.kinds.contains(.null) }
}

// MARK: Keys that only the run knows

extension WrittenKey {
  /// The key to use in a path. Equal placeholders stand for equal keys.
  fileprivate func placeholder(_ discriminator: String) -> RealtimeKey {
    switch self {
    case .literal(let text): RealtimeKey(text.string)
    case .userID: .callerPlaceholder
    case .new(let number): RealtimeKey(RealtimeKey.newKeyPrefix + "\(number)")
    case .unknown: RealtimeKey(RealtimeKey.unknownKeyPrefix + discriminator)
    }
  }

  /// Whether a key of a path is certainly this one. An unknown key inside a value equals nothing for certain.
  func equals(_ key: RealtimeKey) -> Bool {
    switch self {
    case .literal(let text): text == key.text
    case .userID: key == .callerPlaceholder
    case .new(let number): key == RealtimeKey(RealtimeKey.newKeyPrefix + "\(number)")
    case .unknown: false
    }
  }

  /// Whether a key of a path can be this one.
  func mayBe(_ key: RealtimeKey) -> Bool {
    if equals(key) { return true }
    switch self {
    case .literal: return key.isPlaceholder && !key.isNewKey
    case .userID: return !key.isNewKey
    case .new: return key.isUnknown
    case .unknown: return true
    }
  }

  /// The key to use in a path; nil for an unknown key.
  var placeholderKey: RealtimeKey? { self == .unknown ? nil : placeholder("") }

  /// `.value`, `.priority`, `.sv`
  fileprivate var isDirective: Bool {
    if case .literal(let text) = self { text.string.utf8.first == UInt8(ascii: ".") } else { false }
  }
}

extension RealtimeKey {
  // No real key contains a NUL.
  fileprivate static let newKeyPrefix = "\0new "
  fileprivate static let unknownKeyPrefix = "\0unknown "
  fileprivate static let callerPlaceholder: RealtimeKey = "\0uid"

  fileprivate var isNewKey: Bool { string.hasPrefix(RealtimeKey.newKeyPrefix) && string.utf8.count { $0 == 0 } == 1 }
  /// Whether it is no literal key.
  var isPlaceholder: Bool { string.utf8.contains(0) }
  /// A text that contains a placeholder is unknown, too.
  fileprivate var isUnknown: Bool { isPlaceholder && !isNewKey && self != .callerPlaceholder }
}
