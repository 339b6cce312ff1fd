import Diagnostics
package import StructuredText

/// `firebreak explain CODE`
package enum ExplainCodeTool: ContextTool {
  package static let name = "explain_code"
  package static let title = "Explain a code of a finding"
  package static let summary = """
    Says what a code such as FB2001 means, why production behaves so, shows an example, how to fix it, and when to ignore it.
    """
  package static let parameters: [ToolParameter] = [
    ToolParameter("code", .text, "The code, or its name such as `missing-composite-index`.", isRequired: true)
  ]
  package static let answerSchema = AnswerSchema.object(
    [
      "code": AnswerSchema.text, "name": AnswerSchema.text, "severity": AnswerSchema.text,
      "means": AnswerSchema.text, "why": AnswerSchema.text, "example": AnswerSchema.text, "fix": AnswerSchema.text,
      "ignore": AnswerSchema.text,
    ], required: ["code", "means"])

  package static func call(
    _ arguments: ToolArguments, in workspace: Workspace
  ) throws(ToolRefusal) -> EngineCall {
    let name = arguments.text("code") ?? ""
    guard let code = DiagnosticCode(named: name) else {
      throw ToolRefusal(
        "there is no code \(QuotedText.of(name))",
        help: DiagnosticCode.nearest(to: name).map { "did you mean `\($0)`?" }
          ?? "the resource `firebreak://codes` lists them")
    }
    var call = EngineCall(["explain"], in: workspace.roots.first ?? "/")
    call.write("full")
    call.add(["--", code.id])
    return call
  }
}
