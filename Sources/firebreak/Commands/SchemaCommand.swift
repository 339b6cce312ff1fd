import ArgumentParser
import Diagnostics
import Terminal

struct SchemaCommand: ReportingCommand {
  static let title = "schema"
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a file that you write, or of a report.",
    discussion: """
      Without NAME the names are listed. Editors complete and check a file whose schema they know: in JSON by the key \
      "$schema", in YAML by a first line `# yaml-language-server: $schema=workload.schema.json`.

      firebreak schema workload > workload.schema.json
      """)

  @Argument(
    help: ArgumentHelp("Which schema.", valueName: "name"),
    completion: .list(EmbeddedSchema.allCases.map(\.rawValue)))
  var name: String?

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextFormats>

  func perform(_ console: Console) async throws -> Outcome {
    let text: String
    if let name {
      guard let schema = EmbeddedSchema(rawValue: name) else { throw Self.unknown(name) }
      text = schema.text
    } else {
      text = TextTable(EmbeddedSchema.allCases.map { [$0.rawValue, $0.title] }).lines().map { $0 + "\n" }.joined()
    }
    try console.write { _, _ in text }
    return .clean
  }

  private static func unknown(_ name: String) -> UsageError {
    let names = EmbeddedSchema.allCases.map(\.rawValue)
    let near = NearestName.of(name, among: names)
    return UsageError(
      "there is no schema \(QuotedText.of(name))",
      help: near.map { "did you mean `\($0)`?" } ?? "names: \(names.joined(separator: ", "))")
  }
}
