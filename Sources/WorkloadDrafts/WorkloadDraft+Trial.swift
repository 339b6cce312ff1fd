import Diagnostics
package import Project
import Simulation
package import Workloads

extension WorkloadDraft {
  /// Plays it once, so that what is written can be played: where the rules deny a made-up user what documents nobody has
  /// described would allow, they are left out, and the file says so.
  ///
  /// - Parameters:
  ///   - path: where the file is to stand.
  ///   - rulesFile: the rules that it names, from here: its folder need not be there yet.
  ///   - code: what the sources ask.
  package func tried(
    at path: String, in project: Project, rulesFile: String?, code: CodeRequests? = nil
  ) async -> WorkloadDraft {
    guard let rulesFile else { return self }
    var small = self
    small.documents.limit(to: 2)
    small.parameters = parameters.map { Parameter($0.name, $0.name == "documents" ? 2 : 1) }
    var request = RunRequest(rulesFile: rulesFile)
    request.code = code
    let preparation = RunPreparation.prepare(
      SourceText(path: path, text: small.text), in: project, request: request)
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
