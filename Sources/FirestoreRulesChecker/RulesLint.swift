package import Diagnostics

/// One check of the rules. The first paragraph of a check's documentation says what it finds.
///
/// A check only looks at the subject: no check depends on another one or on the order in which they run.
package protocol RulesLint: SendableMetatype {
  /// Every code the check reports, the leading one first.
  static var codes: [DiagnosticCode] { get }

  static func findings(in subject: LintSubject) -> [Diagnostic]
}

/// The list of all checks, which `make codes` writes.
package enum RulesLints {}
