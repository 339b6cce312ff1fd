import Diagnostics
import FirestoreModel
import IndexCatalog
import Testing
import WorkloadRunSupport

@testable import RunReports

@Suite("Simulation: conversation list")
struct ConversationListTests {
  /// Three of the thousand users: what one user costs does not depend on their number.
  static let workload = #"""
    workload: conversation-list
    clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
    data:
      - {path: "conversations/c{u}x{k}", for: {u: 1..3, k: 1..240},
         fields: {participants: ["u{u}"], archivedBy: [], lastMessageTime: {spread: [-30d, -1d]}}}
      - {path: "conversations/a{u}x{k}", for: {u: 1..3, k: 1..60},
         fields: {participants: ["u{u}"], archivedBy: ["u{u}"], lastMessageTime: {spread: [-60d, -31d]}}}
    actors:
      user:
        count: 3
        auth: {uid: "u{i}"}
        client: {sdk: ios, persistence: on}
        vars: {session: 0}
        sessions: {perDay: 10, at: {first: "06:00", gap: 90m}, length: 10m}
        during: [{write: {path: "conversations/c{i}x1", merge: true, count: 2, spread: length, fields: {lastMessageTime: serverTime}}}]
        steps:
          - let: {session: "session + 1"}
          - {name: list.active, listen: 'conversations where participants array-contains "u{i}" orderBy lastMessageTime desc', as: active}
          - {name: list.archived, listen: 'conversations where participants array-contains "u{i}" orderBy lastMessageTime desc', as: archived}
          - {if: "session == 5 || session == 10", then: [{do: more}]}
    procedures:
      more: []
    variants:
      two-listeners: {}
      limited:
        set:
          "steps.list.active.listen": 'conversations where participants array-contains "u{i}" orderBy lastMessageTime desc limit 50'
          "steps.list.archived.listen": 'conversations where participants array-contains "u{i}" orderBy lastMessageTime desc limit 50'
        add: {procedures.more: [{name: list.more, page: {query: 'conversations where participants array-contains "u{i}" orderBy lastMessageTime desc', size: 50, until: 1}}]}
    """#

  static let catalog = IndexCatalog(composites: [
    IndexDefinition(
      collectionGroup: "conversations", scope: .collection,
      fields: [
        IndexField(FieldPath(name: "participants"), .contains),
        IndexField(FieldPath(name: "lastMessageTime"), .descending), IndexField(.documentName, .descending),
      ])
  ])

  @Test(
    "the same query is listened to twice only while the first listener is attached",
    arguments: [
      ("", true), ("{pause: 1m},", true), ("{background: 1h},", true), ("{unlisten: first},", false),
      ("{unlisten: other},", true), ("{kill: true},", false), ("{reinstall: true},", false),
      ("{secondDevice: tablet},", false),
    ])
  func repeatedListeners(between: String, isFound: Bool) async throws {
    let report = try await SimulationFixture.report(
      """
      workload: twice
      clock: {start: "2026-01-05T00:00:00-08:00", days: 1}
      database: {rules: none}
      data: [{path: "a/x{n}", for: {n: 1..8}, fields: {day: 1}}]
      actors:
        me:
          sessions: {perDay: 1, at: {first: "08:00"}, length: 6h}
          steps: [{listen: a, as: first}, {listen: b, as: other}, \(between) {listen: a, as: again}]
      """)
    #expect(report.findings.contains { $0.diagnostic.code == .sameQueryTwice } == isFound)
  }

  @Test func `two listeners share one target, and a limit bounds what an open costs`() async throws {
    let report = try await SimulationFixture.report(Self.workload, catalog: Self.catalog)
    #expect(report.variants.map(\.reads) == [3 * 3020, 3 * 620])
    #expect(
      report.findings.filter { $0.diagnostic.code.id == "FB7011" }.map(\.variants) == [["two-listeners"], ["limited"]])
    #expect(report.outcome == .clean)
  }

  /// A listener that reads the client's whole list pays for what the app then hides.
  @Test func `the share that is filtered after reading is named`() async throws {
    let text = Self.workload.replacing(
      "orderBy lastMessageTime desc', as: active}",
      with: "orderBy lastMessageTime desc', as: active, keep: 'doc.lastMessageTime > 1764400000000'}")
    let report = try await SimulationFixture.report(text, catalog: Self.catalog)
    let finding = try #require(report.findings.first { $0.diagnostic.code.id == "FB7019" })
    #expect(finding.diagnostic.severity == .warning)
  }
}
