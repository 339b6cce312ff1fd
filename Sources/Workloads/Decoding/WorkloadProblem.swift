import Diagnostics

/// A mistake in a workload file, not yet tied to its text.
struct WorkloadProblem: Hashable {
  var code: DiagnosticCode
  var message: String
  var span: Span
  var severity: Severity?
  var help: String?

  init(_ code: DiagnosticCode, _ message: String, span: Span, severity: Severity? = nil, help: String? = nil) {
    self.code = code
    self.message = message
    self.span = span
    self.severity = severity
    self.help = help
  }

  init(_ error: LineError, in scalar: ScalarText) {
    self.init(error.code, error.message, span: scalar.span(of: error.range), help: error.help)
  }

  static func unknownName(
    _ kind: WorkloadNameKind, _ name: String, among known: [String], span: Span
  ) -> WorkloadProblem {
    WorkloadProblem(
      .unknownWorkloadName, "there is no \(kind.rawValue) \(QuotedText.of(name))", span: span,
      help: helpForUnknownName(name, among: known))
  }

  func diagnostic(in source: SourceText) -> Diagnostic {
    Diagnostic(code, message, at: SourceLocation(source: source, span: span), severity: severity, help: help)
  }
}
