import FirebreakTestSupport
import Foundation
import Testing

/// Workloads whose queries are those of the code, from the command line.
@Suite("Command line: workloads from code") struct CommandLineCodeRequestTests {
  private static let swift = """
    import FirebaseFirestore

    final class TripStore {
      let db = Firestore.firestore()
      func upcoming(of rider: String) {
        db.collection("riders").document(rider).collection("trips")
          .whereField("done", isEqualTo: false).order(by: "starts").addSnapshotListener { _, _ in }
      }
      func drivers() async throws {
        _ = try await db.collection("drivers").order(by: "rating", descending: true).limit(to: 10).getDocuments()
      }
    }

    """
  private static let workload = """
    workload: trips
    clock: {start: "2026-01-05T00:00:00-08:00", days: 2}
    database: {rules: none}
    data:
      - {path: "riders/r/trips/{auto}", count: 40, fields: {done: false, starts: {spread: [-9d, 9d]}}}
    actors:
      rider:
        client: {sdk: web}
        sessions: {perDay: 2, at: {first: "08:00", gap: 3h}, length: 1m}
        steps:
          - {name: trips.open, listen: {from: TripStore.upcoming, with: {riders: r}}}
    variants:
      now: {}
      short: {set: {steps.trips.open.listen.limit: 10}}

    """

  private static func project(_ workload: String = workload) -> [String: String] {
    [
      "firebase.json": #"{"firestore": {"indexes": "firestore.indexes.json"}}"#,
      "firestore.indexes.json": """
      {"indexes": [{"collectionGroup": "trips", "queryScope": "COLLECTION", "fields": [
        {"fieldPath": "done", "order": "ASCENDING"}, {"fieldPath": "starts", "order": "ASCENDING"}]}]}
      """, "app/TripStore.swift": swift, "trips.workload.yaml": workload,
    ]
  }

  private static func reads(_ answer: CommandLineTool.Answer) -> [Int] {
    (answer.json?["variants"] as? [NSDictionary] ?? []).compactMap { $0["reads"] as? Int }
  }

  private static func findings(_ answer: CommandLineTool.Answer, _ codes: Set<String>) -> [NSDictionary] {
    (answer.json?["findings"] as? [NSDictionary] ?? []).filter { ($0["code"] as? String).map(codes.contains) ?? false }
  }

  @Test("the bill is that of the code, and changes with it")
  func runs() throws {
    let folder = try TestFolder(Self.project())
    #expect(Self.reads(try CommandLineTool.run(["run", "-o", "json"], in: folder)) == [160, 40])
    try Data(Self.swift.replacing(".addSnap", with: ".limit(to: 5).addSnap").utf8)
      .write(to: folder.url.appending(path: "app/TripStore.swift"))
    #expect(Self.reads(try CommandLineTool.run(["run", "-o", "json"], in: folder)) == [20, 40])
    let estimate = try CommandLineTool.run(["cost", "estimate", "trips.workload.yaml"], in: folder)
    #expect(estimate.exitCode == 0, "\(estimate.errors)")
  }

  @Test("cost diff plays each side with its own sources")
  func diff() throws {
    let folder = try TestFolder(Self.project())
    for command in [
      ["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "a"],
    ] {
      try CommandLineCostDiffTests.git(command, in: folder)
    }
    try Data(Self.swift.replacing(".addSnap", with: ".limit(to: 5).addSnap").utf8)
      .write(to: folder.url.appending(path: "app/TripStore.swift"))
    let answer = try CommandLineTool.run(["cost", "diff", "HEAD"], in: folder)
    #expect(answer.output.contains("trips.open      40 → 5"), "\(answer.output) \(answer.errors)")
    #expect(answer.output.contains("limit 5 added"), "\(answer.output)")
  }

  @Test("check says which queries of the code no workload plays, in one line, and judges a query once")
  func check() throws {
    let folder = try TestFolder(Self.project().merging(["firestore.indexes.json": #"{"indexes": []}"#]) { $1 })
    let answer = try CommandLineTool.run(["check", "-o", "json"], in: folder)
    let findings = Self.findings(answer, ["FB2001", "FB7029", "FB7030"]).map {
      "\($0["code"] ?? "") \($0["file"] ?? ""):\($0["line"] ?? "") \($0["message"] ?? "")"
    }
    #expect(
      findings.sorted() == [
        "FB2001 app/TripStore.swift:7 query `riders/?/trips where done == false orderBy starts` needs an index that "
          + "`firestore.indexes.json` does not define",
        "FB7030 app/TripStore.swift:10 no workload plays 1 query of the 2 that the sources ask, such as "
          + "`drivers orderBy rating desc limit 10`",
      ], "\(answer.errors)")
  }

  @Test(
    "a query that no source asks is said, with the nearest",
    arguments: [
      ("riders/r/trips where done == false orderBy starts", nil),
      (
        "riders/r/trips where done == false orderBy starts limit 9",
        "`TripStore.upcoming` asks `riders/?/trips where done == false orderBy starts`"
      ),
      (
        "riders/r/trips orderBy starts",
        "of this collection, `TripStore.upcoming` asks `riders/?/trips where done == false orderBy starts`"
      ),
      ("others limit 5", "`firebreak queries list` shows what the sources ask"),
    ] as [(String, String?)])
  func drift(query: String, help: String?) throws {
    let workload = Self.workload.replacing("{from: TripStore.upcoming, with: {riders: r}}", with: "'\(query)'")
      .replacing("  short: {set: {steps.trips.open.listen.limit: 10}}\n", with: "")
    let folder = try TestFolder(Self.project(workload))
    let answer = try CommandLineTool.run(["check", "-o", "json"], in: folder)
    let findings = Self.findings(answer, ["FB7029"])
    #expect(findings.compactMap { $0["help"] as? String } == [help].compactMap(\.self), "\(answer.output)")
    #expect(findings.allSatisfy { $0["message"] as? String == "no source asks `\(query)`" }, "\(answer.output)")
  }
}
