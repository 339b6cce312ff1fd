import Diagnostics
import JSONRPC
import Project
import ProjectCheck
import StructuredText

/// Findings as an editor shows them, each in the document that it is in.
struct DiagnosticPublication {
  private let client: ClientFeatures
  private let server: ServerDescription
  private let analysis: WorkspaceAnalysis?
  private var places: CurrentPlaces

  init(
    _ analysis: WorkspaceAnalysis?, _ documents: OpenDocuments, _ client: ClientFeatures, _ server: ServerDescription
  ) {
    self.analysis = analysis
    self.client = client
    self.server = server
    places = CurrentPlaces(documents, client.encoding)
  }

  /// By address. Findings that were shown before, at places that are where they were, look as they did.
  mutating func files(_ shown: inout ShownFindings) -> [String: [JSONValue]] {
    guard let analysis else { return [:] }
    let configuration = analysis.projects.lazy.compactMap(\.queries.scope.project.configurationFile).first
    var paths: [String: [ShownFindings.Finding]] = [:]
    for finding in analysis.findings {
      // What is about the whole project stands where the project does.
      guard let location = finding.location ?? configuration?.start else { continue }
      paths[location.source.path, default: []].append(ShownFindings.Finding(diagnostic: finding, location: location))
    }
    var files: [String: [JSONValue]] = [:]
    var next = ShownFindings(folders: analysis.request.folders)
    if shown.folders != next.folders { shown = next }
    for (path, findings) in paths {
      let isCurrent = isCurrent(findings)
      let file: ShownFindings.File
      if isCurrent, let known = shown.files[path], known.findings == findings {
        file = known
      } else {
        var values: [JSONValue] = []
        for finding in findings { values.append(json(finding.diagnostic, at: finding.location)) }
        file = ShownFindings.File(
          findings: findings, address: places.address(of: findings[0].location.source), values: values)
      }
      if isCurrent { next.files[path] = file }
      files[file.address, default: []] += file.values
    }
    shown = next
    return files
  }

  /// Whether all places are in the texts that were looked at.
  private func isCurrent(_ findings: [ShownFindings.Finding]) -> Bool {
    findings.allSatisfy { finding in
      let related = finding.diagnostic.related + finding.diagnostic.flow
      return ([finding.location] + related.map(\.location)).allSatisfy { places.isCurrent($0.source) }
    }
  }

  mutating func json(_ finding: Diagnostic, at location: SourceLocation) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("range", places.range(location).json), .init("severity", .integer(Self.level(finding.severity))),
      .init("code", .string(finding.code.id)),
    ]
    if client.hasCodeDescription, let page = server.page(of: finding.code) {
      members.append(.init("codeDescription", ["href": .string(page)]))
    }
    members += [.init("source", "firebreak"), .init("message", .string(message(finding)))]
    let related = finding.related + finding.flow
    if client.hasRelatedInformation, !related.isEmpty {
      var values: [JSONValue] = []
      for place in related {
        values.append(["location": places.json(place.location), "message": .string(place.message)])
      }
      members.append(.init("relatedInformation", .array(values)))
    }
    return .object(members)
  }

  private static func level(_ severity: Severity) -> Int64 {
    switch severity {
    case .error: 1
    case .warning: 2
    case .info: 3
    }
  }

  /// What `check -o full` says below the place.
  private func message(_ finding: Diagnostic) -> String {
    let lines = [finding.message] + finding.notes + (finding.help.map { ["help: \($0)"] } ?? [])
    let text = lines.joined(separator: "\n")
    return analysis?.shortened(text) ?? text
  }
}

/// What findings look like whose places are those of the texts that were looked at.
struct ShownFindings: Sendable {
  struct Finding: Hashable, Sendable {
    var diagnostic: Diagnostic
    var location: SourceLocation
  }

  struct File: Sendable {
    var findings: [Finding]
    var address: String
    var values: [JSONValue]
  }

  /// Paths are shown as they are called in these.
  var folders: [String] = []
  /// By path.
  var files: [String: File] = [:]
}

extension ServerDescription {
  /// Where the page of a code can be read.
  func page(of code: DiagnosticCode) -> String? { helpPage.map { "\($0)#\(code.id.lowercased())" } }
}
