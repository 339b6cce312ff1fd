/// User text inside XML and HTML: safe as the content of an element and as the value of an attribute in double quotes.
///
/// Escapes scalars, as browsers read them, and not characters: a quotation mark that a combining mark follows is another
/// character, and would end an attribute.
package enum MarkupText {
  package enum Form: Sendable {
    /// XML 1.0: what it cannot hold in any form becomes the replacement character.
    case xml
    /// HTML, with all other characters as they are.
    case html
    /// HTML whose text neither controls anything nor turns the direction of the page.
    case htmlWithoutControls
  }

  package static func escaped(_ text: String, _ form: Form) -> String {
    var output = ""
    output.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      // Behind `]]` it must be escaped in XML; everywhere it may be.
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'" where form != .xml: output += "&#39;"
      // Parsers of XML turn these into blanks in attributes, and a carriage return into a line break everywhere.
      case _ where form == .xml && ["\t", "\n", "\r"].contains(scalar): output += "&#\(scalar.value);"
      default: output.unicodeScalars.append(isAllowed(scalar, form) ? scalar : "\u{FFFD}")
      }
    }
    return output
  }

  private static func isAllowed(_ scalar: Unicode.Scalar, _ form: Form) -> Bool {
    switch (form, scalar.value) {
    case (.html, _), (.htmlWithoutControls, 0x09...0x0A), (.xml, 0x85): true
    case (_, 0..<0x20), (_, 0x7F..<0xA0): false
    case (.xml, 0xFFFE...0xFFFF), (.htmlWithoutControls, 0x202A...0x202E), (.htmlWithoutControls, 0x2066...0x2069):
      false
    default: true
    }
  }
}
