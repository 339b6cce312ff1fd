/// Keys that sort by the time they were made: eight characters of milliseconds, twelve of chance.
package struct PushID: Hashable, Sendable {
  package let key: RealtimeKey

  private static let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
  private static let timeLength = 8
  private static let chanceLength = 12

  fileprivate init(milliseconds: Int64, chance: [UInt8]) {
    let time = PushID.prefix(milliseconds: milliseconds)
    key = RealtimeKey(time + String(decoding: chance.map { PushID.alphabet[Int($0)] }, as: UTF8.self))
  }

  /// The first eight characters of every key that is made in that millisecond since 1970.
  package static func prefix(milliseconds: Int64) -> String {
    var rest = UInt64(clamping: milliseconds)
    var characters = [UInt8](repeating: alphabet[0], count: timeLength)
    for index in characters.indices.reversed() {
      characters[index] = alphabet[Int(rest % 64)]
      rest /= 64
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// When a key, or its first eight characters, was made, in milliseconds since 1970; nil for what is no such key.
  package static func milliseconds(of key: String) -> Int64? {
    let characters = Array(key.utf8)
    guard characters.count == timeLength || characters.count == timeLength + chanceLength else { return nil }
    var time: Int64 = 0
    for (index, character) in characters.enumerated() {
      guard let digit = alphabet.firstIndex(of: character) else { return nil }
      if index < timeLength { time = time * 64 + Int64(digit) }
    }
    return time
  }
}

/// Makes push ids: two in one millisecond differ by one, so that they stay in order.
package struct PushIDGenerator: Sendable {
  private var lastMilliseconds: Int64?
  private var chance = [UInt8](repeating: 0, count: 12)

  package init() {}

  /// - Parameter milliseconds: since 1970.
  package mutating func next(milliseconds: Int64, using random: inout some RandomNumberGenerator) -> PushID {
    if milliseconds == lastMilliseconds {
      increment()
    } else {
      for index in chance.indices { chance[index] = UInt8.random(in: 0..<64, using: &random) }
    }
    lastMilliseconds = milliseconds
    return PushID(milliseconds: milliseconds, chance: chance)
  }

  private mutating func increment() {
    for index in chance.indices.reversed() {
      if chance[index] < 63 {
        chance[index] += 1
        return
      }
      chance[index] = 0
    }
  }
}
