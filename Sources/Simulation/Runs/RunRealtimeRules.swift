import Diagnostics
import Project
import RealtimeRules
import Workloads

/// The rules of the Realtime Database that a workload's variants run under: those that the workload names, else the
/// project's. They declare the indexes, too.
struct RunRealtimeRules {
  let workload: SourceText
  let project: Project
  private(set) var findings: [Diagnostic] = []
  /// False when a file that is named cannot be evaluated: a run without it would be another one.
  private(set) var areUsable = true
  private var known: [String: RealtimeRuleset] = [:]

  init(workload: SourceText, project: Project) {
    self.workload = workload
    self.project = project
  }

  /// Nil: there are none, or they cannot be used.
  mutating func ruleset(_ variant: Workload) -> RealtimeRuleset? {
    let named = variant.database.realtimeRules
    guard variant.usesRealtimeDatabase || named != nil,
      let path = named.map({ DisplayPath.join(DisplayPath.folder(of: workload.path), $0.text) })
        ?? project.realtimeRules.first?.path
    else { return nil }
    if let ruleset = known[path] { return ruleset }
    do throws(InputFileError) {
      let reading = RealtimeRulesReading.read(try InputFile.read(path))
      guard let ruleset = reading.ruleset else {
        findings += reading.diagnostics
        areUsable = false
        return nil
      }
      known[path] = ruleset
      return ruleset
    } catch {
      findings.append(RulesSource.finding(for: error, at: named.map { workload.location($0.span) }))
      areUsable = false
      return nil
    }
  }
}
