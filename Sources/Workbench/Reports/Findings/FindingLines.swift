package import Diagnostics
import StructuredText

/// One finding per line, each the object that `findings` of the JSON output holds.
package enum FindingLines {
  package static func text(_ findings: FindingList) -> String {
    guard case .array(let values) = JSONValue.findings(findings) else { return "" }
    return values.map { JSONWriter.text($0, .compact) + "\n" }.joined()
  }
}
