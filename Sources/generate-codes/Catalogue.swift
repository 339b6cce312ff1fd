import PageLayout

/// The codes of all sources.
struct Catalogue {
  /// In ascending order.
  var pages: [HelpPage] = []
  /// The first code whose page a file has.
  private(set) var leadingCodes: [String: Int] = [:]

  init(_ sources: [SourceFile]) throws(PageComment.Problem) {
    var places: [String: String] = [:]
    for source in sources {
      for comment in try PageComment.pages(in: source) {
        let place = "\(source.path):\(comment.line)"
        for key in [comment.page.id, comment.page.name] {
          if let other = places.updateValue(place, forKey: key) {
            throw PageComment.Problem(text: "\(place): \(key) has a page in \(other) already")
          }
        }
        pages.append(comment.page)
        if leadingCodes[source.path] == nil { leadingCodes[source.path] = comment.page.number }
      }
    }
    pages.sort { $0.number < $1.number }
  }

  /// The constants of the catalogue, and their list. Nothing of the texts: they may change without what reports codes
  /// being compiled again.
  var codes: String {
    var text = GeneratedFile.header + "\nextension DiagnosticCode {\n"
    for (heading, pages) in groups {
      text += "  // \(heading.title)\n"
      for page in pages {
        let since = page.since == "0.1" ? "" : ", since: \"\(page.since)\""
        text += "  package static let \(page.constant) = "
        text += "DiagnosticCode(\(page.number), \"\(page.name)\", .\(page.severity)\(since))\n"
      }
      text += "\n"
    }
    text += "  /// Every code there is, in ascending order.\n  package static let all: [DiagnosticCode] = [\n"
    for page in pages { text += "    .\(page.constant),\n" }
    return text + "  ]\n}\n"
  }

  /// The texts of the pages.
  var texts: String {
    var text = GeneratedFile.header + "\nimport PageLayout\n\nextension HelpPage {\n"
    text += "  /// The page that the sources have for a number.\n"
    text += "  static func written(_ number: Int) -> HelpPage? {\n    switch number {\n"
    for page in pages {
      text += """
            case \(page.number):
              return HelpPage(
                number: \(page.number), name: "\(page.name)", severity: "\(page.severity)", since: "\(page.since)",
                means: \(Self.literal(page.means)),
                why: \(Self.literal(page.why)),
                markedExample: \(Self.literal(page.markedExample)),
                fix: \(Self.literal(page.fix)),
                ignoring: \(Self.literal(page.ignoring)))

        """
    }
    return text + "    default: return nil\n    }\n  }\n}\n"
  }

  private var groups: [(SubjectHeading, [HelpPage])] {
    SubjectHeading.all.map { heading in (heading, pages.filter { heading.covers($0.number) }) }
      .filter { !$0.1.isEmpty }
  }

  /// With as many signs around it as the text needs.
  private static func literal(_ text: String) -> String {
    var hashes = "#"
    while text.contains("\"\(hashes)") || text.contains("\\\(hashes)") { hashes += "#" }
    guard text.contains("\n") else { return "\(hashes)\"\(text)\"\(hashes)" }
    return "\(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)"
  }
}

extension HelpPage {
  /// `expiresByDate` of `expires-by-date`.
  fileprivate var constant: String {
    let words = name.split(separator: "-")
    return (words.prefix(1).map(String.init) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() })
      .joined()
  }
}
