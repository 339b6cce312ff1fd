package import StructuredText

/// `firebreak rules eval`
package enum EvaluateRulesTool: ContextTool {
  package static let name = "evaluate_rules"
  package static let title = "Decide one request by the security rules"
  package static let summary = """
    Decides whether the Firestore rules allow one request and shows which condition decided. The request says who asks: \
    {"method": "get|list|create|update|delete", "path": "/orders/o1", "auth": {"uid": "ada"} or null, "resource": the \
    fields of the new document in the REST encoding, "query": a structuredQuery for a list}.
    """
  package static let parameters: [ToolParameter] = [
    ToolParameter("request", .object, "The request.", isRequired: true),
    ToolParameter(
      "data", .object, #"What exists before it: {"documents": [{"name": "orders/o1", "fields": {…}}]}."#),
    ToolParameter("rules", .text, "A rules file, relative to the project. Default: that of its first database."),
    .project,
  ]
  package static let answerSchema = AnswerSchema.object([
    "decision": AnswerSchema.text, "reason": AnswerSchema.anyObject, "documentReads": AnswerSchema.number,
    "budgets": AnswerSchema.anyObject, "trace": AnswerSchema.list(of: AnswerSchema.anyObject),
  ])

  package static func call(
    _ arguments: ToolArguments, in workspace: Workspace
  ) throws(ToolRefusal) -> EngineCall {
    let project = try workspace.project(arguments.text("project"))
    let named = try arguments.text("rules").map { text throws(ToolRefusal) in try project.file(text) }
    guard let rules = named ?? project.rulesFile else {
      throw ToolRefusal("the project has no rules file", help: "name one with `rules`")
    }
    var call = EngineCall(["rules", "eval", "-C", ".", "--rules=\(rules)"], in: project.path)
    call.write("full")
    call.add("--request=", file: "request.json", arguments.json("request") ?? "{}")
    if let data = arguments.json("data") { call.add("--data=", file: "data.json", data) }
    return call
  }
}
