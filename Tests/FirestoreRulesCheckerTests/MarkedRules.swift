import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

@testable import FirestoreRulesChecker

/// A rules source with marks (1️⃣, 2️⃣, …) at the places where findings are expected to start.
struct MarkedRules {
  let source: SourceText
  /// Byte offsets by mark, in the source without marks.
  let marks: [Character: Int]

  init(_ text: String) {
    var plain = ""
    var marks: [Character: Int] = [:]
    for character in text {
      if character.unicodeScalars.contains("\u{20E3}") {
        marks[character] = plain.utf8.count
      } else {
        plain.append(character)
      }
    }
    self.marks = marks
    source = SourceText(path: "firestore.rules", text: plain)
  }

  /// The statements inside a match block `/docs/{id}` of rules of version 2.
  init(body: String) {
    self.init(
      """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /docs/{id} {
            \(body)
          }
        }
      }
      """)
  }

  /// The condition of a statement for all methods that the word covers.
  init(condition: String, allow method: String = "read") { self.init(body: "allow \(method): if \(condition);") }
}

/// A finding that is expected at a mark.
struct ExpectedFinding {
  var mark: Character
  var code: DiagnosticCode
  var message: String
  /// Nil: whatever the help is.
  var help: String?
  /// Nil: whatever the severity is.
  var severity: Severity?

  init(
    _ mark: Character, _ code: DiagnosticCode, _ message: String, help: String? = nil, severity: Severity? = nil
  ) {
    self.mark = mark
    self.code = code
    self.message = message
    self.help = help
    self.severity = severity
  }
}

extension MarkedRules {
  var parsed: ParsedRules { CloudRulesParser.parse(source) }

  /// Everything the check says, suppressions applied.
  func findings(_ context: RulesContext = RulesContext()) -> [Diagnostic] {
    let parsed = parsed
    return RulesCheck.findings(parsed, CompiledRules.compile(parsed), context: context)
  }

  /// Expects exactly these findings of one check, in the order of the source, suppressions not applied.
  func expect(
    _ lint: any RulesLint.Type, _ expected: [ExpectedFinding] = [], context: RulesContext = RulesContext(),
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    let parsed = parsed
    #expect(parsed.problems.map(\.message) == [], sourceLocation: location)
    guard let subject = LintSubject(parsed, context: context) else {
      Issue.record("nested too deeply", sourceLocation: location)
      return
    }
    compare(lint.findings(in: subject).inOrder, expected, location)
  }

  /// Expects exactly these findings of all checks together, suppressions applied; with `codes` only those of them.
  func expectAll(
    _ expected: [ExpectedFinding] = [], of codes: [DiagnosticCode]? = nil, context: RulesContext = RulesContext(),
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    compare(findings(context).filter { codes?.contains($0.code) ?? true }, expected, location)
  }

  private func compare(_ found: [Diagnostic], _ expected: [ExpectedFinding], _ location: Testing.SourceLocation) {
    let offsets = Dictionary(marks.map { ($1, $0) }) { first, _ in first }
    let actual = found.enumerated().map { index, finding in
      let start = finding.location?.span.start ?? -1
      let place = offsets[start].map(String.init) ?? "offset \(start)"
      let help = index < expected.count && expected[index].help == nil ? nil : finding.help
      let severity = index < expected.count && expected[index].severity == nil ? nil : finding.severity
      return "\(place) \(severity.map { "\($0) " } ?? "")\(finding.code.id) \(finding.message)"
        + "\(help.map { " [\($0)]" } ?? "")"
    }
    let wanted = expected.map { finding in
      "\(finding.mark) \(finding.severity.map { "\($0) " } ?? "")\(finding.code.id) \(finding.message)"
        + "\(finding.help.map { " [\($0)]" } ?? "")"
    }
    #expect(actual == wanted, sourceLocation: location)
  }
}
