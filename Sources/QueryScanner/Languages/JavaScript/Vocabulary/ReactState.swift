import Diagnostics

/// What React keeps for a component: `useRef(x).current` and `useState(x)[0]` hold what they are made with until
/// something else is assigned.
enum ReactState {
  static func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    guard name == "useRef" || name == "useState", let first = arguments[0]?.value else { return nil }
    if case .function = first { return nil }
    if name == "useState", let updates = scope.file.keptStates[scope.span.start] { return state(first, updates) }
    // A place for what comes later, whoever fills it.
    if first == .null, arguments[0]?.isWritten("null") == true { return nil }
    let words = names(before: scope.span.start, in: scope.file.source.bytes)
    let isAssigned: Bool
    if name == "useRef" {
      isAssigned = words.first.map { assigns(to: "\($0).current", scope) } ?? true
    } else {
      isAssigned = words.count > 1 ? occurs(words[1], scope) > 1 : !isUnpacked(before: scope)
    }
    guard !isAssigned || saysSomething(first) else { return nil }
    let held = isAssigned ? changing(first) : first
    return .value(name == "useRef" ? .record([ScannedEntry("current", held)]) : kept(held))
  }

  /// What is kept, and the function that puts something else in its place.
  private static func kept(_ value: ScannedValue) -> ScannedValue {
    .list(ScannedList([value, .unknown(UnknownValue())]))
  }

  /// What a state is made with, or what its setter is called with.
  private static func state(_ first: ScannedValue, _ updates: StateUpdates) -> SDKMeaning? {
    if updates.isEmpty, first != .null { return .value(kept(first)) }
    let all = [first] + updates.wholes.values
    if all.contains(where: \.isRecord) {
      let records = all.flatMap { value -> [ScannedValue] in
        guard case .record(let entries) = value else { return [value] }
        return updates.records(from: entries) { _ in [] }
      }
      // A place for what comes later, whoever fills it.
      if updates.wholes.isOpen, !first.isRecord { return nil }
      return .value(whole(records + (updates.wholes.isOpen ? [.unknown(UnknownValue())] : [])))
    }
    guard updates.wholes.isOpen else {
      let isPlain = all.allSatisfy { value in
        switch value {
        case .null, .text, .integer: true
        default: false
        }
      }
      return isPlain && all.contains { $0 != .null } ? .value(kept(ScannedValue.oneOf(all))) : nil
    }
    switch first {
    case .list(let list) where list.elements.isEmpty: return nil
    case .null, .boolean, .integer: return nil
    default:
      let told = all.filter { $0 != .null && $0.knownText != "" }
      return told.isEmpty ? nil : .value(kept(ScannedValue.oneOf(told + [.unknown(UnknownValue())])))
    }
  }

  /// The parts of each of them belong together.
  private static func whole(_ values: [ScannedValue]) -> ScannedValue { ScannedValue.oneOf(values.map(kept)) }

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
  static func names(before place: Int, in bytes: [UInt8]) -> [String] {
    let end = min(place, bytes.count)
    var start = end
    while start > 0, !ends.contains(bytes[start - 1]) { start -= 1 }
    let words = bytes[start..<end].split { !Lexer.continuesName($0) }.map { String(decoding: $0, as: UTF8.self) }
    return words.filter { !["const", "let", "var", "React", "export"].contains($0) }
  }

  private static let ends = Set("\n;{}".utf8)

  /// `const [sort] =`: nothing has the function that puts something else in its place.
  private static func isUnpacked(before scope: VocabularyScope) -> Bool {
    var before = scope.file.source.bytes[..<min(scope.span.start, scope.file.source.bytes.count)]
    func dropSpace() { while let last = before.last, last <= 0x20 { before.removeLast() } }
    if before.last == UInt8(ascii: ".") { before = before.dropLast("React.".utf8.count) }
    dropSpace()
    guard before.popLast() == UInt8(ascii: "=") else { return false }
    dropSpace()
    return before.last == UInt8(ascii: "]")
  }

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

extension ScannedValue {
  fileprivate var isRecord: Bool { if case .record = self { true } else { false } }
}
