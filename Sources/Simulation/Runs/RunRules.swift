import Diagnostics
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import Project
import Workloads

/// The rules files that a workload's variants run under. A workload that names none runs without rules, whatever the
/// project has.
struct RunRules {
  let workload: SourceText
  /// Wins over what the workload names.
  let rulesFile: String?
  private(set) var findings: [Diagnostic] = []
  /// False when a file that is named cannot be evaluated: a run without it would be another one.
  private(set) var areUsable = true
  private var known: [String: AccessControl] = [:]

  init(workload: SourceText, rulesFile: String?) {
    self.workload = workload
    self.rulesFile = rulesFile
  }

  /// Nil: no rules are named, or they cannot be used.
  mutating func access(_ setting: DatabaseSetting) -> AccessControl? {
    let named = setting.rules
    guard let path = rulesFile ?? named.map({ DisplayPath.join(DisplayPath.folder(of: workload.path), $0.text) }) else {
      return nil
    }
    if let access = known[path] { return access }
    do throws(InputFileError) {
      let source = try RulesSource.read(path)
      guard let rules = source.rules else {
        findings += source.problems
        areUsable = false
        return nil
      }
      let access = AccessControl(rules: rules)
      known[path] = access
      return access
    } catch {
      let mention = rulesFile == nil ? named.map { workload.location($0.span) } : nil
      findings.append(RulesSource.finding(for: error, at: mention))
      areUsable = false
      return nil
    }
  }
}
