import Diagnostics
import Project
package import StructuredText

/// `firebreak cost diff`
package enum CostOfDiffTool: ContextTool {
  package static let name = "cost_of_diff"
  package static let title = "What a change costs"
  package static let summary = """
    Plays the workloads of a git revision and of the files as they are now, and says what the change does to the reads and \
    the bill, operation by operation. Budgets and guardrails that the change exceeds are findings.
    """
  package static let parameters: [ToolParameter] = [
    ToolParameter(
      "base", .text, "A git revision such as `main` or `HEAD~1`, or a report file of the workspace.",
      isRequired: true),
    ToolParameter("head", .text, "The same for the other side. Default: the files as they are now."),
    ToolParameter("variant", .text, "Compare this variant of the workloads. Default: the first."),
    .project,
  ]
  package static let answerSchema = AnswerSchema.object(
    [
      "outcome": AnswerSchema.outcome, "operations": AnswerSchema.list(of: AnswerSchema.anyObject),
      "findings": AnswerSchema.list(of: AnswerSchema.finding),
    ],
    required: ["outcome"])

  package static func call(
    _ arguments: ToolArguments, in workspace: Workspace
  ) throws(ToolRefusal) -> EngineCall {
    let project = try workspace.project(arguments.text("project"))
    var call = EngineCall(["cost", "diff", "-C", "."], in: project.path)
    call.write("full")
    if let variant = arguments.text("variant") { call.add(["--variant=\(variant)"]) }
    call.add(["--"])
    for name in ["base", "head"].compactMap(arguments.text) { call.add([try side(name, project)]) }
    return call
  }

  /// A name of something that is there is a file, and has to lie in the workspace; anything else is a revision.
  private static func side(_ name: String, _ project: ProjectFolderInWorkspace) throws(ToolRefusal) -> String {
    let place = name.hasPrefix("/") ? name : "\(project.path)/\(name)"
    if name.hasPrefix("/") || InputFile.kind(place) != .missing { return try project.file(name) }
    guard name != "-", !name.hasPrefix("-"), !name.contains(".."), name.utf8.allSatisfy(isOfRevision) else {
      throw ToolRefusal("\(QuotedText.of(name)) is no git revision and no report of the workspace")
    }
    return name
  }

  private static func isOfRevision(_ byte: UInt8) -> Bool {
    UInt8(ascii: "!") <= byte && byte < 0x7F && !"\\*?[:'\"`$;|&<>()".utf8.contains(byte)
  }
}
