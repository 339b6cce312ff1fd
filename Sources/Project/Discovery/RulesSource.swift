package import Diagnostics
package import FirestoreRulesEvaluator
package import FirestoreRulesLanguage

/// A rules file as it was read and compiled.
package struct RulesSource: Sendable {
  /// As it is printed.
  package var path: String
  package var parsed: ParsedRules
  package var compilation: CompiledRules.Compilation

  /// Nil when production would refuse to deploy the file.
  package var rules: CompiledRules? { compilation.rules }
  /// Why production would refuse it, and other problems of compiling.
  package var problems: [Diagnostic] { compilation.problems }

  package init(_ source: SourceText) {
    path = source.path
    parsed = CloudRulesParser.parse(source)
    compilation = CompiledRules.compile(parsed)
  }

  package static func read(_ path: String) throws(InputFileError) -> RulesSource {
    RulesSource(try InputFile.read(path))
  }

  /// A rules file that is named and cannot be read: FB0003 where it is missing.
  package static func finding(for error: InputFileError, at mention: SourceLocation? = nil) -> Diagnostic {
    var finding = error.diagnostic
    finding.location = mention ?? finding.location
    guard error.reason == .missing else { return finding }
    return missing(error.path, at: finding.location)
  }
  package static func missing(_ path: String, at mention: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .rulesFileMissing, "there is no rules file \(QuotedText.of(path, limit: 200))", at: mention,
      help: "check the path, or create the file")
  }
}
