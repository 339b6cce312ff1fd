package import StructuredText

/// `firebreak indexes suggest`
package enum SuggestIndexesTool: ContextTool {
  package static let name = "suggest_indexes"
  package static let title = "Suggest the indexes that are missing"
  package static let summary = """
    Gives the complete firestore.indexes.json that serves every query of the project, and says what was added for which \
    query. With `write` the file itself is edited, if the server was started with --allow-write.
    """
  package static let parameters: [ToolParameter] = [
    .project, ToolParameter("write", .flag, "Edit the index file of the project instead of printing it."),
  ]
  package static let answerSchema = AnswerSchema.object(
    [
      "indexFile": AnswerSchema.anyObject, "notes": AnswerSchema.list(of: AnswerSchema.text),
      "isWritten": ["type": "boolean"],
    ], required: ["notes", "isWritten"])
  package static let writes = true

  package static func call(
    _ arguments: ToolArguments, in workspace: Workspace
  ) throws(ToolRefusal) -> EngineCall {
    let project = try workspace.project(arguments.text("project"))
    var call = EngineCall(["indexes", "suggest", "-C", "."], in: project.path)
    guard arguments.isSet("write") else {
      call.write()
      return call
    }
    guard workspace.allowsWriting else {
      throw ToolRefusal(
        "this server only reads", help: "leave `write` out, or start it with `firebreak mcp --allow-write`")
    }
    call.add(["--write"])
    return call
  }

  package static func answer(_ result: EngineResult, to arguments: ToolArguments) -> ToolAnswer {
    let notes = result.notes.split(separator: "\n").map { JSONValue.string(String($0)) }
    var members: [JSONValue.Member] = [
      .init("isWritten", .boolean(arguments.isSet("write"))), .init("notes", .array(notes)),
    ]
    if let file = result.content { members.append(.init("indexFile", file)) }
    return ToolAnswer(text: result.notes, content: .object(members))
  }
}
