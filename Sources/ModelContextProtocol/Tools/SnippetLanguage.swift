/// What a snippet may be written in.
enum SnippetLanguage: String, CaseIterable {
  case swift, javascript, jsx, typescript, tsx, kotlin, java, dart, python, markdown
  case rules = "firestore-rules"

  /// The name that findings give the snippet.
  var fileName: String { "snippet.\(fileExtension)" }

  private var fileExtension: String {
    switch self {
    case .javascript: "js"
    case .typescript: "ts"
    case .kotlin: "kt"
    case .python: "py"
    case .markdown: "md"
    case .swift, .jsx, .tsx, .java, .dart, .rules: String(describing: self)
    }
  }

  /// The words that judge a file of it.
  var command: [String] { self == .rules ? ["rules", "check"] : ["check", "-C", "."] }
}
