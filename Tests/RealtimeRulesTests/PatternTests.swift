import FirebreakTestSupport
import FirestoreModel
import Testing

@testable import RealtimeRules

@Suite("Patterns") struct PatternTests {
  @Test("what uploads and what it finds", arguments: try SpecFile.cases("Tests/RealtimeRulesTests/Specs/patterns.yaml"))
  func pattern(_ spec: SpecValue) throws {
    try spec.allow("pattern", "ignoresCase", "yes", "no", "refused")
    let text = try spec["pattern"].string
    let ignoresCase = try spec.optional("ignoresCase") != nil
    let pattern: RegularExpression
    do throws(RegularExpressionProblem) {
      pattern = try RegularExpression(text, ignoresCase: ignoresCase)
    } catch {
      #expect(try spec.optional("refused")?.integer == error.start, "\(error.message)")
      #expect(error.end > error.start || text.isEmpty)
      return
    }
    #expect(try spec.optional("refused") == nil, "uploads")
    for found in try spec["yes"].strings { #expect(pattern.matches(Text(found)), "\(found)") }
    for missed in try spec["no"].strings { #expect(!pattern.matches(Text(missed)), "\(missed)") }
  }

  @Test("random patterns are translated or refused, and never take long")
  func random() {
    var generator = SeededGenerator(seed: 7)
    let signs = Array("ab(|)[]{}^$*+?.\\-,1092:=!<é\u{1}")
    for _ in 0..<3000 {
      let length = Int.random(in: 0...14, using: &generator)
      let text = String((0..<length).map { _ in signs[Int.random(in: 0..<signs.count, using: &generator)] })
      do throws(RegularExpressionProblem) {
        let pattern = try RegularExpression(text, ignoresCase: false)
        _ = pattern.matches("aabb()[]{}")
      } catch {
        #expect(error.start >= 0 && error.start <= error.end && error.end <= text.utf8.count, "\(text)")
        // What the dialect passes, RE2 takes.
        #expect(error.message != "the pattern is too large", "\(text)")
      }
    }
  }
}
