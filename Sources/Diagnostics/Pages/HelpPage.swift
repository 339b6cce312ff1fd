/// The page of one code, as `firebreak explain CODE` prints it.
///
/// The texts are in one file per range, in this form: a line `# FB0001` opens a page, a line that starts with one of the
/// words below and a colon opens a part, other lines continue it. `short` pages have only `means`.
package struct HelpPage: Hashable, Sendable {
  package let code: DiagnosticCode
  package var means: String
  package var why: String?
  /// Lines as they are, indented.
  package var example: String?
  package var fix: String?
  package var ignoring: String?
  /// The version that reports the code first; nil when it is only in the catalogue.
  package var since: String?

  /// The page of a code. Every code of the catalogue has one.
  package static func of(_ code: DiagnosticCode) -> HelpPage {
    pages[code.number]
      ?? HelpPage(code: code, means: "No page has been written for this code. Its name says what it is about.")
  }

  /// Plain text: a title, then the headings in fixed order, text wrapped at 80 columns.
  package var text: String {
    var parts = ["\(code.id) \(code.name) (\(code.defaultSeverity.rawValue))"]
    let headings: [(String, String?)] = [
      ("What it means", means), ("Why production behaves so", why), ("Example", example), ("Fix", fix),
      ("When to ignore", ignoring), ("Since", "Firebreak \(since ?? "0.1 (in the catalogue)")"),
    ]
    for (heading, body) in headings {
      guard let body else { continue }
      parts.append("\(heading)\n\(heading == "Example" ? body : Self.wrapped(body))")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static let pages: [Int: HelpPage] = {
    let sources = [
      projectPages, queryPages, indexPages, costPages, ownPages, rulesLanguagePages, rulesSecurityPages, rulesPages,
      realtimeDatabasePages,
    ]
    var pages: [Int: HelpPage] = [:]
    for page in sources.flatMap(PageSource.pages) { pages[page.code.number] = page }
    return pages
  }()

  private static func wrapped(_ text: String, columns: Int = 78) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > columns {
        lines.append("  " + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return (lines + ["  " + line]).joined(separator: "\n")
  }
}

/// Reads the texts of the pages.
enum PageSource {
  static func pages(_ source: String) -> [HelpPage] {
    var pages: [HelpPage] = []
    var part = ""
    for line in source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("# "), let code = DiagnosticCode(named: String(line.dropFirst(2))) {
        pages.append(HelpPage(code: code, means: ""))
        part = ""
      } else if !pages.isEmpty {
        if let name = partNames.first(where: { line.hasPrefix("\($0):") }) {
          part = name
          add(String(line.dropFirst(name.count + 1)), to: part, of: &pages[pages.count - 1])
        } else {
          add(line, to: part, of: &pages[pages.count - 1])
        }
      }
    }
    return pages
  }

  private static let partNames = ["means", "why", "example", "fix", "ignore", "since"]

  private static func add(_ line: String, to part: String, of page: inout HelpPage) {
    let words = line.split(separator: " ").joined(separator: " ")
    guard !words.isEmpty else { return }
    switch part {
    case "means": page.means += page.means.isEmpty ? words : " " + words
    case "why": page.why = page.why.map { "\($0) \(words)" } ?? words
    case "example": page.example = page.example.map { "\($0)\n\(line)" } ?? line
    case "fix": page.fix = page.fix.map { "\($0) \(words)" } ?? words
    case "ignore": page.ignoring = page.ignoring.map { "\($0) \(words)" } ?? words
    case "since": page.since = words
    default: break
    }
  }
}
