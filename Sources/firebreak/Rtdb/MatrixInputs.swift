import Diagnostics
import FirestoreModel
import Project
import RealtimeDatabase
import RealtimeRules
import RealtimeRulesChecker
import StructuredText

/// Reads what `rtdb matrix` works on: rules, data, actors, flows.
struct MatrixInputs {
  enum Loading {
    case loaded(MatrixReport)
    case unreadable([Diagnostic])
  }

  var rules: String
  var data: String?
  var actors: String?
  var flows: String?
  var assumptions: RealtimeAssumptions

  func load() -> Loading {
    var problems: [Diagnostic] = []
    let ruleset = RealtimeInputs.readRules(rules, &problems)
    let node = data.flatMap { RealtimeInputs.readData($0, &problems) }
    let actors = actors.flatMap { text($0, &problems) }.flatMap { source in
      let result = FlowFile.actors(source)
      problems += result.diagnostics
      return result.actors
    }
    let flows = flows.flatMap { text($0, &problems) }.flatMap { source in
      let result = FlowFile.flows(source, known: actors ?? [])
      problems += result.diagnostics
      return result.flows
    }
    guard let ruleset, !problems.contains(where: { $0.severity == .error }) else { return .unreadable(problems) }
    let subject = RealtimeSubject(
      ruleset, context: RealtimeCheckContext(data: node ?? flows?.data ?? .absent, assumptions: assumptions))
    return .loaded(MatrixReport(subject, actors: actors.map { ActorSet($0) }, flows: flows))
  }

  private func text(_ path: String, _ problems: inout [Diagnostic]) -> SourceText? {
    do throws(InputFileError) {
      return try path == "-" ? InputFile.readStandardInput() : InputFile.read(path)
    } catch {
      problems.append(error.diagnostic)
      return nil
    }
  }
}
