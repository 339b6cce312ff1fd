import FirestoreModel
import RealtimeDatabase

/// One key of a location, as far as the rules say it: `rooms`, `$room`, the id of the caller, or a text made of them.
struct KeyPattern: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(Text)
    /// With its `$`.
    case variable(Text)
    /// `auth.uid`
    case caller
    /// Read from data or from the token: nothing is known of it.
    case unknown
  }

  let parts: [Part]
  /// The key itself where it is written out: conditions are resolved often.
  private let writtenKey: RealtimeKey?

  init(_ parts: [Part]) {
    self.parts = parts
    writtenKey =
      if parts.count == 1, case .text(let text) = parts[0], text.byteCount > 0 { RealtimeKey(text.string) } else { nil }
  }

  /// A key as rules write it: a name, or a variable.
  init(key: String) {
    self.init([key.utf8.first == UInt8(ascii: "$") ? .variable(Text(key)) : .text(Text(key))])
  }

  /// The variable that the key is.
  var variable: Text? { if parts.count == 1, case .variable(let name) = parts[0] { name } else { nil } }
  var literal: Text? { if parts.count == 1, case .text(let text) = parts[0] { text } else { nil } }
  var isCaller: Bool { parts == [.caller] }
  var isKnown: Bool { !parts.contains(.unknown) }

  /// `rooms`, `$room`, `<uid>`, `?`
  var description: String {
    parts.map { part in
      switch part {
      case .text(let text): text.string
      case .variable(let name): name.string
      case .caller: "<uid>"
      case .unknown: "?"
      }
    }.joined()
  }

  /// The key itself once variables and caller are known; nil when something stays open.
  func key(_ binding: Binding) -> RealtimeKey? {
    if let writtenKey { return writtenKey }
    if parts.count == 1, case .variable(let name) = parts[0] { return binding.variables[name] }
    var text = ""
    for part in parts {
      switch part {
      case .text(let literal): text += literal.string
      case .variable(let name):
        guard let key = binding.variables[name] else { return nil }
        text += key.string
      case .caller:
        guard let uid = binding.uid else { return nil }
        text += uid.string
      case .unknown: return nil
      }
    }
    return text.isEmpty ? nil : RealtimeKey(text)
  }
}

/// What variables and `auth.uid` stand for.
struct Binding: Hashable, Sendable {
  var variables: [Text: RealtimeKey]
  var uid: Text?

  init(variables: [Text: RealtimeKey] = [:], uid: Text? = nil) {
    self.variables = variables
    self.uid = uid
  }
}

/// A location that a condition looks at, before or after the write.
struct DataReference: Hashable, Sendable {
  enum Side: Hashable, Sendable { case before, after }

  var side: Side
  var keys: [KeyPattern]

  init(_ side: Side, _ keys: [KeyPattern]) {
    self.side = side
    self.keys = keys
  }

  func child(_ key: KeyPattern) -> DataReference { DataReference(side, keys + [key]) }
  var isKnown: Bool { keys.allSatisfy(\.isKnown) }

  /// `/rooms/$room/members`
  var description: String { "/" + keys.map(\.description).joined(separator: "/") }

  func path(_ binding: Binding) -> RealtimePath? {
    var path: [RealtimeKey] = []
    path.reserveCapacity(keys.count)
    for key in keys {
      guard let key = key.key(binding) else { return nil }
      path.append(key)
    }
    return RealtimePath(path)
  }
}
