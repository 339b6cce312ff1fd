import CodePages
import Diagnostics
import PageLayout
import StructuredText
import Terminal

/// Writes the help pages of codes.
struct CodeExplanation {
  /// Nil: those of all codes, as one document.
  var code: DiagnosticCode?

  func write(to console: Console) throws -> Outcome {
    let pages = (code.map { [$0] } ?? DiagnosticCode.all).map(HelpPage.of)
    try console.write { format, _ in
      switch format {
      case .json: JSONWriter.text(code == nil ? .array(pages.map(\.json)) : pages.first?.json ?? .null) + "\n"
      case .markdown: code == nil ? HelpPage.document : pages.map(\.markdown).joined()
      default: pages.map(\.text).joined(separator: "\n")
      }
    }
    return .clean
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
