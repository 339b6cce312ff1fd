import Diagnostics
import FirebreakTestSupport
import QueryScanner
import Testing

/// The documents of `samples/documents`, read together as a user would point Firebreak at the folder.
@Suite("Documents of the samples") struct DocumentSampleTests {
  private static let scan: ScanReport? = {
    let paths = RepositoryFiles.paths(below: "samples/documents", suffix: ".md")
    let sources = try? paths.map { SourceText(path: $0, bytes: try RepositoryFiles.bytes($0)) }
    return sources.map { SourceScanner.scan($0) }
  }()

  @Test(
    "every request of a document",
    arguments: try SpecFile.load("samples/documents/expected/requests.yaml").members.map(\.key))
  func requests(document: String) throws {
    let expected = try SpecFile.load("samples/documents/expected/requests.yaml")[document].strings
    let scan = try #require(Self.scan)
    let found = scan.requests.filter { $0.location.source.path == "samples/documents/\(document)" }.map { request in
      "\(LineTable(request.location.source).position(of: request.location.span.start).line) \(request)"
    }
    #expect(ScanCase.ordered(found) == ScanCase.ordered(expected))
  }

  @Test func `the definitions that the documents show are found`() throws {
    let scan = try #require(Self.scan)
    let found = scan.fragments.map { fragment in
      let line = LineTable(fragment.source).position(of: fragment.span.start).line
      return "\(fragment.source.path.split(separator: "/").last ?? ""):\(line) \(fragment.kind)"
    }
    #expect(
      found == [
        "archive-filter.md:81 indexes", "hybrid-feed.md:8 realtimeRules", "paging-and-retry.md:6 indexes",
        "realtime-chat.md:18 realtimeRules", "realtime-chat.md:110 realtimeRules",
      ])
  }
}
