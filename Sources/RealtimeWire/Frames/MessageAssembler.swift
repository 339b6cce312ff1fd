/// Puts messages together from the texts that carry them.
package struct MessageAssembler: Sendable {
  private let limit: Int
  private var missing = 0
  private var text = ""

  /// - Parameter limit: UTF-8 bytes of a message.
  package init(limit: Int) { self.limit = limit }

  /// UTF-8 bytes of a message that is not complete.
  package var heldBytes: Int { text.utf8.count }

  /// A message, if the text completes one.
  ///
  /// - Throws: for a message that is too large.
  package mutating func receive(_ piece: String) throws(ProtocolViolation) -> String? {
    if missing == 0, let count = Self.count(piece) {
      // None: clients show that they are still there.
      missing = count
      return nil
    }
    guard piece.utf8.count <= limit - text.utf8.count else { throw .tooLarge }
    guard missing > 0 else { return piece }
    text += piece
    missing -= 1
    guard missing == 0 else { return nil }
    defer { text = "" }
    return text
  }

  /// A number of at most six digits: no message is that short.
  private static func count(_ text: String) -> Int? {
    guard text.utf8.count <= 6, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return text.isEmpty ? 0 : Int(text)
  }
}
