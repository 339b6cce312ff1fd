import Diagnostics

/// What React keeps for a component: `useRef(x).current` and `useState(x)[0]` hold what they are made with until
/// something else is assigned.
enum ReactState {
  static func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    guard name == "useRef" || name == "useState", let first = arguments[0]?.value else { return nil }
    if case .function = first { return nil }
    // A place for what comes later, whoever fills it.
    if first == .null, arguments[0]?.isWritten("null") == true { return nil }
    let words = names(before: scope)
    let isAssigned: Bool
    if name == "useRef" {
      isAssigned = words.first.map { assigns(to: "\($0).current", scope) } ?? true
    } else {
      isAssigned = words.count > 1 && occurs(words[1], scope) > 1
    }
    guard !isAssigned || saysSomething(first) else { return nil }
    let held = isAssigned ? changing(first) : first
    return .value(
      name == "useRef" ? .record([ScannedEntry("current", held)]) : .list(ScannedList([held, .unknown(UnknownValue())])))
  }

  /// What is there from the beginning, not a place for what comes later.
  private static func saysSomething(_ value: ScannedValue) -> Bool {
    switch value {
    case .text: value.knownText != ""
    case .list(let list): !list.elements.isEmpty
    case .query, .document, .realtime, .record, .unknown: true
    default: false
    }
  }

  private static func changing(_ value: ScannedValue) -> ScannedValue {
    value.isUnknown ? value : ScannedValue.oneOf([value, .unknown(UnknownValue())])
  }

  // MARK: - The code around

  /// The names that the declaration binds to the call at hand.
  private static func names(before scope: VocabularyScope) -> [String] {
    let bytes = scope.file.source.bytes
    let end = min(scope.span.start, bytes.count)
    var start = end
    while start > 0, !ends.contains(bytes[start - 1]) { start -= 1 }
    let words = bytes[start..<end].split { !Lexer.continuesName($0) }.map { String(decoding: $0, as: UTF8.self) }
    return words.filter { !["const", "let", "var", "React", "export"].contains($0) }
  }

  private static let ends = Set("\n;{}".utf8)

  private static func assigns(to target: String, _ scope: VocabularyScope) -> Bool {
    let bytes = scope.file.source.bytes
    return places(of: target, in: bytes).contains { place in
      var index = place
      while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
      guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "=") else { return false }
      return bytes[index + 1] != UInt8(ascii: "=") && bytes[index + 1] != UInt8(ascii: ">")
    }
  }

  private static func occurs(_ name: String, _ scope: VocabularyScope) -> Int {
    places(of: name, in: scope.file.source.bytes).count
  }

  /// Behind each of them.
  private static func places(of word: String, in bytes: [UInt8]) -> [Int] {
    let wanted = Array(word.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return [] }
    var places: [Int] = []
    for index in 0...(bytes.count - wanted.count) where bytes[index] == first {
      let end = index + wanted.count
      guard bytes[index..<end].elementsEqual(wanted), end == bytes.count || !Lexer.continuesName(bytes[end]),
        index == 0 || !Lexer.continuesName(bytes[index - 1])
      else { continue }
      places.append(end)
    }
    return places
  }
}
