import ArgumentParser
import Diagnostics
import LanguageServer
import Project
import ProjectCheck
import Synchronization
import Terminal

/// Says of the folders of an editor what `firebreak check` says, with the texts that are not saved in place of files.
final class WorkspaceAnalyzer: Sendable {
  private let caches = ScanCaches()
  /// When the files were looked at.
  private let lastLook = Mutex<ContinuousClock.Instant?>(nil)
  /// Where the editor does not say which files change, they are looked at again after this time.
  private static let trusted = Duration.seconds(1)

  /// Those of `check` without flags: parsing none of them costs as much as looking at a small file.
  private let options: Result<Options, any Error>

  private struct Options: Sendable {
    var global: GlobalOptions<CheckFormats>
    var known: KnownFindingOptions
  }

  init() {
    FileMemory.begin()
    options = Result {
      Options(
        global: GlobalOptions(project: try .parse([]), behavior: try .parse([]), output: try .parse([])),
        known: try .parse([]))
    }
  }

  func analyze(_ request: AnalysisRequest) -> WorkspaceAnalysis {
    FileOverlay.replace(with: request.texts)
    let edited = edited(request)
    var analysis = WorkspaceAnalysis(request)
    var findings: [Diagnostic] = []
    for folder in request.folders where InputFile.kind(folder) == .folder {
      do {
        let options = try options.get()
        let console = try Console(options.global, environment: .current, title: "check").silenced
        var loader = try ProjectLoader(options.global, console)
        loader.caches = caches
        loader.edited = edited
        let loaded = try loader.load([folder], readsSources: true, span: .all)
        let checked = CheckedProjects(loaded)
        let revision = RevisionCheck(global: options.global, paths: [folder], includesTests: false, console: console)
        findings += try options.known.shown(checked, revision).findings.diagnostics
        analysis.projects += loaded.projects.map { AnalyzedProject($0.queries) }
      } catch let error as UsageError {
        analysis.failures.append("\(folder): \(error.message)")
      } catch {
        analysis.failures.append("\(folder): \(error)")
      }
    }
    analysis.findings = request.folders.count > 1 ? FindingList(findings).diagnostics : findings
    return analysis
  }

  /// The sources that are the only files that have changed since the last time; nil: the files have to be looked at.
  private func edited(_ request: AnalysisRequest) -> Set<String>? {
    let now = ContinuousClock.now
    return lastLook.withLock { last in
      if let edited = request.edited, edited.allSatisfy(SourceFiles.isSource), let look = last,
        request.watchesFiles || now - look < Self.trusted
      {
        return edited
      }
      last = now
      return nil
    }
  }
}
