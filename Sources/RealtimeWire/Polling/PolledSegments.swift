import FirestoreModel

/// Puts messages together from the pieces that come in the URLs of polls, in the order of their numbers, whatever order
/// they come in.
struct PolledSegments: Sendable {
  struct Segment: Hashable, Sendable {
    /// Counts up from 0 over the session.
    var number: Int
    /// How many make up its message.
    var total: Int
    /// Base64 with `-`, `_` and `.`
    var data: String
  }

  private let limit: Int
  private var next = 0
  private var early: [Int: Segment] = [:]
  private var earlyBytes = 0
  private var parts = ""
  private var missing = 0

  /// - Parameter limit: bytes of a message, and of what has come too early.
  init(limit: Int) { self.limit = limit }

  /// The messages that are complete now.
  mutating func receive(_ segments: [Segment]) throws(ProtocolViolation) -> [String] {
    for segment in segments where segment.number >= next && early[segment.number] == nil {
      early[segment.number] = segment
      earlyBytes += segment.data.utf8.count
    }
    var messages: [String] = []
    while let segment = early.removeValue(forKey: next) {
      next += 1
      earlyBytes -= segment.data.utf8.count
      if let message = try add(segment) { messages.append(message) }
    }
    guard earlyBytes <= limit, early.count <= 4_096 else { throw .tooLarge }
    return messages
  }

  private mutating func add(_ segment: Segment) throws(ProtocolViolation) -> String? {
    if missing == 0 { missing = max(1, segment.total) }
    guard segment.data.utf8.count <= limit - parts.utf8.count else { throw .tooLarge }
    parts += segment.data
    missing -= 1
    guard missing == 0 else { return nil }
    defer { parts = "" }
    let digits = parts.utf8.filter { $0 != UInt8(ascii: ".") }
    guard let bytes = Base64.decode(digits, padding: .ignored), let text = String(validating: bytes, as: UTF8.self)
    else { throw ProtocolViolation("The data of a poll is not base64 of UTF-8 text.") }
    return text
  }
}
