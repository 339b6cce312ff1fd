package import FirestoreModel

/// What a request writes to the Realtime Database, as far as it can be known without running it.
package struct RealtimeWriteShape: Hashable, Sendable {
  package enum Moment: Hashable, Sendable {
    case now
    /// When the connection ends.
    case disconnect
  }

  /// One value that is written; a request for several paths has several.
  package struct Change: Hashable, Sendable {
    /// Below the location of the request.
    package var path: [WrittenKey]
    package var value: WrittenValue
    /// Written by every way that leads to the request.
    package var isCertain: Bool

    package init(_ path: [WrittenKey], _ value: WrittenValue, isCertain: Bool = true) {
      self.path = path
      self.value = value
      self.isCertain = isCertain
    }
  }

  /// The location of the request.
  package var path: [WrittenKey]
  package var changes: [Change]
  /// Several paths at once; what is not named stays.
  package var isUpdate: Bool
  /// There may be more changes than these.
  package var isOpen: Bool
  package var moment: Moment

  package init(path: [WrittenKey], changes: [Change], isUpdate: Bool, isOpen: Bool = false, moment: Moment = .now) {
    self.path = path
    self.changes = changes
    self.isUpdate = isUpdate
    self.isOpen = isOpen
    self.moment = moment
  }
}

/// One key of a path that is written.
package enum WrittenKey: Hashable, Sendable {
  case literal(Text)
  /// The id of the user who is signed in.
  case userID
  /// A key that was made just for this; the same number is the same key.
  case new(Int)
  case unknown
}

/// The shape of a value that is written: what is literally in the code, and where the rest begins.
package indirect enum WrittenValue: Hashable, Sendable {
  case unknown
  /// Removes what is there.
  case null
  case boolean(Bool)
  case integer(Int64)
  /// Some number.
  case number
  case text(Text)
  /// Some text.
  case someText
  case userID
  /// The time at the server.
  case serverTime
  /// What is there and something more, added by the server.
  case increment
  /// - Parameter isOpen: there may be more elements than these.
  case list([WrittenValue], isOpen: Bool)
  /// - Parameter isOpen: there may be more keys than these.
  case map([WrittenEntry], isOpen: Bool)
  /// A number made from one that was read.
  case changed(ReadNumber)
}

package struct WrittenEntry: Hashable, Sendable {
  package var key: WrittenKey
  package var value: WrittenValue
  /// Written by every way that leads to the request.
  package var isCertain: Bool

  package init(_ key: WrittenKey, _ value: WrittenValue, isCertain: Bool = true) {
    self.key = key
    self.value = value
    self.isCertain = isCertain
  }
}

/// A number that was read at a location, or in what was read there.
package struct ReadNumber: Hashable, Sendable {
  package var location: PathTemplate
  /// The child of what was read, where the code names one.
  package var member: Text?

  package init(location: PathTemplate, member: Text? = nil) {
    self.location = location
    self.member = member
  }
}

// MARK: - Several ways

extension RealtimeWriteShape {
  /// What both ways have in common; the rest is open.
  /// - Returns: nil when they write different places.
  package func joined(with other: RealtimeWriteShape) -> RealtimeWriteShape? {
    if self == other { return self }
    guard path == other.path, isUpdate == other.isUpdate, moment == other.moment else { return nil }
    var joined = self
    joined.isOpen = isOpen || other.isOpen
    joined.changes = Self.joined(changes, other.changes, \.path) { mine, theirs in
      Change(mine.path, mine.value.joined(with: theirs.value), isCertain: mine.isCertain && theirs.isCertain)
    } uncertain: {
      Change($0.path, $0.value, isCertain: false)
    }
    return joined
  }

  /// Elements with the same key joined, the others as uncertain ones; in the order of the first, then of the second.
  fileprivate static func joined<Element, Key: Hashable>(
    _ mine: [Element], _ theirs: [Element], _ key: (Element) -> Key, _ join: (Element, Element) -> Element,
    uncertain: (Element) -> Element
  ) -> [Element] {
    let others = Dictionary(theirs.map { (key($0), $0) }) { first, _ in first }
    let own = Set(mine.map(key))
    return mine.map { element in others[key(element)].map { join(element, $0) } ?? uncertain(element) }
      + theirs.filter { !own.contains(key($0)) }.map(uncertain)
  }
}

extension WrittenValue {
  /// What both values have in common.
  package func joined(with other: WrittenValue) -> WrittenValue {
    if self == other { return self }
    switch (self, other) {
    case (.list(let mine, let isOpen), .list(let theirs, let isAlsoOpen)):
      guard mine.count == theirs.count else { return .list([], isOpen: true) }
      return .list(zip(mine, theirs).map { $0.joined(with: $1) }, isOpen: isOpen || isAlsoOpen)
    case (.map(let mine, let isOpen), .map(let theirs, let isAlsoOpen)):
      let entries = RealtimeWriteShape.joined(mine, theirs, \.key) { mine, theirs in
        WrittenEntry(mine.key, mine.value.joined(with: theirs.value), isCertain: mine.isCertain && theirs.isCertain)
      } uncertain: {
        WrittenEntry($0.key, $0.value, isCertain: false)
      }
      return .map(entries, isOpen: isOpen || isAlsoOpen)
    case (.integer, .integer), (.integer, .number), (.number, .integer): return .number
    // What was not there yet begins with some number.
    case (.changed, .integer), (.changed, .number): return self
    case (.integer, .changed), (.number, .changed): return other
    case (.text, .text), (.text, .someText), (.someText, .text): return .someText
    default: return .unknown
    }
  }
}

// MARK: - Text form

extension RealtimeWriteShape: CustomStringConvertible {
  /// One line: `posts/+ = {author: $uid, at: serverTime}`, with `update` and `on disconnect` before the path. `?` is what
  /// only the run knows, `+` a new key; what only some ways write has a `?` behind its key.
  package var description: String {
    var words: [String] = []
    if isUpdate { words.append("update") }
    if moment == .disconnect { words.append("on disconnect") }
    words.append(path.isEmpty ? "/" : path.text)
    let parts = changes.map { change -> String in
      change.path.isEmpty
        ? change.value.description : "\(change.path.text)\(change.isCertain ? "" : "?"): \(change.value)"
    }
    let all = parts + (isOpen ? ["…"] : [])
    words.append("= " + (isUpdate ? "{\(all.joined(separator: ", "))}" : all.joined(separator: ", ")))
    return words.joined(separator: " ")
  }
}

extension [WrittenKey] {
  /// `posts/+/by`
  package var text: String { map(\.description).joined(separator: "/") }
}

extension WrittenKey: CustomStringConvertible {
  package var description: String {
    switch self {
    case .literal(let key): key.string
    case .userID: "$uid"
    case .new: "+"
    case .unknown: "?"
    }
  }
}

extension WrittenValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown: "?"
    case .null: "null"
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .number: "number"
    case .text(let text): "\"\(text.string)\""
    case .someText: "text"
    case .userID: "$uid"
    case .serverTime: "serverTime"
    case .increment: "increment"
    case .list(let elements, let isOpen):
      "[" + (elements.map(\.description) + (isOpen ? ["…"] : [])).joined(separator: ", ") + "]"
    case .map(let entries, let isOpen):
      "{"
        + (entries.map { "\($0.key)\($0.isCertain ? "" : "?"): \($0.value)" } + (isOpen ? ["…"] : [])).joined(
          separator: ", ") + "}"
    case .changed(let number):
      "number from \(number.location)" + (number.member.map { " \($0.string)" } ?? "")
    }
  }
}

// MARK: - Places

extension RealtimeWriteShape {
  /// Every value that is written with its whole path, those of containers before what they contain.
  package var values: [(path: [WrittenKey], value: WrittenValue, isCertain: Bool)] {
    var all: [(path: [WrittenKey], value: WrittenValue, isCertain: Bool)] = []
    func add(_ path: [WrittenKey], _ value: WrittenValue, _ isCertain: Bool) {
      all.append((path, value, isCertain))
      guard case .map(let entries, _) = value else { return }
      for entry in entries { add(path + [entry.key], entry.value, isCertain && entry.isCertain) }
    }
    for change in changes { add(path + change.path, change.value, change.isCertain) }
    return all
  }
}

extension WrittenKey {
  /// Whether both may be the same key.
  package func mayBe(_ other: WrittenKey) -> Bool {
    switch (self, other) {
    case (.literal(let mine), .literal(let theirs)): mine == theirs
    case (.new(let mine), .new(let theirs)): mine == theirs
    case (.new, .literal), (.literal, .new), (.new, .userID), (.userID, .new): false
    default: true
    }
  }
}

extension PathSegment {
  /// As a key of the Realtime Database. The parameter `uid` is the id of the user who is signed in.
  package var writtenKey: WrittenKey {
    switch self {
    case .literal(let text): .literal(text)
    case .parameter("uid"): .userID
    case .parameter, .unknown, .expression: .unknown
    }
  }
}

extension PathTemplate {
  package var writtenKeys: [WrittenKey] { segments.map(\.writtenKey) }
}
