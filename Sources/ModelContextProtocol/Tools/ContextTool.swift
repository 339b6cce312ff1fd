package import StructuredText

/// Something that a model may call. A tool says which command of `firebreak` answers, and what of its answer counts: it
/// judges nothing itself.
package protocol ContextTool: SendableMetatype {
  static var name: String { get }
  static var title: String { get }
  /// For the model: what it learns, and when to ask.
  static var summary: String { get }
  static var parameters: [ToolParameter] { get }
  static var answerSchema: JSONValue { get }
  /// With the right arguments, and where the server allows it, files of the workspace change.
  static var writes: Bool { get }

  static func call(_ arguments: ToolArguments, in workspace: Workspace) throws(ToolRefusal) -> EngineCall
  /// - Parameter result: of a command that was carried out.
  static func answer(_ result: EngineResult, to arguments: ToolArguments) -> ToolAnswer
}

extension ContextTool {
  package static var writes: Bool { false }

  package static func answer(_ result: EngineResult, to arguments: ToolArguments) -> ToolAnswer {
    ToolAnswer(text: result.text, content: result.content)
  }

  package static func definition(allowsWriting: Bool) -> JSONValue {
    .object([
      .init("name", .string(name)), .init("title", .string(title)), .init("description", .string(summary)),
      .init("inputSchema", parameters.schema), .init("outputSchema", answerSchema),
      .init(
        "annotations",
        [
          "title": .string(title), "readOnlyHint": .boolean(!(writes && allowsWriting)), "destructiveHint": false,
          "idempotentHint": true, "openWorldHint": false,
        ]),
    ])
  }
}

/// All tools, in the order in which they are listed.
package enum ContextTools {
  package static let all: [any ContextTool.Type] = [
    CheckTool.self, ExplainQueryTool.self, SuggestIndexesTool.self, EvaluateRulesTool.self, RunWorkloadTool.self,
    CostOfDiffTool.self, ListRequestsTool.self, ExplainCodeTool.self,
  ]

  package static func named(_ name: String) -> (any ContextTool.Type)? { all.first { $0.name == name } }
}
