import Diagnostics
import Testing

@testable import FirestoreRulesChecker

/// Patterns, slices and the precedence of `!`.
@Suite("Traps of the rules language") struct LanguageTrapsTests {
  private let codes: [DiagnosticCode] = [
    .regexPitfall, .sliceOutOfRange, .negationBeforeIn, .typeMismatch, .alwaysError, .unreachableCondition,
    .unusedSuppression,
  ]

  @Test(
    "patterns that mean something else",
    arguments: [
      (
        "resource.data.name.matches(1️⃣'^admin')",
        "`matches` compares the whole text, so nothing may follow `^admin`",
        "to test only the start, end the pattern with `.*`; otherwise write `$` at its end too"
      ),
      (
        "resource.data.name.matches(1️⃣'(?i)^a|b')",
        "`matches` compares the whole text, so nothing may follow `(?i)^a|b`",
        "to test only the start, end the pattern with `.*`; otherwise write `$` at its end too"
      ),
      (
        "resource.data.name.matches(1️⃣'[.]png$')",
        "`matches` compares the whole text, so nothing may stand before `[.]png$`",
        "to test only the end, begin the pattern with `.*`; otherwise write `^` at its start too"
      ),
      (
        "request.auth.token.email.matches(1️⃣'.*@example.com')", "the point in `example.com` matches any character",
        "write `example\\\\.com` in the text of the rule"
      ),
      (
        "resource.data.name.matches(1️⃣'a(' + 'b')", "the computed pattern `a(b` is invalid",
        "patterns are RE2: lookaround and references to groups do not exist"
      ),
    ])
  func pattern(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .regexPitfall, message, help: help)], of: codes)
  }

  @Test(
    "patterns that say what they mean",
    arguments: [
      "'^[a-z0-9]+$'", "'[a-z]{3,20}'", "'^admin.*'", "'.*[.]png$'", "'.*@example\\\\.com'", "'.*@example[.]com'",
      "'admin|editor'", "'\\\\d+\\\\.\\\\d+'", "'https://.+'", "'^(a|b)$'", "resource.data.pattern", "'a.b'",
    ])
  func goodPattern(_ pattern: String) {
    MarkedRules(condition: "resource.data.name.matches(\(pattern))").expectAll(of: codes)
  }

  @Test("an invalid literal does not compile")
  func invalidLiteral() {
    MarkedRules(condition: "resource.data.name.matches(1️⃣'(')").expectAll(
      [ExpectedFinding("1️⃣", .regexPitfall, "invalid regular expression `(`: missing ): (")], of: codes)
  }

  @Test("a single backslash")
  func singleBackslash() {
    let findings = MarkedRules(condition: "resource.data.name.matches('\\d+')").findings()
    #expect(findings.contains { $0.code == .syntax && $0.help?.contains("\\\\d") == true })
  }

  @Test(
    "slices beyond the end",
    arguments: [
      (
        "1️⃣request.auth.uid[0:0] == ''", "`request.auth.uid[0:0]` is always an error",
        "a slice `[i:j]` needs 0 ≤ i < size and 1 ≤ j ≤ size; the end is not shortened to the size"
      ),
      (
        "1️⃣'abc'[0:5] == 'abc'", "`'abc'[0:5]` is always an error",
        "a slice `[i:j]` needs 0 ≤ i < size and 1 ≤ j ≤ size; the end is not shortened to the size"
      ),
      (
        "1️⃣resource.data.code[0:3] == 'abc'",
        "`resource.data.code[0:3]` is an error when there are fewer than 3 elements or characters",
        "test the size as well: `resource.data.code.size() >= 3`"
      ),
      (
        "1️⃣resource.data.code[4:4] == ''",
        "`resource.data.code[4:4]` is an error when there are fewer than 5 elements or characters",
        "test the size as well: `resource.data.code.size() >= 5`"
      ),
    ])
  func slice(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .sliceOutOfRange, message, help: help)], of: codes)
  }

  @Test(
    "slices within tested bounds",
    arguments: [
      "resource.data.code.size() >= 3 && resource.data.code[0:3] == 'abc'",
      "resource.data.code[0:3] == 'abc' && resource.data.code.size() > 2",
      "resource.data.code.matches('[a-z]{8}') && resource.data.code[0:3] == 'abc'", "'abcdef'[0:3] == 'abc'",
      "resource.data.list.size() > 5 && 'x' in resource.data.list[1:3]",
      "resource.data.code[0:resource.data.n] == 'abc'",
    ])
  func goodSlice(_ condition: String) { MarkedRules(condition: condition).expectAll(of: codes) }

  @Test(
    "`!` before `in` and `is`",
    arguments: [
      ("1️⃣!'x' in resource.data", "`!` negates `'x'` and not the test with `in`", "write `!('x' in resource.data)`"),
      (
        "1️⃣!resource.data.x is string && true", "`!` negates `resource.data.x` and not the test with `is`",
        "write `!(resource.data.x is string)`"
      ),
    ])
  func negation(_ condition: String, _ message: String, _ help: String) {
    MarkedRules(condition: condition)
      .expectAll([ExpectedFinding("1️⃣", .negationBeforeIn, message, help: help)], of: codes)
  }

  @Test(
    "parentheses, and a negation that is meant",
    arguments: ["!('x' in resource.data)", "(!resource.data.x) in [true]", "!(resource.data.x is string)"])
  func goodNegation(_ condition: String) { MarkedRules(condition: condition).expectAll(of: codes) }

  @Test("findings about patterns, slices and negations are silenced by a comment with a reason")
  func suppressed() {
    MarkedRules(
      body: """
        // firebreak-ignore FB3110, FB3111, FB3112 -- measured
        allow get: if resource.data.a.matches('^x') || resource.data.b[0:1] == 'x' || !'c' in resource.data;
        """
    ).expectAll(of: codes)
  }
}
