package import StructuredText

/// `firebreak explain QUERY`
package enum ExplainQueryTool: ContextTool {
  package static let name = "explain_query"
  package static let title = "Plan, permission and bill of one query"
  package static let summary = """
    Says which index serves a query or exactly which one is missing, whether the rules allow it to somebody, and how many \
    reads it bills. The query is one line such as `orders where status == ? and total >= ? orderBy total desc limit 20` \
    (`?` is a value that only the run knows), or a REST structuredQuery as JSON.
    """
  package static let parameters: [ToolParameter] = [
    ToolParameter("query", .text, "The query.", isRequired: true),
    ToolParameter("as", .text, "Who asks: a uid, `signed-in` for any user, `anonymous`, or `admin`."),
    ToolParameter(
      "data", .object, #"Documents to estimate with: {"documents": [{"name": "orders/o1", "fields": {…}}]}."#),
    ToolParameter("analyze", .flag, "Run the query over `data` and say what it really reads."),
    .project,
  ]
  package static let answerSchema = AnswerSchema.object([
    "query": AnswerSchema.text, "plan": AnswerSchema.anyObject, "estimate": AnswerSchema.anyObject,
    "missingIndex": AnswerSchema.anyObject, "billing": AnswerSchema.anyObject,
    "rules": [
      "type": "object", "properties": ["verdict": AnswerSchema.text, "reason": AnswerSchema.text],
      "required": ["verdict", "reason"],
    ],
  ])

  package static func call(
    _ arguments: ToolArguments, in workspace: Workspace
  ) throws(ToolRefusal) -> EngineCall {
    let project = try workspace.project(arguments.text("project"))
    var call = EngineCall(["explain", "-C", "."], in: project.path)
    call.write("full")
    if let asker = arguments.text("as") { call.add(["--as=\(asker)"]) }
    if let data = arguments.json("data") { call.add("--data=", file: "data.json", data) }
    if arguments.isSet("analyze") { call.add(["--analyze"]) }
    // As an argument a query could name a file, or a code.
    call.add(["--", "-"])
    call.input = arguments.text("query") ?? ""
    return call
  }
}
