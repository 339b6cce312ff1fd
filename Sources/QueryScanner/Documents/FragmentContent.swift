/// The JSON of a fence, behind the comments that it begins with.
package struct FragmentContent {
  private let first: UInt8?

  package init(_ bytes: ArraySlice<UInt8>) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if (0x09...0x0D).contains(byte) || byte == 0x20 {
        index += 1
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: "/") {
        index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.endIndex
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.endIndex, bytes[index + 1] == UInt8(ascii: "*") {
        index = Self.end(ofComment: bytes, from: index + 2)
      } else {
        break
      }
    }
    first = index < bytes.endIndex ? bytes[index] : nil
  }

  private static func end(ofComment bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 1 < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return bytes.endIndex
  }

  /// An object, a list, or members without the braces around them.
  var isJSON: Bool { isObject || first == UInt8(ascii: "[") || isMember }

  /// `{…}`, and perhaps more behind it.
  package var isObject: Bool { first == UInt8(ascii: "{") }

  /// `"name": …` without braces.
  package var isMember: Bool { first == UInt8(ascii: "\"") }
}
