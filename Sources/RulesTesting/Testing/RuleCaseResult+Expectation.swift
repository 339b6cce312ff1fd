import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator

// Comparing what the rules said with what a case expects.

extension RuleCaseResult {
  init(_ item: RuleCase, _ answer: RuleAnswer) {
    let expected = item.expectation.isAllowed ? "allow" : "deny"
    let actual = answer.isAllowed ? "allow" : "deny"
    var problems: [Problem] = []
    if expected != actual {
      problems.append(
        Problem(code: .testFailed, message: "expected \(expected), got \(actual)", notes: answer.notesOfReason))
    } else {
      if let because = item.expectation.because, !because.accepts(answer) {
        let reason =
          answer.reason.map { "\($0.placeText)\($0.message)" } ?? "a privileged caller is not judged by rules"
        problems.append(
          Problem(code: .wrongReason, message: "expected the reason \(because.text), got: \(reason)"))
      }
      if let reads = item.expectation.reads, reads != answer.documentsRead.count {
        problems.append(
          Problem(code: .testFailed, message: "expected \(reads) rule reads, got \(answer.documentsRead.count)"))
      }
    }
    self.init(
      name: item.name, location: item.location, outcome: problems.isEmpty ? .passed : .failed, expected: expected,
      actual: actual, answer: answer, reads: answer.documentsRead.count, problems: problems)
  }

  /// The service refuses the request for another reason than the rules.
  init(_ item: RuleCase, refusedWith error: FirestoreError, answer: RuleAnswer? = nil) {
    let beyond = answer == nil ? "" : "the rules allow it, but it fails with "
    self.init(
      name: item.name, location: item.location, outcome: .error,
      expected: item.expectation.isAllowed ? "allow" : "deny", actual: error.status.name, answer: answer,
      reads: answer?.documentsRead.count ?? 0,
      problems: [Problem(code: .testFailed, message: "\(beyond)\(error.status.name): \(error.message)")])
  }

  init(_ item: TestSuiteCase, _ answer: RuleAnswer) {
    let expected = item.isAllowed ? "allow" : "deny"
    let actual = answer.isAllowed ? "allow" : "deny"
    let problem = Problem(
      code: .testFailed, message: "expected \(expected), got \(actual)", notes: answer.notesOfReason)
    self.init(
      name: item.name, location: item.location, outcome: expected == actual ? .passed : .failed, expected: expected,
      actual: actual, answer: answer, reads: answer.documentsRead.count, problems: expected == actual ? [] : [problem])
  }
}

extension RuleAnswer {
  fileprivate var notesOfReason: [String] { reason.map { ["\($0.placeText)\($0.message)"] } ?? [] }
}

extension RuleReason {
  /// `firestore.rules:13:5: `, or nothing.
  fileprivate var placeText: String { location.map { "\($0.description): " } ?? "" }
}

extension RuleCase.Because {
  func accepts(_ answer: RuleAnswer) -> Bool {
    guard let reason = answer.reason else { return false }
    switch self {
    case .text(let text): return reason.message.contains(text)
    case .pattern(let pattern): return pattern.matchesAll(of: Text(reason.message))
    case .statement(let file, let line):
      // A permission is due to one statement; a denial to every one that was tried, and to the condition in it.
      let places =
        answer.isAllowed
        ? [reason.location].compactMap(\.self) : answer.statements + [reason.location].compactMap(\.self)
      return places.contains { $0.position.line == line && $0.source.isCalled(file) }
    }
  }

  fileprivate var text: String {
    switch self {
    case .text(let text): QuotedText.of(text, limit: 200)
    case .pattern(let pattern): QuotedText.of("/\(pattern.text.string.dropFirst(10).dropLast(8))/", limit: 200)
    case .statement(let file, let line): "`\(file):\(line)`"
    }
  }
}

extension SourceText {
  /// Whether a case means this source: its path, the end of its path, or `source` for rules in the case file.
  func isCalled(_ name: String) -> Bool {
    path == name || path.hasSuffix("/\(name)") || path.hasSuffix("#\(name)")
  }
}
