import CodePages
import Diagnostics
import PageLayout
package import StructuredText

/// All resources of a server.
package enum ContextResources {
  private static let codes = "firebreak://codes"
  private static let documents = "firebreak://docs"
  private static let report = "firebreak://report"

  /// Those that have an address of their own; the pages of codes are a template.
  package static let listed: [ContextResource] =
    [
      ContextResource(codes, "codes", "Every code of a finding, with its severity and name."),
      ContextResource(
        report, "report", "The last run of every workload of the project that was saved.", type: ContextResource.json),
    ]
    + EmbeddedManual.pages.map { page in
      ContextResource("\(documents)/\(page.name)", page.name, "The manual: \(title(of: page.text)).")
    }

  package static let templates: JSONValue = .array([
    [
      "uriTemplate": .string("\(codes)/{code}"), "name": "code",
      "description": "The page of one code: what it means, why, an example, how to fix it.",
      "mimeType": .string(ContextResource.markdown),
    ]
  ])

  /// Nil: there is no such resource.
  package static func read(_ address: String, in workspace: Workspace) -> ResourceText? {
    if address == codes { return ResourceText(type: ContextResource.markdown, text: listOfCodes) }
    if address == report { return LastReport(workspace).text }
    if let name = name(address, below: codes) {
      return DiagnosticCode(named: name).map {
        ResourceText(type: ContextResource.markdown, text: HelpPage.of($0).markdown)
      }
    }
    guard let name = name(address, below: documents) else { return nil }
    return EmbeddedManual.pages.first { $0.name == name }.map {
      ResourceText(type: ContextResource.markdown, text: $0.text)
    }
  }

  private static func name(_ address: String, below folder: String) -> String? {
    address.hasPrefix(folder + "/") ? String(address.dropFirst(folder.count + 1)) : nil
  }

  private static var listOfCodes: String {
    let rows = DiagnosticCode.all.map { "| \($0.id) | \($0.defaultSeverity.rawValue) | \($0.name) |\n" }
    return "| Code | Severity | Name |\n|---|---|---|\n" + rows.joined()
  }

  /// The heading of a page.
  private static func title(of page: String) -> String {
    let line = page.split(separator: "\n").first { $0.hasPrefix("# ") }
    return line.map { String($0.dropFirst(2)) } ?? ""
  }
}
