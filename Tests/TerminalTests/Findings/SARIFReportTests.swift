import Diagnostics
import FirebreakTestSupport
import Foundation
import Testing

@testable import Terminal

@Suite("Findings as SARIF and for GitLab") struct SARIFReportTests {
  static let report = SARIFReport(toolVersion: "1.2.3", exitCode: 1)

  private func problems(_ text: String) throws -> [String] {
    let schema = try SchemaCheck(Data(RepositoryFiles.bytes("Tests/TerminalTests/Findings/sarif.schema.json")))
    return try schema.problems(Data(text.utf8))
  }

  /// The only run of a report.
  private func run(_ text: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require((object?["runs"] as? [[String: Any]])?.first)
  }

  private func results(_ text: String) throws -> [[String: Any]] {
    try #require(try run(text)["results"] as? [[String: Any]])
  }

  private func fingerprints(_ findings: [Diagnostic]) throws -> [String] {
    try results(Self.report.text(FindingList(findings))).compactMap {
      ($0["partialFingerprints"] as? [String: String])?["firebreakPlace/v1"]
    }
  }

  @Test func `hostile text`() throws {
    let text = Self.report.text(HostileFindings.list)
    expectSnapshot(text, "Tests/Snapshots/Diagnostics/hostile.sarif")
    #expect(try problems(text) == [])
    #expect(Self.report.text(HostileFindings.list) == text)
  }

  @Test func `the check of the schema finds what is wrong`() throws {
    let text = Self.report.text(HostileFindings.list)
    #expect(
      try problems(text.replacing("\"2.1.0\"", with: "\"2.0.0\"")) == ["$.version: `2.0.0` is none of [\"2.1.0\"]"])
    #expect(
      try problems(text.replacing("\"ruleId\"", with: "\"rule\"")).count == 2 * HostileFindings.list.diagnostics.count)
    #expect(try problems(text.replacing("\"startLine\": 1", with: "\"startLine\": 0")).isEmpty == false)
  }

  @Test func `no findings, and an input that cannot be read`() throws {
    let empty = SARIFReport(toolVersion: "1.2.3").text(FindingList([]))
    #expect(try problems(empty) == [])
    #expect(try results(empty).isEmpty)
    let broken = SARIFReport(toolVersion: "1.2.3", exitCode: 2, isDone: false).text(
      FindingList([Diagnostic(.configInvalid, "x")]))
    #expect(try problems(broken) == [])
    let invocation = try #require((run(broken)["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    #expect(invocation["exitCode"] as? Int == 2)
  }

  @Test("every rule that a report can have is complete") func rules() throws {
    let all = FindingList(DiagnosticCode.all.map { Diagnostic($0, "x") })
    let text = SARIFReport(toolVersion: "1.2.3", helpPage: "https://docs.example/CODES.md").text(all)
    #expect(try problems(text) == [])
    let driver = try #require((run(text)["tool"] as? [String: [String: Any]])?["driver"])
    #expect(driver["informationUri"] as? String == "https://docs.example/CODES.md")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.count == DiagnosticCode.all.count)
    for (rule, code) in zip(rules, DiagnosticCode.all) {
      #expect(rule["helpUri"] as? String == "https://docs.example/CODES.md#\(code.id.lowercased())")
      for key in ["shortDescription", "fullDescription"] {
        let words = try #require((rule[key] as? [String: String])?["text"])
        // Code scanning cuts what is longer.
        #expect(words.count <= 1024 && (words.hasSuffix(".") || words.hasSuffix(".`")), "\(code.id) \(words)")
      }
    }
    for result in try results(text) {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
  }

  // MARK: Fingerprints

  private func finding(_ text: String, _ part: String, after: Int = 0, path: String = "a.ts") -> Diagnostic {
    let source = SourceText(path: path, text: text)
    let wanted = Array(part.utf8)
    let start = source.bytes.indices.dropFirst(after).first { source.bytes[$0...].starts(with: wanted) } ?? 0
    return Diagnostic(
      .nPlusOneGets, "one read per element, \(text.utf8.count)", at: source.location(Span(start, start + wanted.count)))
  }

  @Test func `a place that moves or is laid out anew keeps its fingerprint`() throws {
    let before = try fingerprints([finding("get(a)\n", "get(a)")])
    #expect(try fingerprints([finding("// new\n\n  get(a)\n", "get(a)")]) == before)
    #expect(try fingerprints([finding("get( a )\r\n", "get( a )")]) == before)
    #expect(try fingerprints([finding("get(b)\n", "get(b)")]) != before)
    #expect(try fingerprints([finding("get(a)\n", "get(a)", path: "b.ts")]) != before)
    #expect(
      try fingerprints([finding("get(a)\n", "get(a)")].map { Diagnostic(.unboundedQuery, $0.message, at: $0.location) })
        != before)
  }

  @Test func `what the message names is a part of it, so that what stands beside it may come and go`() throws {
    func chain(_ query: String, after: Int) -> Diagnostic {
      var found = finding("a.get()\nb.get()\n", "get()", after: after)
      found.message = "query `\(query)` needs an index that `i.json` does not define"
      return found
    }
    let both = try fingerprints([chain("users", after: 0), chain("posts", after: 3)])
    #expect(both.map { $0.suffix(2) } == [":1", ":1"])
    #expect(both[0] != both[1])
    #expect(try fingerprints([chain("posts", after: 3)]) == [both[1]])
    #expect(
      try fingerprints([chain("posts", after: 0), chain("posts", after: 3)]) == [both[1], both[1].prefix(17) + "2"])
  }

  @Test func `repeats are told apart, and places without text by their line`() throws {
    let twice = "get(a)\nget(a)\n"
    let found = try fingerprints([finding(twice, "get(a)"), finding(twice, "get(a)", after: 1)])
    #expect(found.map { $0.suffix(2) } == [":1", ":2"])
    #expect(found[0].prefix(16) == found[1].prefix(16))
    let source = SourceText(path: "e.json", text: "{\"a\": 1\n{\"b\": 2")
    let ends = try fingerprints([7, 15].map { Diagnostic(.malformedInput, "x", at: source.location(Span($0, $0))) })
    #expect(Set(ends.map { $0.prefix(16) }).count == 2)
    #expect(Set(try fingerprints(HostileFindings.list.diagnostics)).count == HostileFindings.list.diagnostics.count)
  }

  // MARK: What is more than one place

  @Test func `silenced findings are results that say why, after those that count`() throws {
    var silenced = finding("get(a)\n", "get(a)")
    silenced.suppression = Suppression(.inSource, reason: "a dozen\nat most")
    var ignored = finding("get(b)\n", "get(b)", path: "b.ts")
    ignored.suppression = Suppression(.external, reason: "known")
    let list = FindingList([silenced, ignored, finding("get(c)\n", "get(c)", path: "c.ts")])
    #expect(list.diagnostics.count == 1)
    #expect(list.summary == "1 warning")
    let plain = Self.report.text(list)
    #expect(try results(plain).count == 1)
    #expect(!plain.contains("suppressions"))
    let text = SARIFReport(toolVersion: "1.2.3", listsSuppressed: true).text(list)
    #expect(try problems(text) == [])
    let found = try results(text).map { $0["suppressions"] as? [[String: String]] }
    #expect(
      found == [
        [], [["kind": "inSource", "justification": "a dozen\\nat most"]],
        [["kind": "external", "justification": "known"]],
      ])
    // Where nothing is silenced, nothing says so.
    let none = SARIFReport(toolVersion: "1.2.3", listsSuppressed: true).text(
      FindingList([finding("get(c)\n", "get(c)")]))
    #expect(!none.contains("suppressions"))
  }

  @Test func `the way to a finding is a code flow`() throws {
    var found = finding("read()\nget(a)\n", "get(a)")
    found.flow = [
      RelatedLocation("the documents are read here", at: try #require(finding("read()\nget(a)\n", "read()").location)),
      RelatedLocation("and for each of them one more", at: try #require(found.location)),
    ]
    let text = Self.report.text(FindingList([found]))
    #expect(try problems(text) == [])
    let flow = try #require(try results(text).first?["codeFlows"] as? [[String: Any]])
    let steps = try #require((flow.first?["threadFlows"] as? [[String: Any]])?.first?["locations"] as? [[String: Any]])
    let lines = steps.compactMap { step -> Int? in
      let place = (step["location"] as? [String: Any])?["physicalLocation"] as? [String: Any]
      return (place?["region"] as? [String: Any])?["startLine"] as? Int
    }
    #expect(lines == [1, 2])
  }

  // MARK: Limits

  @Test("case 22: 6,000 findings") func manyFindings() throws {
    let source = SourceText(path: "many.rules", text: String(repeating: "x\n", count: 6000))
    let all = (0..<6000).map { index in
      Diagnostic(
        index.isMultiple(of: 6) ? .openWrite : .readCoversList, "finding",
        at: source.location(Span(2 * index, 2 * index + 1)))
    }
    let text = Self.report.text(FindingList(all))
    #expect(try problems(text) == [])
    let levels = try results(text).compactMap { $0["level"] as? String }
    #expect(levels == Array(repeating: "error", count: 1000) + Array(repeating: "warning", count: 5000))
    #expect(text.contains("1000 findings lie beyond the 5000 that code scanning shows; the most severe come first"))
    #expect(SARIFReport.note(5000) == nil)
  }

  @Test func `more findings than a run may hold`() throws {
    let source = SourceText(path: "many.rules", text: String(repeating: "x", count: 25_003))
    let all = (0..<25_003).map { index in
      Diagnostic(index < 3 ? .listWithoutLimit : .openWrite, "finding", at: source.location(Span(index, index + 1)))
    }
    let text = Self.report.text(FindingList(all))
    let levels = try results(text).compactMap { $0["level"] as? String }
    #expect(levels == Array(repeating: "error", count: 25_000))
    #expect(text.contains("3 findings are left out: a SARIF run may hold 25000 results"))
  }

  // MARK: GitLab and lines

  @Test func gitlab() throws {
    let text = GitLabReport.text(HostileFindings.list)
    expectSnapshot(text, "Tests/Snapshots/Diagnostics/hostile-gitlab.json")
    let entries = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(entries.count == HostileFindings.list.diagnostics.count)
    for entry in entries {
      #expect(Set(entry.keys) == ["description", "check_name", "fingerprint", "severity", "location"])
      #expect(["info", "minor", "major", "critical", "blocker"].contains(entry["severity"] as? String))
      let place = try #require(entry["location"] as? [String: Any])
      #expect((place["path"] as? String)?.hasPrefix("./") == false)
      #expect((place["lines"] as? [String: Int])?["begin"].map { $0 >= 1 } == true)
    }
    #expect(Set(entries.compactMap { $0["fingerprint"] as? String }).count == entries.count)
    #expect(GitLabReport.text(FindingList([])) == "[]\n")
  }

  @Test func `one finding per line`() throws {
    let text = FindingLines.text(HostileFindings.list)
    expectSnapshot(text, "Tests/Snapshots/Diagnostics/hostile.jsonl")
    let lines = text.split(whereSeparator: \.isNewline)
    #expect(lines.count == HostileFindings.list.diagnostics.count)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["code"] is String)
    }
    #expect(FindingLines.text(FindingList([])) == "")
  }
}
