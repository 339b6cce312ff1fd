/// Finds one run of bytes in another in linear time, whatever either holds.
struct ByteSearch {
  private let pattern: [UInt8]
  /// How much of the pattern still matches where the next byte does not.
  private let fallback: [Int]

  init(_ pattern: [UInt8]) {
    self.pattern = pattern
    var fallback = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[index] != pattern[length] { length = fallback[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      fallback[index] = length
    }
    self.fallback = fallback
  }

  func occurs(in text: [UInt8]) -> Bool { pattern.isEmpty || first(in: text, from: 0) != nil }

  /// The start of the first occurrence at or after an offset; nil for an empty pattern.
  func first(in text: [UInt8], from start: Int) -> Int? {
    guard !pattern.isEmpty else { return nil }
    var length = 0
    for index in start..<max(start, text.count) {
      while length > 0, text[index] != pattern[length] { length = fallback[length - 1] }
      if text[index] == pattern[length] { length += 1 }
      if length == pattern.count { return index + 1 - length }
    }
    return nil
  }

  /// Nil when the result has more bytes than the limit. Nothing is replaced where the pattern is empty.
  func replaced(in text: [UInt8], by replacement: [UInt8], limit: Int) -> [UInt8]? {
    var result: [UInt8] = []
    var position = 0
    while let found = first(in: text, from: position) {
      result += text[position..<found]
      result += replacement
      position = found + pattern.count
      if result.count > limit { return nil }
    }
    result += text[position...]
    return result.count > limit ? nil : result
  }
}
