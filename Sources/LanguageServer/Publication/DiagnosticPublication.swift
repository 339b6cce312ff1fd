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

  /// By address.
  mutating func files() -> [String: [JSONValue]] {
    guard let analysis else { return [:] }
    var files: [String: [JSONValue]] = [:]
    let configuration = analysis.projects.lazy.compactMap(\.queries.scope.project.configurationFile).first
    for finding in analysis.findings {
      // What is about the whole project stands where the project does.
      guard let location = finding.location ?? configuration?.start else { continue }
      files[places.address(of: location.source), default: []].append(json(finding, at: location))
    }
    return files
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

extension ServerDescription {
  /// Where the page of a code can be read.
  func page(of code: DiagnosticCode) -> String? { helpPage.map { "\($0)#\(code.id.lowercased())" } }
}
