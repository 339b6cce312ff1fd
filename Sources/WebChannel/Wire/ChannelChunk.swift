/// A part of an answer as it is written: the length of its text, a line feed, the text.
package enum ChannelChunk {
  /// Without arrays: an answer without a byte would look like a broken connection to the client.
  package static let empty = bytes(Array("[]".utf8))

  package static func bytes(_ text: [UInt8]) -> [UInt8] { Array("\(codeUnitCount(text))\n".utf8) + text }

  static func bytes(_ arrays: some Collection<ServerArray>) -> [UInt8] {
    var text = [UInt8(ascii: "[")]
    text.reserveCapacity(arrays.reduce(2) { $0 + $1.text.count + 1 })
    for array in arrays {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text += array.text
    }
    text.append(UInt8(ascii: "]"))
    return bytes(text)
  }

  /// Clients count as JavaScript does: the units of UTF-16. A character of four bytes takes two of them.
  static func codeUnitCount(_ text: [UInt8]) -> Int {
    var count = 0
    for byte in text {
      if byte & 0xC0 != 0x80 { count += 1 }
      if byte >= 0xF0 { count += 1 }
    }
    return count
  }
}
