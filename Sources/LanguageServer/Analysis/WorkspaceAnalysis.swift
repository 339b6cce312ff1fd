package import Diagnostics
package import ProjectCheck
import QueryScanner
import Synchronization

/// What is to be looked at.
package struct AnalysisRequest: Hashable, Sendable {
  package let number: Int
  /// Absolute.
  package let folders: [String]
  /// What counts in place of the file of a path: documents that are open.
  package let texts: [String: [UInt8]]
  /// The paths of those whose texts are others than in the request before, where the editor has said of nothing else that
  /// it changed; nil: anything may have.
  package let edited: Set<String>?
  /// The editor says of files that change.
  package let watchesFiles: Bool

  package init(
    number: Int, folders: [String], texts: [String: [UInt8]], edited: Set<String>? = nil, watchesFiles: Bool = false
  ) {
    self.number = number
    self.folders = folders
    self.texts = texts
    self.edited = edited
    self.watchesFiles = watchesFiles
  }
}

/// What `firebreak check` says about the folders of an editor.
package struct WorkspaceAnalysis: Sendable {
  package let request: AnalysisRequest
  package var findings: [Diagnostic]
  package var projects: [AnalyzedProject]
  /// Why a folder could not be looked at.
  package var failures: [String]

  package init(
    _ request: AnalysisRequest, findings: [Diagnostic] = [], projects: [AnalyzedProject] = [], failures: [String] = []
  ) {
    self.request = request
    self.findings = findings
    self.projects = projects
    self.failures = failures
  }
}

extension WorkspaceAnalysis {
  /// A text with the paths of files as somebody writes them in their folder.
  func shortened(_ text: String) -> String {
    request.folders.reduce(text) { $0.replacing($1.hasSuffix("/") ? $1 : $1 + "/", with: "") }
  }
}

/// A project as it was read, and what somebody has asked about it.
package final class AnalyzedProject: Sendable {
  package let queries: ProjectQueries
  private let answers = Mutex<[SourceLocation: SourceAccessAnswer?]>([:])

  package init(_ queries: ProjectQueries) { self.queries = queries }

  /// What rules say to a query of a source: they are asked once.
  func access(of request: SourceRequest) -> SourceAccessAnswer? {
    let location = request.request.location
    if let known = answers.withLock({ $0[location] }) { return known }
    let answer = queries.access(of: request)
    answers.withLock { $0[location] = .some(answer) }
    return answer
  }

  /// The queries that a statement of rules decides.
  func requests(decidedBy statement: SourceLocation) -> [SourceRequest] {
    queries.sources.requests.filter { access(of: $0)?.statement == statement }
  }
}
