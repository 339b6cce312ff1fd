import CostAnalysis
import Diagnostics
import FirebreakTestSupport
import Metering
import Testing

@Suite("Techniques on workloads") struct TechniqueTests {
  /// `timestamp-sync chat.open sound 12 of 3`
  private static func lines(_ report: TechniqueReport) -> [String] {
    report.entries.filter { $0.figures != nil }.map { entry in
      let figures = entry.figures
      return "\(entry.technique.rawValue) \(entry.steps.joined(separator: "+")) \(entry.verdict.rawValue) "
        + "reads \(figures?.reads ?? -1) missed \(figures?.missed ?? -1) stale \(figures?.stale ?? -1)"
    }
  }

  private static func reason(_ technique: Technique, _ report: TechniqueReport) -> [String] {
    report.entries.filter { $0.technique == technique && $0.figures == nil }.flatMap(\.reasons)
  }

  // id: S2
  /// 5,020 reads become 20.
  @Test func `a feed that is refreshed asks for what is newer`() async throws {
    let report = try await CostFixture.techniques("sync/posts")
    let sync = try #require(report.entries.first { $0.technique == .timestampSync })
    #expect(report.baseReads == 5_020)
    #expect(sync.verdict == .sound)
    #expect(sync.figures?.reads == 20)
    #expect(sync.figures?.missed == 0)
    #expect(report.recommended?.technique == .timestampSync)
  }

  // id: S12
  /// 1,001 reads become 51, and nothing is lost while one message arrives.
  @Test func `a chat opens with the newest fifty`() async throws {
    let report = try await CostFixture.techniques("chat/messages")
    let limit = try #require(report.entries.first { $0.technique == .addLimit })
    #expect(report.baseReads == 1_001)
    #expect(limit.figures?.reads == 51)
    #expect(limit.verdict == .sound)
  }

  /// Example 1 of the audited document: a limit of 50 holds what arrives, one of 50 does not hold 60.
  @Test func `a limit loses what arrives beyond it`() async throws {
    let fits = try await CostFixture.techniques(
      "sync/chat-open", set: ["users": 2, "opens": 3, "newPerOpen": 50, "history": 200])
    let tight = try await CostFixture.techniques(
      "sync/chat-open", set: ["users": 2, "opens": 3, "newPerOpen": 60, "history": 200])
    let fitting = try #require(fits.entries.first { $0.technique == .addLimit })
    let losing = try #require(tight.entries.first { $0.technique == .addLimit })
    #expect(fitting.verdict == .sound, "\(fitting.reasons)")
    #expect(losing.verdict == .unsound)
    #expect((losing.figures?.missed ?? 0) > 0)
    #expect(tight.recommended?.technique == .timestampSync)
    let sync = try #require(fits.entries.first { $0.technique == .timestampSync })
    // 3 opens of 50 for 30 days and 2 users, against 200 each time.
    #expect(sync.figures?.reads == 9_000)
    #expect(fits.baseReads == 36_000)
  }

  // id: Q8
  /// 20 reads for 10 entries, 10 without the profiles.
  @Test func `lookups of a list become fields of it`() async throws {
    let report = try await CostFixture.techniques("sync/blocked-users")
    let copy = try #require(report.entries.first { $0.technique == .denormalise })
    #expect(report.baseReads == 20)
    #expect(copy.figures?.reads == 10)
    #expect(copy.verdict == .sound)
    #expect(Self.reason(.addLimit, report) == ["it has no order: nobody knows which documents a limit would leave"])
  }

  // id: E19, Q11
  /// Who was not active since the last search is gone; and the filter needs an index.
  @Test func `a search is not narrowed by the time of the last one`() async throws {
    let report = try await CostFixture.techniques("sync/user-search")
    let sync = try #require(report.entries.first { $0.technique == .timestampSync })
    #expect(sync.verdict == .unsound)
    #expect(
      sync.reasons.first
        == "a question that is asked once shows what it returns: what has not changed since the last time vanishes from the result"
    )
    #expect(report.recommended?.technique != .timestampSync)
  }

  // id: E32
  /// An ordered map needs an index for every member.
  @Test func `a map needs an index where the array had one`() async throws {
    let report = try await CostFixture.techniques(
      "chat/conversation-list", set: ["users": 2, "active": 20, "archived": 5])
    let map = try #require(report.entries.first { $0.technique == .mapForArray })
    #expect(map.figures.map { $0.indexErrors > 0 } == true)
    #expect(map.verdict == .needsIndex || map.verdict == .unsound)
    #expect(map.reasons == ["an index is missing"])
    let fields =
      #"[{"fieldPath":"participants.me","order":"ASCENDING"},{"fieldPath":"lastMessageTime","order":"DESCENDING"}]"#
    #expect(
      map.indexes == [#"{"collectionGroup":"conversations","queryScope":"COLLECTION","fields":\#(fields)}"#])
    let filter = report.entries.first { $0.technique == .clientFilter }
    #expect(filter?.figures == nil)
  }

  /// FB7015: a filter in the app saves nothing.
  @Test func `filtering in the app saves nothing`() async throws {
    let report = try await CostFixture.techniques("chat/messages")
    let filter = try #require(report.entries.first { $0.technique == .clientFilter })
    #expect((filter.figures?.savedReads ?? 1) <= 0)
    #expect(
      report.text(colours: false).contains("saves nothing: every document is read before the app sees it (FB7015)"))
  }

  // id: Q19
  /// One read per page is the cursor's.
  @Test func `a cursor in memory saves a read for each page`() async throws {
    let report = try await CostFixture.techniques("chat/paging")
    #expect(!Self.lines(report).isEmpty || !report.entries.isEmpty)
  }

  // MARK: What would break

  @Test(arguments: try SpecFile.cases("Tests/CostAnalysisTests/Cases/techniques.yaml"))
  func `what a technique would break`(_ spec: SpecValue) async throws {
    let head = try SpecFile.load("Tests/CostAnalysisTests/Cases/techniques.yaml")["head"].string
    let indented = try spec["steps"].string.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n")
    let foot = try spec.optional("foot")?.string ?? ""
    let report = try await CostFixture.techniques(text: head + indented + "\n" + foot)
    let technique = try #require(Technique(rawValue: try spec["technique"].string))
    var found: [String] = []
    for entry in report.entries where entry.technique == technique {
      found.append("\(entry.steps.joined(separator: "+")): \(entry.verdict.rawValue)")
      found += entry.reasons
    }
    let expected = try spec["expect"].array.map { try $0.string }
    #expect(found == expected)
  }

  // MARK: Any workload

  @Test(
    arguments: EstimationTests.samples.filter {
      !$0.contains("chat-open") && !$0.contains("rtdb") && !$0.contains("hybrid")
    })
  func `no sample is too strange`(_ sample: String) async throws {
    let name = String(sample.dropFirst("samples/".count).dropLast(".workload.yaml".count))
    let report = try await CostFixture.techniques(name)
    for entry in report.entries {
      #expect(entry.figures != nil || !entry.reasons.isEmpty, "\(entry.technique)")
    }
    #expect(report.recommended.map { $0.verdict == .sound } ?? true)
    #expect(!report.text(colours: false).isEmpty && !report.markdown.isEmpty)
  }
}
