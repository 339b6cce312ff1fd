import FirebreakTestSupport
import Foundation
import Testing

/// What `report` says of runs that were saved some time ago.
@Suite("Command line: saved runs") struct CommandLineSavedRunTests {
  private static func workload(_ name: String) -> String {
    """
    workload: \(name)
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data: [{path: "c/{auto}", count: 5, fields: {a: 1}}]
    actors: {reader: {client: {sdk: ios, persistence: on}}}
    timeline: [{at: "day 1 09:00", actor: reader, steps: [{name: open, query: 'c limit 3'}]}]
    """
  }

  @Test("each shows its day, and is stale when its workload has gone or has changed; equal names are told apart")
  func stale() throws {
    let folder = try TestFolder([
      "kept.workload.yaml": Self.workload("feed"), "gone.workload.yaml": Self.workload("feed"),
      "changed.workload.yaml": Self.workload("chat"),
    ])
    #expect(try CommandLineTool.run(["run", ".", "-q"], in: folder).exitCode == 0)
    func date(_ name: String, _ time: String) throws {
      let moment = try #require(ISO8601DateFormatter().date(from: time))
      try FileManager.default.setAttributes(
        [.modificationDate: moment], ofItemAtPath: folder.url.appending(path: name).path())
    }
    for name in ["kept", "changed", "gone"] { try date(".firebreak/runs/\(name).json", "2026-11-20T10:05:00Z") }
    try date("kept.workload.yaml", "2026-11-19T10:00:00Z")
    try date("changed.workload.yaml", "2026-11-21T10:00:00Z")
    try FileManager.default.removeItem(at: folder.url.appending(path: "gone.workload.yaml"))

    let answer = try CommandLineTool.run(["report"], in: folder)
    let gone = "the project has no such workload; delete `.firebreak/runs/gone.json` if it is gone for good"
    #expect(
      answer.errors == """
        stale: chat: `changed.workload.yaml` has changed since
        stale: feed (gone): \(gone)

        """)
    #expect(answer.exitCode == 0)

    func written(_ name: String) throws -> String {
      try String(contentsOf: folder.url.appending(path: ".firebreak/report/\(name)"), encoding: .utf8)
    }
    let json = try JSONSerialization.jsonObject(with: Data(written("report.json").utf8)) as? [String: Any]
    let reports = try #require(json?["workloads"] as? [[String: Any]])
    let states = reports.map { report -> [String?] in
      let saved = report["saved"] as? [String: Any]
      return [report["workload"] as? String, saved?["at"] as? String, saved?["stale"] as? String]
    }
    #expect(
      states == [
        ["chat", "2026-11-20T10:05:00Z", "`changed.workload.yaml` has changed since"],
        ["feed (gone)", "2026-11-20T10:05:00Z", gone], ["feed (kept)", "2026-11-20T10:05:00Z", nil],
      ])
    let summary = try written("summary.md")
    #expect(summary.components(separatedBy: "**Stale:**").count == 3)
    #expect(summary.components(separatedBy: "> last run 2026-11-20 10:05 UTC").count == 4)
    let page = try written("index.html")
    #expect(page.components(separatedBy: "last run 2026-11-20 10:05 UTC").count == 4)
    #expect(page.components(separatedBy: "<span class=\"value\">Stale</span>").count == 3)
    let titles = page.components(separatedBy: "class=\"title\" id=\"").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(titles.count == 3)
    #expect(Set(titles.compactMap { $0.split(separator: ">").last }).count == 3)
  }
}
