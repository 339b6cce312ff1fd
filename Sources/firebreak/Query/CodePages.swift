import Diagnostics
import StructuredText
import Terminal

/// Writes the help pages of codes.
struct CodePages {
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
      .init("code", .string(code.id)), .init("name", .string(code.name)),
      .init("severity", .string(code.defaultSeverity.rawValue)), .init("subject", .string(code.subject.rawValue)),
      .init("since", .string(code.since)), .init("means", .string(means)), .init("why", .string(why)),
      .init("example", .string(example)), .init("fix", .string(fix)), .init("ignore", .string(ignoring)),
    ])
  }
}
