import FirestoreModel
import RealtimeDatabase

/// One key of a path in the rules: a literal, a `$variable`, the id of the caller, or a text made of these.
struct KeyPattern: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(Text)
    /// The name includes the `$`.
    case variable(Text)
    /// `auth.uid`
    case caller
    /// A part that is read from data or from the token, so that nothing is known about it.
    case unknown
  }

  let parts: [Part]
  /// The key of a literal, stored because references are resolved very often.
  private let writtenKey: RealtimeKey?

  init(_ parts: [Part]) {
    self.parts = parts
    writtenKey =
      if parts.count == 1, case .text(let text) = parts[0], text.byteCount > 0 { RealtimeKey(text.string) } else { nil }
  }

  /// A key of a rules file: a literal name or a `$variable`.
  init(key: String) {
    self.init([key.utf8.first == UInt8(ascii: "$") ? .variable(Text(key)) : .text(Text(key))])
  }

  /// Nil for anything but a single variable.
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

  /// The key for known variables and a known caller; nil when a part of it is still unknown.
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

/// The values of the `$variables` and of `auth.uid`.
struct Binding: Hashable, Sendable {
  var variables: [Text: RealtimeKey]
  var uid: Text?

  init(variables: [Text: RealtimeKey] = [:], uid: Text? = nil) {
    self.variables = variables
    self.uid = uid
  }
}

/// A path that a condition reads, in the data before or after the write.
struct DataReference: Hashable, Sendable {
  enum Side: Hashable, Sendable { case before, after }

  var side: Side
  var keys: [KeyPattern]

  init(_ side: Side, _ keys: [KeyPattern]) {
    self.side = side
    self.keys = keys
  }

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
