package import StructuredText

/// `firebreak run`
package enum RunWorkloadTool: ContextTool {
  package static let name = "run_workload"
  package static let title = "Play workloads and compare their variants"
  package static let summary = """
    Plays workload files in simulated time and says what every operation reads and bills a month, with every variant set \
    beside the first one, the baseline. Only what shows as much for less is called cheaper. Name `variants` to compare \
    some with the baseline, and `parameters` to try other sizes.
    """
  package static let parameters: [ToolParameter] = [
    ToolParameter("workload", .text, "A *.workload.yaml, relative to the project. Default: all of them."),
    ToolParameter("variants", .texts, "Play only these beside the baseline."),
    ToolParameter("parameters", .textsByName, "Other values for parameters of the workload, by name."),
    .project,
  ]
  package static let answerSchema = AnswerSchema.object(
    [
      "outcome": AnswerSchema.outcome, "workload": AnswerSchema.text,
      "variants": AnswerSchema.list(of: AnswerSchema.anyObject),
      "workloads": AnswerSchema.list(of: AnswerSchema.anyObject),
      "budgets": AnswerSchema.list(of: AnswerSchema.anyObject),
      "assertions": AnswerSchema.list(of: AnswerSchema.anyObject),
      "findings": AnswerSchema.list(of: AnswerSchema.finding),
    ], required: ["outcome"])
  package static let writes = true

  package static func call(
    _ arguments: ToolArguments, in workspace: Workspace
  ) throws(ToolRefusal) -> EngineCall {
    let project = try workspace.project(arguments.text("project"))
    var call = EngineCall(["run", "-C", "."], in: project.path)
    call.write("summary")
    // A run that is kept is a file below the project: `firebreak://report` shows it.
    if !workspace.allowsWriting { call.add(["--no-save"]) }
    call.add(arguments.texts("variants").map { "--variant=\($0)" })
    call.add(arguments.pairs("parameters").map { "--set=\($0.name)=\($0.value)" })
    call.add(["--"])
    if let workload = arguments.text("workload") { call.add([try project.file(workload)]) }
    return call
  }

  package static func answer(_ result: EngineResult, to arguments: ToolArguments) -> ToolAnswer {
    ToolAnswer(text: result.text, content: result.content.map(RunDigest.of))
  }
}
