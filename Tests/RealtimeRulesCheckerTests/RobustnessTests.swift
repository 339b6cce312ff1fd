import Diagnostics
import FirebreakTestSupport
import RealtimeRules
import StructuredText
import Testing

@testable import RealtimeRulesChecker

/// Broken and hostile files: no crash, findings inside the file, and answers in time.
@Suite("Realtime Database rules: robustness") struct RobustnessTests {
  @Test(
    "mutated rules never crash the checks, the matrix and the search for attacks",
    arguments: ["array-chat", "hybrid", "repaired-chat"])
  func mutations(name: String) throws {
    let original = try RepositoryFiles.bytes("\(AuditTests.folder)/\(name).rules.json")
    var random = SeededGenerator(seed: UInt64(name.utf8.count))
    let pieces = [
      "||", "&&", "!", "(", ")", "true", "null", ".val()", ".parent()", "newData", "root", "'a/b'", "$x", "auth.uid",
      "? :", "=== 1",
      ".length > 3", "now", ".hasChild(auth.uid)", "\"$y\": {\".read\": true}, ", "data.exists() && ",
    ]
    var checked = 0
    for _ in 0..<150 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes.removeSubrange(offset..<min(bytes.count, offset + Int.random(in: 1...12, using: &random)))
        } else {
          bytes.insert(contentsOf: Array(pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8), at: offset)
        }
      }
      guard let ruleset = RealtimeRulesReading.read(SourceText(path: "r.json", bytes: bytes)).ruleset else { continue }
      checked += 1
      let subject = RealtimeSubject(ruleset)
      for finding in RealtimeRulesCheck.findings(subject) {
        let span = try #require(finding.location?.span)
        #expect(span.start >= 0 && span.start <= span.end && span.end <= bytes.count)
        #expect(!finding.message.contains("\n") && finding.help?.isEmpty == false)
      }
      if checked.isMultiple(of: 8) { _ = MatrixReport(subject).text() }
    }
    #expect(checked > 5)
  }

  @Test(
    "deeply nested conditions are read to their end",
    arguments: [
      ("(", "auth != null", " ? newData.exists() : data.exists())"),
      ("(", "auth.uid === $x", " && now > 1 || data.val() > 1)"),
      ("!(", "auth != null", " ? !newData.exists() : auth == null ? data.exists() : false)"),
      ("(now > 1 || (", "data.exists()", "))"),
    ])
  func nesting(_ open: String, _ core: String, _ close: String) throws {
    let depth = 30
    let condition = String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
    let text = "{\"rules\": {\"a\": {\"$x\": {\".write\": \"\(condition)\"}}}}"
    let ruleset = try #require(RealtimeRulesReading.read(SourceText(path: "r.json", text: text)).ruleset)
    let subject = RealtimeSubject(ruleset)
    // With twice the work for each level it would not end.
    _ = RealtimeRulesCheck.findings(subject)
    #expect(!MatrixReport(subject).text().isEmpty)
  }

  @Test("a file of 5,000 lines is checked")
  func large() throws {
    var lines = ["{", "\"rules\": {"]
    let groups = 98
    for index in 0..<groups {
      lines += [
        "\"rooms\(index)\": {", "\"$room\": {", "\".indexOn\": [\"at\"],",
        "\".read\": \"auth != null && root.child('members\(index)/' + $room).hasChild(auth.uid)\",",
        "\"$message\": {", "\".write\": \"auth != null && newData.child('by').val() === auth.uid\",",
        "\".validate\": \"newData.hasChildren(['by', 'text0'])\",",
        "\"by\": {\".validate\": \"newData.val() === auth.uid\"},",
      ]
      for field in 0..<40 {
        lines.append("\"text\(field)\": {\".validate\": \"newData.isString() && newData.val().length < 500\"},")
      }
      lines += ["\"$other\": {\".validate\": false}", "}", "}}\(index == groups - 1 ? "" : ",")"]
    }
    lines += ["}", "}"]
    #expect(lines.count > 4_900)
    let reading = RealtimeRulesReading.read(SourceText(path: "r.json", text: lines.joined(separator: "\n")))
    let ruleset = try #require(reading.ruleset)
    #expect(RealtimeRulesCheck.findings(ruleset).count >= 2 * groups)
  }

  /// Conditions are read only once, and so are generated nodes: the time grows with the size of the file.
  @Test("the matrix of many locations, side by side and below one another, is made in time")
  func wideAndDeep() throws {
    let wide = (0..<40).map { index in
      "\"list\(index)\": {\"$e\": {\".read\": \"auth != null\", \".write\": \"auth.uid === data.child('by').val() || !data.exists() && newData.child('by').val() === auth.uid\", \".validate\": \"newData.hasChildren(['by', 'at'])\", \"at\": {\".validate\": \"newData.val() === now\"}}}"
    }.joined(separator: ",\n")
    let deep =
      (0..<40).map { "\"$v\($0)\": {\".write\": \"auth.uid === $v\($0)\", \".validate\": \"newData.hasChildren()\"," }
      .joined()
      + "\".read\": true" + String(repeating: "}", count: 40)
    for text in ["{\"rules\": {\(wide)}}", "{\"rules\": {\(deep)}}"] {
      let subject = RealtimeSubject(
        try #require(RealtimeRulesReading.read(SourceText(path: "r.json", text: text)).ruleset))
      #expect(!RealtimeRulesCheck.findings(subject).isEmpty)
      #expect(MatrixReport(subject).matrix.cells.count > 500)
    }
  }
}
