import Diagnostics
import Testing

@Suite("Comments that silence findings") struct SuppressionCommentTests {
  struct Case: CustomTestStringConvertible {
    var comment: String
    /// `FB0011 1:1 message`
    var found: [String] = []
    /// The comment with the fix carried out.
    var fixed: String?
    var testDescription: String { comment }
  }

  @Test(
    "what is wrong with a comment is said once, with the fix",
    arguments: [
      Case(comment: "firebreak-ignore FB2001 -- the index is made by hand"),
      Case(comment: "firebreak-ignore FB2001, missing-composite-index -- by hand"),
      Case(
        comment: "firebreak-ignore FB2001 – the index is made by hand",
        found: ["FB0011 the comment that ignores `FB2001` has `–` before its reason"],
        fixed: "firebreak-ignore FB2001 -- the index is made by hand"),
      Case(
        comment: "firebreak-ignore FB2001, FB7004 — two of them",
        found: ["FB0011 the comment that ignores `FB2001, FB7004` has `—` before its reason"],
        fixed: "firebreak-ignore FB2001, FB7004 -- two of them"),
      Case(
        comment: "firebreak-ignore FB2001 –by hand",
        found: ["FB0011 the comment that ignores `FB2001` has `–` before its reason"],
        fixed: "firebreak-ignore FB2001 --by hand"),
      Case(
        comment: "firebreak-ignore missing-composite-index - by hand",
        found: ["FB0011 the comment that ignores `missing-composite-index` has `-` before its reason"],
        fixed: "firebreak-ignore missing-composite-index -- by hand"),
      Case(
        comment: "firebreak-ignore FB2001: by hand",
        found: ["FB0011 the comment that ignores `FB2001` has `:` before its reason"],
        fixed: "firebreak-ignore FB2001-- by hand"),
      Case(
        comment: "firebreak-ignore FB2001 because it is made by hand",
        found: ["FB0011 nothing divides the reason from `FB2001` in the comment that ignores it"]),
      Case(
        comment: "firebreak-ignore FB2001", found: ["FB0011 the comment that ignores `FB2001` gives no reason"]),
      Case(comment: "firebreak-ignore because I say so", found: ["FB0008 the comment names no code to ignore"]),
      Case(comment: "firebreak-ignore – by hand", found: ["FB0008 the comment names no code to ignore"]),
      Case(comment: "firebreak-ignore FB2O01 -- by hand", found: ["FB0008 `FB2O01` is not a code of Firebreak"]),
      Case(comment: "firebreak-ignore nonsense -- by hand", found: ["FB0008 `nonsense` is not a code of Firebreak"]),
    ])
  func problems(_ test: Case) throws {
    let source = SourceText(path: "a.ts", text: "// \(test.comment)\n")
    let comment = try #require(SuppressionComment(test.comment, span: Span(0, source.bytes.count - 1)))
    let suppressions = CommentSuppressions([comment], in: source, lines: LineTable(source))
    let problems = suppressions.apply(to: [], complete: false) { _ in true }
    #expect(problems.map { "\($0.code.id) \($0.message)" } == test.found)
    var bytes = source.bytes
    for edit in problems.flatMap(\.fixes).flatMap(\.edits) {
      bytes.replaceSubrange(edit.location.span.start..<edit.location.span.end, with: Array(edit.replacement.utf8))
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "// \(test.fixed ?? test.comment)\n")
    guard let fixed = test.fixed else { return }
    #expect(SuppressionComment(fixed, span: comment.span)?.codes == comment.codes)
    #expect(SuppressionComment(fixed, span: comment.span)?.hasReason == true)
  }
}
