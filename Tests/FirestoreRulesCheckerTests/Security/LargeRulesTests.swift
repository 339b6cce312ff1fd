import Diagnostics
import FirestoreRulesLanguage
import Testing

@testable import FirestoreRulesChecker

/// Sources that would take forever if some check were quadratic in what counts, or entered functions without bound.
@Suite("Rules checks: large sources") struct LargeRulesTests {
  private func finds(_ text: String, _ code: DiagnosticCode) throws -> Int {
    let subject = try #require(LintSubject(MarkedRules(documents: text).parsed))
    return RulesLints.security.flatMap { $0.findings(in: subject) }.count { $0.code == code }
  }

  @Test("hundreds of blocks of the same and of different paths")
  func manyBlocks() throws {
    let same = String(repeating: "match /a/{b} { allow write: if request.auth != null; }\n", count: 300)
    #expect(try finds(same, .signedInIsNotEnough) == 300)
    let different = (0..<300).map { "match /a\($0)/{b}/{c=**} { allow write; }" }.joined(separator: "\n")
    #expect(try finds(different, .openWrite) == 300)
  }

  @Test("functions that call one another twice, conditions with more ways than can be told")
  func manyWays() throws {
    let functions = (1...20).map {
      "function f\($0)() { return f\($0 - 1)() && (f\($0 - 1)() || request.time != null); }"
    }
    let doubling = functions.joined(separator: "\n") + "function f0() { return request.auth.uid == 'a'; }"
    let calls = (0..<20).map { "match /a\($0)/{b} { allow write: if f20(); }" }.joined(separator: "\n")
    #expect(try finds(doubling + calls, .openWrite) == 0)
    let choices = (0..<40).map { "(resource.data.a\($0) == 1 || resource.data.b\($0) == 2)" }.joined(separator: " && ")
    let many = (0..<20).map { "match /b\($0)/{b} { allow read, write: if \(choices); }" }.joined(separator: "\n")
    #expect(try finds(many, .openWrite) == 0)
  }

  @Test("deep conditions in deep calls")
  func nesting() throws {
    let deep = String(repeating: "!(", count: 45) + "x" + String(repeating: ")", count: 45)
    let functions = (1...20).map { "function f\($0)(x) { return f\($0 - 1)(\(deep)); }" }.joined(separator: "\n")
    let text = "function f0(x) { return x; }\n\(functions)\nmatch /a/{b} { allow write: if f20(request.auth != null); }"
    #expect(try finds(text, .openWrite) == 0)
    let list = String(repeating: "[", count: 140) + String(repeating: "]", count: 140)
    #expect(try finds("match /a/{b} { allow read: if \(list) == \(list) || true; }", .openRead) == 1)
  }

  @Test("nested wildcards")
  func wildcards() throws {
    let open = (0..<10).map { "match /{w\($0)=**}/x {" }.joined()
    let nested = open + "match /y/{id} { allow read; }" + String(repeating: "}", count: 10)
    #expect(try finds(nested + nested, .openRead) == 2)
  }
}
