import Diagnostics
import QueryShapes

/// Rules files that tests run under, as their names say: `database.test.rules.json`, `firestore.emulator.rules`. They are
/// open on purpose, so that what they allow is information.
enum TestRules {
  static func judged(_ findings: [Diagnostic], named path: String) -> [Diagnostic] {
    guard isForTests(path) else { return findings }
    return findings.map { finding in
      var finding = finding
      if isAboutAccess(finding.code) { finding.severity = min(finding.severity, .info) }
      return finding
    }
  }

  private static func isForTests(_ path: String) -> Bool {
    !words.isDisjoint(with: NameWords.of(path.split(separator: "/").last ?? ""))
  }

  private static let words: Set<String> = ["test", "tests", "testing", "emulator", "emulators", "mock"]

  /// What production would not load is wrong in a test, too.
  private static func isAboutAccess(_ code: DiagnosticCode) -> Bool {
    (4000..<5000).contains(code.number) || (6000..<7000).contains(code.number)
  }
}
