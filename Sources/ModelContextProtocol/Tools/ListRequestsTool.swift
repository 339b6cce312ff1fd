package import StructuredText

/// `firebreak queries list`
package enum ListRequestsTool: ContextTool {
  package static let name = "list_requests"
  package static let title = "List the queries of the project"
  package static let summary = """
    Lists the shape of every query that the sources, documents and workloads of the project ask, who asks it, and at which \
    places. Values are `?`.
    """
  package static let parameters: [ToolParameter] = [
    .project,
    ToolParameter("paths", .texts, "Files or folders to look at, relative to the project. Default: everything."),
    ToolParameter("include_tests", .flag, "Also what tests ask."),
  ]
  package static let answerSchema = AnswerSchema.object(
    [
      "requests": AnswerSchema.list(of: [
        "type": "object",
        "properties": [
          "name": AnswerSchema.text, "kind": AnswerSchema.text, "query": AnswerSchema.text,
          "sources": AnswerSchema.list(of: AnswerSchema.text),
        ],
      ])
    ], required: ["requests"])

  package static func call(
    _ arguments: ToolArguments, in workspace: Workspace
  ) throws(ToolRefusal) -> EngineCall {
    let project = try workspace.project(arguments.text("project"))
    var call = EngineCall(["queries", "list", "-C", "."], in: project.path)
    call.write("full")
    if arguments.isSet("include_tests") { call.add(["--include-tests"]) }
    call.add(["--"])
    for path in arguments.texts("paths") { call.add([try project.file(path)]) }
    return call
  }

  package static func answer(_ result: EngineResult, to arguments: ToolArguments) -> ToolAnswer {
    ToolAnswer(text: result.text, content: result.content.map { .object([.init("requests", $0)]) })
  }
}
