import Diagnostics
import FirebreakTestSupport
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

@testable import FirestoreRulesChecker

/// Broken files on their way to being right: an editor asks for findings after every key.
@Suite("Rules checks: mutated sources") struct MutatedRulesTests {
  static let files = RepositoryFiles.paths(below: "rules/checks", suffix: ".rules")

  @Test("mutations never crash the checks, and findings lie in the source", arguments: files)
  func mutations(path: String) throws {
    let original = try RepositoryFiles.bytes(path)
    var random = SeededGenerator(seed: UInt64(path.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }))
    let pieces = [
      "(", ")", "{", "}", "=**}", "&&", "||", "!", "request", "resource.data", "[", "get(", "'", "/", "if", "is",
    ]
    for _ in 0..<12 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &random)))
        case 1:
          bytes.insert(contentsOf: Array(pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8), at: place)
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: 0)
        }
        if bytes.isEmpty { bytes = original }
      }
      let parsed = CloudRulesParser.parse(SourceText(path: path, bytes: bytes))
      guard let subject = LintSubject(parsed) else { continue }
      for finding in RulesLints.security.flatMap({ $0.findings(in: subject) }) {
        let span = try #require(finding.location?.span)
        #expect(span.start >= 0 && span.start <= span.end && span.end <= bytes.count)
        #expect(!finding.message.contains("\n") && finding.help?.isEmpty == false)
      }
    }
  }
}
