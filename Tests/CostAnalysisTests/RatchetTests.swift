import Diagnostics
import FirebreakTestSupport
import Testing

@testable import CostAnalysis

@Suite("Ratchet") struct RatchetTests {
  static func key(_ step: String, workload: String = "home", variant: String = "baseline") -> OperationKey {
    OperationKey(workload: workload, variant: variant, step: step)
  }

  static func measured(_ step: String, _ reads: Int64, calls: Int64 = 1, isPartial: Bool = false) throws
    -> MeasuredReads
  {
    MeasuredReads(key: key(step), now: try #require(RecordedReads(reads: reads, calls: calls)), isPartial: isPartial)
  }

  static func ratchet(_ text: String) throws -> Ratchet {
    let reading = Ratchet.read(SourceText(path: "firebreak/cost.json", text: text))
    #expect(reading.diagnostics == [])
    return try #require(reading.ratchet)
  }

  static let file = """
    {
      // what a call may bill
      "schema": 1,
      "reads": {
        "home": {"baseline": {"feed.open": 22, "inbox.poll": 8.5}},
        "other": {
          "baseline": {
            "list": 3 // kept
          }
        }
      }
    }

    """

  @Test("averages keep thousandths, rounded up")
  func averages() {
    #expect(RecordedReads(reads: 31, calls: 3)?.description == "10.334")
    #expect(RecordedReads(reads: 37, calls: 2)?.description == "18.5")
    #expect(RecordedReads(reads: 0, calls: 7)?.description == "0")
    #expect(RecordedReads(reads: 1, calls: 0) == nil)
    #expect(RecordedReads(reads: .max, calls: 1)?.description == "9223372036854775807")
    #expect(RecordedReads(decimal: "10.3340") == RecordedReads(thousandths: 10334))
    #expect(RecordedReads(decimal: "10.3345") == nil)
    #expect(RecordedReads(decimal: "-1") == nil)
    #expect(RecordedReads(decimal: "1e3") == nil)
  }

  @Test("a step that bills more in several variants is one finding, which names them and accepts them together")
  func variants() throws {
    let ratchet = try Self.ratchet(
      #"{"schema": 1, "reads": {"home": {"baseline": {"open": 5, "list": 9}, "other": {"open": 6}}}}"#)
    let now = [("baseline", "open", 7), ("other", "open", 8), ("baseline", "list", 10)]
    let verdict = RatchetVerdict(
      ratchet,
      measured: try now.map { variant, step, reads in
        MeasuredReads(
          key: Self.key(step, variant: variant), now: try #require(RecordedReads(reads: Int64(reads), calls: 1)),
          isPartial: false)
      })
    let findings = verdict.findings(in: ratchet)
    #expect(
      findings.map(\.message) == [
        "`open` exceeds its recorded 5 reads", "`list` exceeds its recorded 9 reads",
      ])
    #expect(
      findings.first?.notes == [
        "a call of it in `home/baseline` bills 7 now, 2 more", "a call of it in `home/other` bills 8 now, 2 more",
      ])
    #expect(findings.first?.help?.contains("--accept open ") == true)
  }

  @Test("lower figures go down, higher ones are findings at the record, the rest of the file stays")
  func changes() throws {
    let ratchet = try Self.ratchet(Self.file)
    let verdict = RatchetVerdict(
      ratchet,
      measured: [
        try Self.measured("feed.open", 20), try Self.measured("inbox.poll", 9),
        try Self.measured("search", 7, calls: 2),
      ])
    #expect(verdict.lowered.map(\.key) == [Self.key("feed.open")])
    #expect(verdict.exceeded.map(\.key) == [Self.key("inbox.poll")])
    #expect(verdict.added.map(\.key) == [Self.key("search")])
    #expect(verdict.gone == [])
    let findings = verdict.findings(in: ratchet)
    #expect(findings.map(\.code.id) == ["FB7020"])
    #expect(findings.first?.message == "`inbox.poll` exceeds its recorded 8.5 reads")
    #expect(findings.first?.location?.description == "firebreak/cost.json:5:58")
    #expect(findings.first?.notes == ["a call of it in `home/baseline` bills 9 now, 0.5 more"])
    let text = ratchet.text(lowering: verdict.lowered, recording: verdict.added)
    #expect(
      text
        == Self.file.replacingOccurrence(
          of: #""feed.open": 22, "inbox.poll": 8.5}"#, with: #""feed.open": 20, "inbox.poll": 8.5, "search": 3.5}"#))
    #expect(Ratchet.read(SourceText(path: "a", text: text)).diagnostics == [])
  }

  @Test("a raise keeps its reason in the file")
  func acceptance() throws {
    let ratchet = try Self.ratchet(Self.file)
    let raise = Ratchet.Acceptance(
      key: Self.key("feed.open"), from: RecordedReads(thousandths: 22000), to: RecordedReads(thousandths: 62000),
      reason: "authors are \"shown\" now")
    let text = ratchet.text(lowering: [], recording: [], accepting: [raise])
    let again = try Self.ratchet(text)
    #expect(again.acceptances == [raise])
    #expect(again.record(of: Self.key("feed.open"))?.reads.description == "62")
    #expect(
      text.hasSuffix(
        """
          },
          "accepted": [
            {"workload": "home", "variant": "baseline", "step": "feed.open", "from": 22, "to": 62, "reason": "authors are \\"shown\\" now"}
          ]
        }

        """))
    let twice = try Self.ratchet(again.text(lowering: [], recording: [], accepting: [raise]))
    #expect(twice.acceptances == [raise, raise])
  }

  @Test("what was refused is neither recorded nor lowered; what is gone is said with the nearest step")
  func partialAndGone() throws {
    let ratchet = try Self.ratchet(Self.file)
    let verdict = RatchetVerdict(
      ratchet, measured: [try Self.measured("feed.open", 0, isPartial: true), try Self.measured("inbox.pol", 1)])
    #expect(verdict.partial.map(\.key) == [Self.key("feed.open")])
    #expect(verdict.lowered == [])
    let findings = verdict.findings(in: ratchet)
    #expect(findings.map(\.message) == ["`inbox.poll` is recorded, and `home/baseline` calls no such step"])
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.first?.help == "remove the record, or did you mean `inbox.pol`?")
  }

  @Test(
    "every layout takes new records",
    arguments: [
      #"{"schema":1,"reads":{}}"#, "{\n\"schema\": 1, \"reads\": { }\n}", "{\"schema\": 1, \"reads\": {\n}}",
      "\u{FEFF}{\r\n  \"schema\": 1,\r\n  \"reads\": {\r\n    \"home\": {\r\n    }\r\n  }\r\n}\r\n",
      #"{"schema":1,"reads":{"home":{"baseline":{/* none */}}}}"#,
      "{\"schema\":1,\"reads\":{\"home\":{\"baseline\":{\"a\":1 // one\n}}}}", #"{"schema":1,"reads":{"x":{}}}"#,
    ])
  func layouts(text: String) throws {
    let ratchet = try Self.ratchet(text)
    let entries = try ["b", "c \"quoted\"", "ü"].map { step in
      RatchetVerdict.Entry(key: Self.key(step), recorded: nil, now: try #require(RecordedReads(reads: 5, calls: 2)))
    }
    let again = try Self.ratchet(ratchet.text(lowering: [], recording: entries))
    #expect(again.records.suffix(3).map(\.key) == entries.map(\.key))
    #expect(again.records.count == ratchet.records.count + 3)
  }

  @Test("records never go up by themselves, whatever is measured", arguments: 0..<40)
  func monotone(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let steps = (0..<6).map { "step\($0)" }
    func measure() throws -> [MeasuredReads] {
      try steps.filter { _ in Bool.random(using: &generator) }.map {
        try Self.measured(
          $0, Int64.random(in: 0...40, using: &generator), calls: Int64.random(in: 1...7, using: &generator),
          isPartial: Int.random(in: 0..<5, using: &generator) == 0)
      }
    }
    var text = Ratchet.text(recording: RatchetVerdict(nil, measured: try measure()).added)
    for _ in 0..<6 {
      let before = try Self.ratchet(text)
      let verdict = RatchetVerdict(before, measured: try measure())
      text = before.text(lowering: verdict.lowered, recording: verdict.added)
      let after = try Self.ratchet(text)
      #expect(
        Array(after.records.map(\.key).prefix(before.records.count)).sorted() == before.records.map(\.key).sorted()
          || after.records.count >= before.records.count)
      for record in before.records {
        let now = try #require(after.record(of: record.key))
        #expect(now.reads <= record.reads)
      }
      for entry in verdict.exceeded { #expect(after.record(of: entry.key)?.reads == entry.recorded) }
    }
  }

  @Test(
    "a file that is no ratchet is said with its place",
    arguments: [
      ("", "FB0013"), ("[]", "FB0015"), ("{}", "FB0015"), (#"{"schema": 2, "reads": {}}"#, "FB0015"),
      (#"{"schema": 1, "reads": []}"#, "FB0015"), (#"{"schema": 1, "reads": {"a": 1}}"#, "FB0015"),
      (#"{"schema": 1, "reads": {"a": {"b": {"c": -1}}}}"#, "FB0015"),
      (#"{"schema": 1, "reads": {"a": {"b": {"c": 1.2345}}}}"#, "FB0015"),
      (#"{"schema": 1, "reads": {"a": {"b": {"c": 1e400}}}}"#, "FB0015"),
      (#"{"schema": 1, "reads": {"a": {"b": {"c": 1, "c": 2}}}}"#, "FB0016"),
      (#"{"schema": 1, "reads": {}, "extra": 1}"#, "FB0014"),
      (#"{"schema": 1, "reads": {}, "accepted": [{"reason": " "}]}"#, "FB0015"),
      ("{\"schema\": 1, \u{0} \"reads\": {}}", "FB0013"), (String(repeating: "[", count: 100_000), "FB0013"),
    ])
  func broken(text: String, code: String) {
    let reading = Ratchet.read(SourceText(path: "cost.json", text: text))
    #expect(reading.ratchet == nil)
    #expect(reading.diagnostics.first?.code.id == code)
    #expect(reading.diagnostics.allSatisfy { $0.location != nil })
  }
}

extension String {
  fileprivate func replacingOccurrence(of old: String, with new: String) -> String { replacing(old, with: new) }
}
