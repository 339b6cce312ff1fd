import CodePages
import Diagnostics
import PageLayout
import StructuredText
import Terminal

/// Writes the help pages of codes.
enum CodeExplanation {
  /// Those of all codes, as one document.
  case all
  case one(DiagnosticCode)
  /// A line each: those that begin alike.
  case list([DiagnosticCode])

  func write(to console: Console) throws -> Outcome {
    try console.write { format, _ in
      switch format {
      case .json: JSONWriter.text(json) + "\n"
      case .markdown: markdown
      default: text
      }
    }
    return .clean
  }

  private var pages: [HelpPage] {
    switch self {
    case .all: DiagnosticCode.all.map(HelpPage.of)
    case .one(let code): [HelpPage.of(code)]
    case .list(let codes): codes.map(HelpPage.of)
    }
  }

  private var json: JSONValue {
    if case .one(let code) = self { HelpPage.of(code).json } else { .array(pages.map(\.json)) }
  }

  private var markdown: String {
    if case .all = self { HelpPage.document } else { pages.map(\.markdown).joined() }
  }

  private var text: String {
    guard case .list = self else { return pages.map(\.text).joined(separator: "\n") }
    var table = TextTable([.left, .left, .left])
    for page in pages { table.add([page.id, page.severity, page.name]) }
    return (table.lines() + ["firebreak explain CODE prints the page of one."]).joined(separator: "\n") + "\n"
  }
}

extension HelpPage {
  fileprivate var json: JSONValue {
    .object([
      .init("code", .string(id)), .init("name", .string(name)), .init("severity", .string(severity)),
      .init("subject", .string(subject)), .init("since", .string(since)), .init("means", .string(means)),
      .init("why", .string(why)), .init("example", .string(example)), .init("fix", .string(fix)),
      .init("ignore", .string(ignoring)),
    ])
  }

  private var subject: String { DiagnosticCode(named: id)?.subject.rawValue ?? "" }
}
