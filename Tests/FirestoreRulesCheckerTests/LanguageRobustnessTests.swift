import Diagnostics
import FirebreakTestSupport
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

@testable import FirestoreRulesChecker

@Suite("Checks on damaged sources") struct LanguageRobustnessTests {
  static let sources = LanguageRealRulesTests.files

  @Test("every prefix of a source, and every source with pieces taken out or repeated, is checked", arguments: sources)
  func damaged(_ path: String) throws {
    let bytes = try RepositoryFiles.bytes(path)
    var random = SeededGenerator(seed: UInt64(bytes.count))
    for _ in 0..<12 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) where !mutated.isEmpty {
        let place = Int.random(in: 0..<mutated.count, using: &random)
        let length = min(Int.random(in: 1...40, using: &random), mutated.count - place)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: mutated.removeSubrange(place..<(place + length))
        case 1: mutated.removeSubrange(place...)
        default: mutated.insert(contentsOf: mutated[place..<(place + length)], at: place)
        }
      }
      let parsed = CloudRulesParser.parse(SourceText(path: path, bytes: mutated))
      let findings = RulesCheck.findings(parsed, CompiledRules.compile(parsed))
      let starts = findings.map { $0.location?.span.start ?? -1 }
      #expect(starts == starts.sorted())
      for finding in findings {
        #expect(finding.message.first?.isUppercase == false || finding.code == .typeMismatch, "\(finding.message)")
        #expect(!finding.message.hasSuffix(".") && !finding.message.contains("\n"), "\(finding.message)")
        let span = finding.location?.span ?? Span(0, 0)
        #expect(span.start <= span.end && span.end <= mutated.count)
      }
    }
  }

  @Test(
    "nesting beyond what compiles",
    arguments: [
      String(repeating: "(", count: 5_000) + "true" + String(repeating: ")", count: 5_000),
      String(repeating: "!", count: 5_000) + "true", String(repeating: "[", count: 3_000),
      "resource" + String(repeating: ".a", count: 5_000) + " == 1",
      "1" + String(repeating: " + 1", count: 5_000) + " == 1",
      String(repeating: "true ? ", count: 3_000) + "true", "f" + String(repeating: "(f", count: 3_000),
    ])
  func deep(_ condition: String) {
    _ = MarkedRules(condition: condition).findings()
  }

  @Test("a source of a thousand lines takes little work")
  func large() {
    let block = """
      match /things%/{id} {
        function owns%(data) { return data.owner == request.auth.uid && data.keys().hasOnly(['owner', 'title', 'at']); }
        allow read: if request.auth != null && (resource.data.public == true || owns%(resource.data));
        allow create: if owns%(request.resource.data) && request.resource.data.title.size() < 100;
        allow update: if owns%(resource.data) && owns%(request.resource.data)
          && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['title'])
          && request.resource.data.title is string && request.resource.data.title.size() < 100;
        allow delete: if owns%(resource.data);
      }

      """
    let text = (0..<100).map { block.replacing("%", with: "\($0)") }.joined()
    let rules = MarkedRules(
      "rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n\(text)\n  }\n}\n")
    rules.expectAll(of: [.typeMismatch, .unknownName, .unknownFunction, .alwaysError, .limitHeadroom])
  }
}
