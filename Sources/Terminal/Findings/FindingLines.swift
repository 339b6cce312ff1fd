package import Diagnostics
import StructuredText

/// One finding per line, each the object that `findings` of the JSON output holds.
package enum FindingLines {
  package static func text(_ findings: FindingList) -> String {
    guard case .array(let values) = JSONValue.findings(findings) else { return "" }
    return values.map { escaped(JSONWriter.text($0, .compact)) + "\n" }.joined()
  }

  /// Unicode knows more line breaks than JSON escapes. They stand only inside strings, and some readers split at them.
  private static func escaped(_ line: String) -> String {
    var output = ""
    for scalar in line.unicodeScalars {
      switch scalar.value {
      case 0x85: output += "\\u0085"
      case 0x2028: output += "\\u2028"
      case 0x2029: output += "\\u2029"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
