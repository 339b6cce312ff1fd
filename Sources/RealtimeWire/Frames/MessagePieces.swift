/// Messages of the protocol as texts of a limited length: what is longer is announced with a number of pieces.
package enum MessagePieces {
  /// UTF-16 units of a piece, as clients count them.
  package static let length = 16_384

  /// The texts that carry a message: itself, or the number of pieces and then the pieces. Clients cut between the halves of
  /// a surrogate pair, too, but no text that is sent over a network can hold one half.
  package static func of(_ message: String) -> [String] {
    // No character has more UTF-16 units than UTF-8 bytes.
    if message.utf8.count <= length || message.utf16.count <= length { return [message] }
    var pieces: [String] = []
    var start = message.startIndex
    while start < message.endIndex {
      let end = end(of: message, from: start)
      pieces.append(String(message[start..<end]))
      start = end
    }
    return [String(pieces.count)] + pieces
  }

  private static func end(of message: String, from start: String.Index) -> String.Index {
    let end = message.utf16.index(start, offsetBy: length, limitedBy: message.endIndex) ?? message.endIndex
    let isWhole = end.samePosition(in: message.unicodeScalars) != nil
    return isWhole ? end : message.utf16.index(before: end)
  }
}
