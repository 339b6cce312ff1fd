import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

@testable import FirestoreRulesChecker

/// The examples of the pages show what they say: the check finds its code at every mark of them, and nowhere else.
@Suite("Rules: examples of pages") struct PageExampleTests {
  /// Those of the checks, and two refusals of production's compiler.
  static let codes = Set(RulesLints.all.flatMap { $0.codes } + [.duplicateFunctionOrLet, .recursion])
    .sorted { $0.number < $1.number }

  /// Their pages have words instead of rules.
  static let withoutRules: Set<DiagnosticCode> = [.limitHeadroom]

  @Test("marks are where the findings are", arguments: codes.filter { !withoutRules.contains($0) })
  func marks(code: DiagnosticCode) {
    let example = PageExample(code)
    #expect(!example.marks.isEmpty)
    let rules = example.rules
    let found = rules.findings(context(of: code)).filter { $0.code == code }.compactMap { $0.location?.span.start }
      .filter { $0 >= example.start }
    let expected = rules.marks.values.sorted()
    #expect(found == expected, "\(String(decoding: rules.source.bytes, as: UTF8.self))")
  }

  /// What a page takes for granted beside its rules.
  private func context(of code: DiagnosticCode) -> RulesContext {
    switch code {
    case .rulesDataMismatch: RulesContext(collections: ["messages": ["text", "author"]])
    default: RulesContext()
    }
  }
}
