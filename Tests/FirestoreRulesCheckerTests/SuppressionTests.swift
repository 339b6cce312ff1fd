import Diagnostics
import FirestoreRulesLanguage
import Testing

@testable import FirestoreRulesChecker

@Suite("Suppression comments") struct SuppressionTests {
  private let codes: [DiagnosticCode] = [
    .unknownMethod, .unknownName, .unusedSuppression, .suppressionWithoutReason, .unknownCodeInConfig, .syntax,
  ]

  @Test("the next line that holds code, whatever stands between")
  func nextLine() {
    MarkedRules(
      body: """
        // firebreak-ignore FB3108 -- one
        // another comment

        allow fetch: if request.auth != null;
        allow 1️⃣fetch: if request.auth != null;
        """
    ).expectAll(
      [ExpectedFinding("1️⃣", .unknownMethod, "`fetch` is not a method: the statement never applies")], of: codes)
  }

  @Test("several comments above each other, several codes, names and prefixes of codes")
  func several() {
    MarkedRules(
      body: """
        // firebreak-ignore unknown-method -- one
        // firebreak-ignore FB3101 -- two
        allow fetch: if foo;
        // firebreak-ignore FB3108, FB3101 -- both
        allow fetch: if foo;
        /* firebreak-ignore FB31 -- all of them */
        allow fetch: if foo;
        """
    ).expectAll(of: codes)
  }

  @Test("behind code it is for its own line")
  func trailing() {
    MarkedRules(
      body: """
        allow fetch: if request.auth != null; // firebreak-ignore FB3108 -- here
        allow 1️⃣fetch: if request.auth != null;
        """
    ).expectAll(
      [ExpectedFinding("1️⃣", .unknownMethod, "`fetch` is not a method: the statement never applies")], of: codes)
  }

  @Test("the whole file")
  func file() {
    MarkedRules(
      body: """
        allow fetch: if request.auth != null;
        allow view: if request.auth != null;
        // firebreak-ignore-file FB3108 -- generated
        """
    ).expectAll(of: codes)
  }

  @Test("without a reason it has no effect")
  func withoutReason() {
    MarkedRules(
      body: """
        1️⃣// firebreak-ignore FB3108
        allow 2️⃣fetch: if request.auth != null;
        3️⃣// firebreak-ignore FB3108, FB3101 --
        allow 4️⃣view: if request.auth != null;
        """
    ).expectAll(
      [
        ExpectedFinding(
          "1️⃣", .suppressionWithoutReason, "the comment that ignores `FB3108` gives no reason",
          help: "add ` -- ` and a reason; without one the comment has no effect"),
        ExpectedFinding("2️⃣", .unknownMethod, "`fetch` is not a method: the statement never applies"),
        ExpectedFinding(
          "3️⃣", .suppressionWithoutReason, "the comment that ignores `FB3108, FB3101` gives no reason"),
        ExpectedFinding("4️⃣", .unknownMethod, "`view` is not a method: the statement never applies"),
      ], of: codes)
  }

  @Test("a code that silences nothing, one that does not exist, and none")
  func useless() {
    MarkedRules(
      body: """
        1️⃣// firebreak-ignore FB3108, FB3101 -- only one of them is there
        allow fetch: if request.auth != null;
        2️⃣// firebreak-ignore FB3199 -- mistyped
        allow get: if request.auth != null;
        3️⃣// firebreak-ignore -- why
        // firebreak-ignore FB4103 -- said by another command
        // firebreak-ignored is another word, and so is firebreak-ignore in the middle
        allow list: if request.auth != null;
        """
    ).expectAll(
      [
        ExpectedFinding(
          "1️⃣", .unusedSuppression, "the comment that ignores `FB3101` matches no finding",
          help: "remove the code, or move the comment above the line it is for"),
        ExpectedFinding(
          "2️⃣", .unknownCodeInConfig, "`FB3199` is not a code of Firebreak", help: "did you mean `FB3109`?"),
        ExpectedFinding(
          "3️⃣", .unknownCodeInConfig, "the comment names no code to ignore",
          help: "write `firebreak-ignore FB4010 -- reason`"),
      ], of: codes)
  }

  @Test("what does not compile cannot be silenced, and after syntax errors nothing counts as unused")
  func refusals() {
    MarkedRules(
      body: """
        // firebreak-ignore FB3001, FB3114 -- please
        allow get: if request.auth 1️⃣! && undeclared;
        allow 2️⃣fetch: if request.auth != null;
        """
    ).expectAll(
      [
        ExpectedFinding("1️⃣", .syntax, "unexpected `!`"),
        ExpectedFinding("2️⃣", .unknownMethod, "`fetch` is not a method: the statement never applies"),
      ], of: codes)
  }

  @Test("a comment for what does not compile is of no use")
  func uselessForRefusals() {
    MarkedRules(
      body: """
        1️⃣// firebreak-ignore FB3201 -- please
        function a() { return 2️⃣a(); }
        allow get: if a();
        """
    ).expectAll(
      [
        ExpectedFinding("1️⃣", .unusedSuppression, "the comment that ignores `FB3201` matches no finding"),
        ExpectedFinding("2️⃣", .recursion, "`a` calls itself"),
      ], of: codes + [.recursion])
  }

  @Test("findings of other commands can be asked for")
  func others() {
    let rules = MarkedRules(body: "// firebreak-ignore FB4103 -- known\n1️⃣allow list: if id == 'x';\n2️⃣allow get;")
    let suppressions = RulesSuppressions(rules.parsed.ruleset)
    let findings = ["1️⃣", "2️⃣"].map { mark in
      let start = rules.marks[Character(mark)] ?? 0
      return Diagnostic(.proofUnknown, "unknown", at: rules.source.location(Span(start, start + 1)))
    }
    #expect(findings.map(suppressions.suppresses) == [true, false])
  }
}
