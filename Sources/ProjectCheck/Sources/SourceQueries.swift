package import Diagnostics
import FirestoreModel
package import Project
import QueryModel
package import QueryScanner
import SourceTokens
import QueryShapes

/// What the sources and documents of a project ask, and what was read to find it.
package struct SourceQueries: Sendable {
  package var files: SourceFiles
  package var requests: [SourceRequest]
  package var fragments: [DocumentFragment]
  package var remarks: [LocatedRemark]
  /// Problems of remarks, and places that cannot be read.
  package var findings: [Diagnostic]
  /// The paths of scripts and migrations that ask something.
  private var scripts: Set<String> = []

  package static let none = SourceQueries(
    files: SourceFiles(), requests: [], fragments: [], remarks: [], findings: [])

  /// - Parameters:
  ///   - report: what the scanner has found in the files.
  ///   - shapes: those that are known.
  ///   - isWhole: all sources of the project are among them.
  package init(
    _ report: ScanReport, of files: SourceFiles, in project: Project, shapes: KnownShapes = KnownShapes(),
    isWhole: Bool = true
  ) {
    var callers = SourceCallers(
      project, remarks: report.remarks,
      of: project.settings.actors.isEmpty ? [] : files.sources.map { project.relativeToSettings($0.path) })
    let tests = Set(files.tests.map(\.path))
    // Requests stand in the order of their files.
    var path = ""
    var relative = project.relative(path)
    var setting = relative
    var isOfOneRun = false
    var scripts: Set<String> = []
    requests = zip(report.requests, shapes.shapes(of: report.requests)).map { request, shape in
      if request.location.source.path != path {
        path = request.location.source.path
        relative = project.relative(path)
        setting = project.relativeToSettings(path)
        isOfOneRun = OneRun.isOne(request.location.source, named: relative)
        if isOfOneRun { scripts.insert(path) }
      }
      return SourceRequest(
        request: request, shape: shape, caller: callers.caller(of: request, in: setting), path: relative,
        line: request.location.position.line, isTest: tests.contains(path), isOfOneRun: isOfOneRun)
    }
    self.files = files
    self.scripts = scripts
    fragments = report.fragments
    remarks = report.remarks
    // A file that was not read can only be ignored by name.
    let unread = files.findings.filter { finding in
      !project.settings.ignored.contains { $0.path != nil && $0.hasReason && $0.matches(finding) }
    }
    findings = unread + callers.findings + callers.unused + (isWhole ? callers.unusedSettings : [])
    let asking = Set(report.requests.map(\.location.source.path))
    findings += SourceEncoding.findings(in: files, askedIn: asking)
    findings += report.unknownDatabases.map(\.finding)
    findings += SourceNesting.findings(at: report.cuts, askedIn: asking).filter { finding in
      !project.settings.ignored.contains { $0.path != nil && $0.hasReason && $0.matches(finding) }
    }
  }

  private init(
    files: SourceFiles, requests: [SourceRequest], fragments: [DocumentFragment], remarks: [LocatedRemark],
    findings: [Diagnostic]
  ) {
    self.files = files
    self.requests = requests
    self.fragments = fragments
    self.remarks = remarks
    self.findings = findings
  }

  /// Reads and scans everything below the places of a scope.
  ///
  /// - Parameter includesTests: what tests ask is found, too. It comes behind the rest, and nothing of it counts for the
  ///   rest: neither what tests pass nor what they assign.
  /// - Parameters:
  ///   - cache: what was found in the same files when they were looked at before.
  ///   - known: the files as they were read then.
  ///   - shapes: the shapes that were known then.
  ///   - edited: the absolute paths of all files that have changed since; nil: any may have.
  package static func load(
    _ scope: ProjectScope, includesTests: Bool = false, cache: ScanCache = ScanCache(),
    known: KnownSourceFiles = KnownSourceFiles(), shapes: KnownShapes = KnownShapes(), edited: Set<String>? = nil
  ) -> SourceQueries {
    let files = known.files(edited: edited) {
      SourceFiles.read(scope.sourcePlaces, leavingOut: scope.otherFolders, includesTests: includesTests)
    }
    var report = SourceScanner.scan(files.sources, configuration: files.configuration, cache: cache)
    if !files.tests.isEmpty { report.addTests(of: files) }
    return SourceQueries(
      report, of: files, in: scope.project, shapes: shapes, isWhole: scope.isWhole && !scope.project.sharesSettings)
  }

  /// What only tests ask is no fault of the application: nothing of it is more than information. What scripts ask, no user
  /// waits for.
  func judged(_ finding: Diagnostic) -> Diagnostic {
    guard let path = finding.location?.source.path, finding.severity > .info else { return finding }
    var judged = finding
    judged.isOfOneRun = scripts.contains(path)
    if files.tests.contains(where: { $0.path == path }) { judged.severity = .info }
    return judged
  }

  /// Requests that are queries.
  package var queryCount: Int { requests.count { if case .query = $0.request.target { true } else { false } } }
}

extension SourceQueries {
  /// Reads of the Realtime Database, with or without a query.
  var realtimeQueryCount: Int {
    requests.count { if case .realtime = $0.request.target { $0.request.kind.isRead } else { false } }
  }
}

extension ScanReport {
  /// What tests ask, found with everything that they test.
  fileprivate mutating func addTests(of files: SourceFiles) {
    let paths = Set(files.tests.map(\.path))
    let whole = SourceScanner.scan(files.sources + files.tests, configuration: files.configuration)
    requests += whole.requests.filter { paths.contains($0.location.source.path) }
    remarks += whole.remarks.filter { paths.contains($0.source.path) }
    cuts += whole.cuts.filter { paths.contains($0.source.path) }
  }
}

extension ScannedRequest.Kind {
  var isRead: Bool {
    switch self {
    case .get, .listen, .aggregate: true
    case .write, .unsent: false
    }
  }
}

/// A request of a source with what the project knows of who sends it.
package struct SourceRequest: Sendable {
  package var request: ScannedRequest
  /// Of a query.
  var shape: SourceShape?
  package var caller: SourceCaller
  /// Below the root of the project.
  package var path: String
  package var line: Int
  /// A test sends it.
  package var isTest = false

  /// A migration or a script: it bills once what it reads.
  var isOfOneRun = false

  /// `src/search.ts:41`
  package var site: String { "\(path):\(line)" }
}

extension SourceRequest {
  /// How messages name it.
  var title: String { QuotedText.of(text, limit: 200) }

  /// The same without its quotes.
  var shortTitle: String { String(title.dropFirst().dropLast()) }

  /// The request on one line.
  var text: String { shape?.text ?? request.shownText }
}

extension Project {
  /// A path below the project's folder, wherever the command was started; any other path as it is.
  func relative(_ path: String) -> String { relative(path, to: folder) }

  /// As the patterns of `firebreak.json` mean it.
  func relativeToSettings(_ path: String) -> String { relative(path, to: DisplayPath.folder(of: settingsPath)) }

  private func relative(_ path: String, to folder: String) -> String {
    let start = ProjectFolder.workingDirectory
    let root = DisplayPath.absolute(folder, from: start)
    let whole = DisplayPath.absolute(path, from: start)
    guard DisplayPath.contains(root, whole), whole != root else { return path }
    return String(whole.dropFirst(root == "/" ? 1 : root.count + 1))
  }
}

// MARK: - Shapes

extension SourceRequest {
  /// Nil for a request that is no query.
  /// - Parameter callSites: all places that ask the same.
  func queryShape(callSites: [String], isConfigured: Bool) -> QueryShape? {
    guard case .query(let query, let aggregations) = request.target else { return nil }
    let kind: QueryShape.Kind
    switch request.kind {
    case .get, .unsent: kind = .get
    case .listen: kind = .listen
    case .aggregate: kind = .aggregate
    case .write: return nil
    }
    var shape = QueryShape(
      kind: kind, query: query, aggregations: aggregations, text: text, location: request.location)
    shape.isSent = request.kind != .unsent
    let isThrownAt = request.refusal.map { !$0.wouldBeAnswered && !$0.isOfPath } ?? false
    shape.reachesService = !request.isFromCache && !isThrownAt
    shape.isOnlyCounted = request.remarks.contains { if case .onlyCounted = $0 { true } else { false } }
    shape.unresolved = request.unresolved
    if isConfigured {
      shape.unresolved.removeAll { $0.kind == .database }
    } else if !shape.unresolved.contains(where: { $0.kind == .database }) {
      shape.unresolved.append(UnresolvedPart(.database))
    }
    shape.callSites = callSites
    shape.isOfOneRun = isOfOneRun
    shape.builtAt = request.builtAt
    shape.calledFrom = request.calledFrom
    if SourceLanguage(fileName: request.location.source.path) == .markdown {
      shape.document = request.location.source.path
    }
    return shape
  }
}
