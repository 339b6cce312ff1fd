package import StructuredText

/// `firebreak check`: of the project, of some of its files, or of a text that need not be in a file.
package enum CheckTool: ContextTool {
  package static let name = "check"
  package static let title = "Check queries, indexes and rules"
  package static let summary = """
    Judges every query, index, security rule and workload of the project as production would: what will be refused, what \
    the rules deny, what costs more than it looks. Give `paths` for some files, or `snippet` with `language` for code that \
    is not saved yet; it is judged with the indexes and rules of the project.
    """
  package static let parameters: [ToolParameter] = [
    .project,
    ToolParameter("paths", .texts, "Files or folders to look at, relative to the project. Default: everything."),
    ToolParameter("snippet", .text, "Source text to judge instead of files."),
    ToolParameter("language", .choice(SnippetLanguage.allCases.map(\.rawValue)), "What the snippet is written in."),
    ToolParameter("include_tests", .flag, "Also what tests ask."),
  ]
  package static let answerSchema = AnswerSchema.object(
    ["outcome": AnswerSchema.outcome, "findings": AnswerSchema.list(of: AnswerSchema.finding)],
    required: ["findings"])

  package static func call(
    _ arguments: ToolArguments, in workspace: Workspace
  ) throws(ToolRefusal) -> EngineCall {
    let project = try workspace.project(arguments.text("project"))
    if let snippet = arguments.text("snippet") { return try call(snippet, arguments, project) }
    guard arguments.text("language") == nil else { throw ToolRefusal("`language` belongs to `snippet`") }
    var call = EngineCall(["check", "-C", "."], in: project.path)
    call.write("summary")
    if arguments.isSet("include_tests") { call.add(["--include-tests"]) }
    call.add(["--"])
    for path in arguments.texts("paths") { call.add([try project.file(path)]) }
    return call
  }

  private static func call(
    _ snippet: String, _ arguments: ToolArguments, _ project: ProjectFolderInWorkspace
  ) throws(ToolRefusal) -> EngineCall {
    guard let language = arguments.text("language").flatMap(SnippetLanguage.init) else {
      throw ToolRefusal("`snippet` needs `language`")
    }
    guard arguments.texts("paths").isEmpty else { throw ToolRefusal("`snippet` excludes `paths`") }
    var call = EngineCall(language.command, in: project.path)
    call.write("concise")
    call.add(["--"])
    call.add(file: language.fileName, snippet)
    return call
  }

  /// A snippet is judged with the project, but only what is said about the snippet was asked for.
  package static func answer(_ result: EngineResult, to arguments: ToolArguments) -> ToolAnswer {
    guard let language = arguments.text("language").flatMap(SnippetLanguage.init) else {
      return ToolAnswer(text: result.text, content: result.content)
    }
    let lines = result.text.split(separator: "\n").filter { $0.hasPrefix(language.fileName) }
    return ToolAnswer(
      text: lines.isEmpty ? "nothing was found in the snippet\n" : lines.map { $0 + "\n" }.joined(),
      content: result.content?.findings(in: language.fileName))
  }
}

extension JSONValue {
  /// The findings of one file. How the whole report ends is about more than that file, and left out.
  fileprivate func findings(in file: String) -> JSONValue {
    guard case .object(let members) = self else { return self }
    let found = members.first { $0.key == "findings" }?.value.elements.filter { $0.member("file") == .string(file) }
    return .object([.init("findings", .array(found ?? []))])
  }
}
