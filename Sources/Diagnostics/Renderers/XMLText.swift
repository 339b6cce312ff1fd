/// Text inside XML 1.0.
package enum XMLText {
  /// Safe as the content of an element and as the value of an attribute in double quotes. Characters that XML 1.0 cannot
  /// hold in any form become the replacement character.
  package static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      // Behind `]]` it must be escaped; everywhere it may be.
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      // Parsers turn these into blanks in attributes, and a carriage return into a line break everywhere.
      case "\t", "\n", "\r": output += "&#\(scalar.value);"
      default: output.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return output
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0x85, 0x86..<0xA0, 0xFFFE...0xFFFF: false
    default: true
    }
  }
}
