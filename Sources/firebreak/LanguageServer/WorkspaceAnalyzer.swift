import ArgumentParser
import Diagnostics
import LanguageServer
import Project
import ProjectCheck
import Terminal

/// Says of the folders of an editor what `firebreak check` says, with the texts that are not saved in place of files.
final class WorkspaceAnalyzer: Sendable {
  private let caches = ScanCaches()

  init() { FileMemory.begin() }

  func analyze(_ request: AnalysisRequest) -> WorkspaceAnalysis {
    FileOverlay.replace(with: request.texts)
    var analysis = WorkspaceAnalysis(request)
    var findings: [Diagnostic] = []
    for folder in request.folders where InputFile.kind(folder) == .folder {
      do {
        // Those of `check` without flags.
        let options = GlobalOptions<CheckFormats>(
          project: try ProjectOptions.parse([]), behavior: try BehaviorOptions.parse([]),
          output: try OutputOptions<CheckFormats>.parse([]))
        let console = try Console(options, environment: .current, title: "check").silenced
        var loader = try ProjectLoader(options, console)
        loader.caches = caches
        let loaded = try loader.load([folder], readsSources: true, span: .all)
        let checked = CheckedProjects(loaded)
        let revision = RevisionCheck(global: options, paths: [folder], includesTests: false, console: console)
        findings += try KnownFindingOptions.parse([]).shown(checked, revision).findings.diagnostics
        analysis.projects += loaded.projects.map { AnalyzedProject($0.queries) }
      } catch let error as UsageError {
        analysis.failures.append("\(folder): \(error.message)")
      } catch {
        analysis.failures.append("\(folder): \(error)")
      }
    }
    analysis.findings = FindingList(findings.uniqued()).diagnostics
    return analysis
  }
}
