extension HelpPage {
  /// Where the page stands in the document of all codes: `fb2001`.
  package var anchor: String { id.lowercased() }

  /// The page for documents, its title a heading of the second level.
  package var markdown: String { markdown(level: 2) }

  fileprivate func markdown(level: Int) -> String {
    let parts = sections.map { heading, body in
      "**\(heading)**\n\n" + (heading == Heading.example ? "```\n\(body.withoutIndent)\n```" : body)
    }
    let mark = String(repeating: "#", count: level)
    return (["\(mark) \(id) \(name)", "*\(severity)*"] + parts).joined(separator: "\n\n") + "\n"
  }

  /// What the code is about, in one sentence.
  fileprivate var summary: String { means.firstSentence }
}

/// CODES.md: the pages of all codes, each at the anchor that its id names, behind a table of them.
package struct PageDocument {
  /// In ascending order.
  package var pages: [HelpPage]

  package init(_ pages: [HelpPage]) { self.pages = pages }

  package var text: String {
    var text = """
      # Codes

      Every finding of Firebreak has a code. `firebreak explain FB2001` prints its page; this document holds all of them and \
      is written by `firebreak explain --all -o markdown`. Codes are never used for something else. The severity is the \
      default; some findings are reported with another one, and their pages say when.

      """
    let groups = SubjectHeading.all.map { heading in (heading, pages.filter { heading.covers($0.number) }) }
      .filter { !$0.1.isEmpty }
    text += "\n## All codes\n"
    for (heading, pages) in groups { text += "\n\(Self.table(pages, under: heading))" }
    for (heading, pages) in groups {
      text += "\n## \(heading.title)\n"
      for page in pages { text += "\n<a id=\"\(page.anchor)\"></a>\n\n\(page.markdown(level: 3))" }
    }
    return text
  }

  private static func table(_ pages: [HelpPage], under heading: SubjectHeading) -> String {
    let rows = pages.map { page in
      "| [\(page.id)](#\(page.anchor)) | \(page.name) | \(page.severity) | \(cell(page.summary)) |"
    }
    return (["### \(heading.title)", "", "| Code | Name | Severity | Meaning |", "|---|---|---|---|"] + rows)
      .joined(separator: "\n") + "\n"
  }

  /// A bar ends the cell of a table, also inside of code.
  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

/// What the codes of one range are about, as a heading.
package struct SubjectHeading: Hashable, Sendable {
  package var numbers: Range<Int>
  package var title: String

  package func covers(_ number: Int) -> Bool { numbers.contains(number) }

  package static let all = [
    SubjectHeading(numbers: 0..<1000, title: "Project, configuration and input files"),
    SubjectHeading(numbers: 1000..<2000, title: "Queries"),
    SubjectHeading(numbers: 2000..<3000, title: "Indexes"),
    SubjectHeading(numbers: 3000..<4000, title: "Security rules: syntax, types and limits"),
    SubjectHeading(numbers: 4000..<4100, title: "Security rules: what they allow"),
    SubjectHeading(numbers: 4100..<5000, title: "Proofs about security rules"),
    SubjectHeading(numbers: 5000..<6000, title: "Rules tests and coverage"),
    SubjectHeading(numbers: 6000..<7000, title: "Realtime Database"),
    SubjectHeading(numbers: 7000..<8000, title: "Cost and soundness"),
    SubjectHeading(numbers: 8000..<9000, title: "Fidelity"),
    SubjectHeading(numbers: 9000..<10_000, title: "Firebreak itself"),
  ]
}

extension String {
  /// Up to the first full stop that ends a sentence.
  package var firstSentence: String {
    guard let end = firstRange(of: ". ") else { return self }
    return String(self[..<end.lowerBound]) + "."
  }

  /// Without the blanks that all its lines begin with.
  fileprivate var withoutIndent: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let indent = lines.filter { !$0.allSatisfy { $0 == " " } }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
  }
}
