import Diagnostics

package enum CloudRulesFormatter {
  package static func format(_ parsed: ParsedRules) -> String? { nil }
}
