package import Diagnostics

/// `"severity": {"FB7010": "error"}`: how grave the project takes the findings of some codes.
package struct SeverityEntry: Hashable, Sendable {
  package var selector: CodeSelector
  package var severity: Severity

  package init(_ selector: CodeSelector, _ severity: Severity) {
    self.selector = selector
    self.severity = severity
  }
}

extension [SeverityEntry] {
  /// The finding with the severity that the project gives it. That an input cannot be read stays what it is.
  func applied(to finding: Diagnostic) -> Diagnostic {
    let entries = filter { $0.selector.matches(finding.code) }
    guard !finding.isInputFailure, finding.code != .syntax,
      let entry = entries.max(by: { $0.selector.length < $1.selector.length })
    else {
      return finding
    }
    var leveled = finding
    leveled.severity = entry.severity
    return leveled
  }
}
