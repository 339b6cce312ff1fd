package import Diagnostics
package import FirestoreRulesEvaluator
package import FirestoreRulesLanguage

/// A rules file as it was read and compiled.
package struct RulesSource: Sendable {
  /// As it is printed.
  package var path: String
  private let source: SourceText
  package var parsed: ParsedRules
  package var compilation: CompiledRules.Compilation

  /// Nil when production would refuse to deploy the file.
  package var rules: CompiledRules? { compilation.rules }
  /// Why production would refuse it or can allow nothing by it, and other problems of compiling.
  package var problems: [Diagnostic] { compilation.problems + [otherService].compactMap(\.self) }

  package init(_ source: SourceText) {
    path = source.path
    self.source = source
    parsed = CloudRulesParser.parse(source)
    compilation = CompiledRules.compile(parsed)
  }

  /// A file for another product, or with a misspelt name, deploys, and denies everything.
  private var otherService: Diagnostic? {
    let services = parsed.ruleset.services
    guard rules != nil, let other = services.first, !services.contains(where: { $0.name.text == Self.service }) else {
      return nil
    }
    let name = other.name.text
    var problem = Diagnostic(
      .databaseWithoutRules,
      "these rules are for `\(name)`, and none are for `\(Self.service)`: no request can be allowed by them",
      at: SourceLocation(source: source, span: other.name.span),
      help: NearestName.of("\(name)", among: [Self.service]).map { "did you mean `\($0)`?" }
        ?? "name a file with `service \(Self.service)` in `firebase.json`")
    problem.severity = .error
    return problem
  }

  private static let service = "cloud.firestore"

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
