import Diagnostics
package import Project
import Simulation
import Workloads

extension FirstWorkload {
  /// Plays it once, so that what is written can be played: where the rules deny a made-up user what documents nobody has
  /// described would allow, they are left out, and the file says so.
  ///
  /// - Parameters:
  ///   - path: where the file is to stand.
  ///   - rulesFile: the rules that it names, from here: its folder need not be there yet.
  package func tried(at path: String, in project: Project, rulesFile: String?) async -> FirstWorkload {
    guard let rulesFile else { return self }
    let one = ["users=1", "sessions=1", "documents=2"].compactMap { ParameterOverride(parsing: $0) }
    let preparation = RunPreparation.prepare(
      SourceText(path: path, text: text), in: project, request: RunRequest(parameters: one, rulesFile: rulesFile))
    var tried = self
    guard let input = preparation.input else {
      // Rules that cannot be deployed: `check` says why.
      tried.rules = nil
      return tried
    }
    let outcomes = await WorkloadRunner.simulate(input, isFolding: true)
    let refused = outcomes.flatMap(\.notes.refusals).filter { $0.isDenial }
    tried.denied = Set(refused.map(\.step.span)).count
    return tried
  }
}
