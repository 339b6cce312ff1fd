/// The page of one code, as `firebreak explain CODE` prints it.
///
/// Title, severity and version come from the catalogue. The texts are in one file per range, in this form: a line
/// `# FB0001` opens a page, a line that starts with one of the words below and a colon opens a part, other lines continue
/// it. A test holds that every code has every part.
///
/// The texts stand here and not beside the checks: a code is reported by several of them (a missing index by planner,
/// listeners and emulator), those live in libraries that this one must not know, and the page of a code has to be found
/// without building any of them. Together they are also read and edited as what they are, one document.
package struct HelpPage: Hashable, Sendable {
  package let code: DiagnosticCode
  package var means: String
  package var why: String
  /// Lines as they are, indented.
  package var example: String
  package var fix: String
  package var ignoring: String

  init(code: DiagnosticCode) {
    self.code = code
    means = ""
    why = ""
    example = ""
    fix = ""
    ignoring = ""
  }

  /// The page of a code. Every code of the catalogue has one.
  package static func of(_ code: DiagnosticCode) -> HelpPage {
    pages[code.number] ?? HelpPage(code: code)
  }

  /// The headings, in the order in which every page has them.
  package enum Heading {
    package static let means = "What it means"
    package static let why = "Why production behaves so"
    package static let example = "Example"
    package static let fix = "Fix"
    package static let ignoring = "When to ignore"
    package static let since = "Since"
    package static let all = [means, why, example, fix, ignoring, since]
  }

  /// Headings and what stands under them.
  package var sections: [(heading: String, body: String)] {
    [
      (Heading.means, means), (Heading.why, why), (Heading.example, example), (Heading.fix, fix),
      (Heading.ignoring, ignoring), (Heading.since, "Firebreak \(code.since)"),
    ].filter { !$0.body.isEmpty }
  }

  /// Plain text: a title, then the headings in fixed order, text wrapped at 80 columns.
  package var text: String {
    let parts = sections.map { heading, body in "\(heading)\n\(heading == Heading.example ? body : Self.wrapped(body))"
    }
    return (["\(code.id) \(code.name) (\(code.defaultSeverity.rawValue))"] + parts).joined(separator: "\n\n") + "\n"
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
        pages.append(HelpPage(code: code))
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

  private static let partNames = ["means", "why", "example", "fix", "ignore"]

  private static func add(_ line: String, to part: String, of page: inout HelpPage) {
    let words = line.split(separator: " ").joined(separator: " ")
    guard !words.isEmpty else { return }
    func joined(_ text: String) -> String { text.isEmpty ? words : "\(text) \(words)" }
    switch part {
    case "means": page.means = joined(page.means)
    case "why": page.why = joined(page.why)
    case "example": page.example += page.example.isEmpty ? line : "\n\(line)"
    case "fix": page.fix = joined(page.fix)
    case "ignore": page.ignoring = joined(page.ignoring)
    default: break
    }
  }
}
