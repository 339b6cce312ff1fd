import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import QueryModel
import SourceTokens

@testable import Project
@testable import ProjectCheck
@testable import QueryScanner

/// A project and requests that a scanner could have found in a file `src/app.swift` of it.
struct SourceFixture {
  let folder: FolderFixture
  private let file: SourceText
  private let path: String

  /// - Parameters:
  ///   - files: of the project.
  ///   - lines: of the file that the requests stand in.
  init(_ files: [String: String] = [:], path: String = "src/app.swift", lines: [String] = []) throws {
    folder = try FolderFixture(files)
    self.path = path
    let text = lines.isEmpty ? Array(repeating: "ask()", count: 20) : lines
    file = SourceText(path: folder.path + "/" + path, text: text.joined(separator: "\n") + "\n")
  }

  /// The first word of a line, counted from 1.
  func place(_ line: Int) -> SourceLocation {
    let content = LineTable(file).content(ofLine: line)
    let start = file.bytes[content].firstIndex { $0 != UInt8(ascii: " ") } ?? content.lowerBound
    return file.location(Span(start, max(start + 1, content.upperBound)))
  }

  func request(
    _ kind: ScannedRequest.Kind, _ text: String, line: Int = 1, open: [(UnresolvedPart.Kind, line: Int)] = [],
    caller: ScannedRequest.Caller = .client, database: Text? = "(default)", function: String? = nil,
    repetition: Repetition? = nil, remarks: [ResultRemark] = []
  ) throws -> ScannedRequest {
    let statement = try QueryStatement(
      parsing: text, database: DatabaseName(project: "p", database: database ?? "?"), allowingUnknownParts: true)
    let target: ScannedRequest.Target
    switch statement {
    case .document(let path): target = .document(path)
    case .query(let query): target = .query(query, [])
    case .aggregation(let found): target = .query(found.query, found.aggregations)
    }
    return ScannedRequest(
      kind: kind, target: target, caller: caller, database: database,
      unresolved: open.map { UnresolvedPart($0.0, at: place($0.line)) }, location: place(line), function: function,
      repetition: repetition, remarks: remarks)
  }

  func realtime(_ kind: ScannedRequest.Kind, _ query: RealtimeQuery) -> ScannedRequest {
    ScannedRequest(kind: kind, target: .realtime(query), caller: .client, location: place(1))
  }

  func queries(
    _ requests: [ScannedRequest], remarks: [(String, line: Int)] = [], fragments: [DocumentFragment] = []
  ) throws -> ProjectQueries {
    let project = try Project.discover(ProjectRequest(startFolder: folder.path))
    let report = ScanReport(
      requests: requests, fragments: fragments,
      remarks: remarks.map { text, line in
        LocatedRemark(remark: Remark(text: text, span: place(line).span), source: file)
      })
    let sources = SourceQueries(report, of: SourceFiles(sources: [file]), in: project)
    let scope = ProjectScope(project: project, workloads: [], isWhole: true)
    return ProjectQueries.load(scope, sources: sources)
  }

  /// `FB2001 error src/app.swift:1:1 the message`, by place; without what is said about the project.
  func findings(
    _ requests: [ScannedRequest], remarks: [(String, line: Int)] = [], fragments: [DocumentFragment] = [],
    only codes: [String] = []
  ) throws -> [String] {
    let report = try queries(requests, remarks: remarks, fragments: fragments).check()
    let found = FindingList(report.findings).diagnostics.filter { finding in
      finding.code != .configNotFound && (codes.isEmpty || codes.contains { finding.code.id.hasPrefix($0) })
    }
    return folder.lines(found)
  }

  /// The content of the file as a fragment.
  /// - Parameter span: nil: the whole.
  func fragment(_ kind: DocumentFragment.Kind, _ span: Span? = nil) -> DocumentFragment {
    DocumentFragment(kind: kind, source: file, reading: file, span: span ?? Span(0, file.bytes.count))
  }
}
