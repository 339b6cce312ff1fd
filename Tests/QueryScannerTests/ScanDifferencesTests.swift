import Diagnostics
import QueryScanner
import ScanComparison
import Testing

@Suite("Differences of two scans") struct ScanDifferencesTests {
  typealias Entry = ScanRecord.Entry

  /// `get chats where ? == ? !field in-loop`, at a place.
  static func entry(_ text: String, at place: String = "a.ts:1") -> Entry {
    let words = text.split(separator: " ").map(String.init)
    let open = words.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
    let circumstances = words.filter { ["admin", "repeated", "per-document"].contains($0) }
    let target = words.dropFirst().filter { !$0.hasPrefix("!") && !circumstances.contains($0) }
    return Entry(
      place: place, kind: words[0], target: target.joined(separator: " "), unresolved: open,
      circumstances: circumstances)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var old: [String]
    var new: [String]
    var verdict: ScanDifferences.Verdict
    var testDescription: String { "\(old) -> \(new)" }

    init(_ old: [String], _ new: [String], _ verdict: ScanDifferences.Verdict) {
      (self.old, self.new, self.verdict) = (old, new, verdict)
    }
  }

  static let cases = [
    Case(["get chats"], ["get chats"], .equal),
    Case(["get chats", "get chats where a == ?"], ["get chats where a == ?", "get chats"], .equal),
    Case([], ["get chats"], .more),
    Case(["get chats"], ["get chats", "get rooms"], .more),
    Case(["get chats"], ["get chats", "get chats !constraint"], .more),
    Case(["get chats"], [], .worse),
    Case(["get chats", "get rooms"], ["get chats"], .worse),
    Case(["get chats"], ["listen chats"], .worse),
    Case(["get chats"], ["get chats !constraint"], .worse),
    Case(["get chats !calls"], ["get chats !constraint"], .worse),
    Case(["get chats where a == ?"], ["get chats where ? == ? !field"], .worse),
    Case(["get chats !calls"], ["get chats"], .better),
    Case(["get chats !calls !variants"], ["get chats !variants", "get rooms !variants"], .better),
    Case(["get ? !collection"], ["get chats", "get rooms"], .better),
    Case(["get ? !collection", "get rooms"], ["get chats", "get rooms"], .better),
    Case(["get chats where ? == ? !field"], ["get chats where owner == ?"], .better),
    Case(["get users/?/chats where ? == ? !field !variants"], ["get users/?/chats where a_b == ? !variants"], .better),
    // One unknown field is not two filters, and what is open for another reason stays so.
    Case(["get chats where ? == ? !field"], ["get chats where a == ? and b == ?"], .worse),
    Case(["get chats/? !collection"], ["get rooms/a"], .worse),
    Case(["get chats where ? == ? !field"], ["get chats where a == ? !calls !field"], .worse),
    Case(["get chats admin"], ["get chats"], .other),
    Case(["get chats"], ["get chats per-document"], .other),
    Case(["get chats !calls"], ["get chats repeated"], .other),
    Case(["get chats admin", "get rooms"], ["get chats"], .worse),
  ]

  @Test("are told place by place", arguments: cases)
  func verdicts(_ given: Case) {
    let differences = ScanDifferences(
      from: ScanRecord(entries: given.old.map { Self.entry($0) }),
      to: ScanRecord(entries: given.new.map { Self.entry($0) }))
    let missing = Set(given.old).subtracting(given.new).sorted()
    let added = Set(given.new).subtracting(given.old).sorted()
    let places = given.verdict == .equal ? [] : [given]
    #expect(differences.places.map(\.verdict) == places.map(\.verdict))
    #expect(differences.places.map(\.old) == places.map { _ in missing })
    #expect(differences.places.map(\.new) == places.map { _ in added })
    #expect(ScanDifferences.Verdict.allCases.filter { differences.count($0) > 0 } == [given.verdict])
    #expect(differences.count(given.verdict) == 1)
  }

  @Test("stand in the order of files and lines")
  func order() {
    let old = ScanRecord(entries: ["b.ts:2", "b.ts:10", "a.ts:3"].map { Self.entry("get chats", at: $0) })
    let new = ScanRecord(entries: [Self.entry("get chats", at: "a.ts:20"), Self.entry("get chats", at: "b.ts:2")])
    let differences = ScanDifferences(from: old, to: new)
    #expect(differences.places.map(\.place) == ["a.ts:3", "a.ts:20", "b.ts:10"])
    #expect(differences.places.map(\.verdict) == [.worse, .more, .worse])
    #expect(differences.counts == ["equal": 1, "better": 0, "more": 1, "other": 0, "worse": 2])
  }

  @Test("of a project with itself are none, whatever its sources say", arguments: ["javascript", "refused", "flow"])
  func nothing(_ folder: String) throws {
    for scanned in try ScanCase.load(folder) {
      let record = ScanRecord(SourceScanner.scan(scanned.sources), below: "")
      let differences = ScanDifferences(from: record, to: record)
      #expect(differences.places == [])
      #expect(differences.count(.equal) == Set(record.entries.map(\.place)).count)
    }
  }

  @Test("records hold all that a report says of a place")
  func record() {
    let code = """
      import { getFirestore, collection, getDocs, query, where } from 'firebase/firestore';
      export async function load(fields) {
        const db = getFirestore(app, 'other');
        for (const field of fields) await getDocs(query(collection(db, 'chats'), where(field, '==', 1)));
      }
      """
    let source = SourceText(path: "/app/src/load.ts", text: code)
    let record = ScanRecord(SourceScanner.scan([source]), below: "/app")
    #expect(
      record.entries == [
        Entry(
          place: "src/load.ts:4", kind: "get", target: "chats where ? == 1", unresolved: ["field"],
          circumstances: ["in", "other", "per-element"])
      ])
    #expect(record.entries.map(\.text) == ["get chats where ? == 1 !field in other per-element"])
  }
}
