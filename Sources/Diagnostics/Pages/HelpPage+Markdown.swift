extension HelpPage {
  /// The anchor of a code in the page of all codes: `fb2001`.
  package static func anchor(of code: DiagnosticCode) -> String { code.id.lowercased() }

  /// The page for documents, its title a heading of the second level.
  package var markdown: String { markdown(level: 2) }

  private func markdown(level: Int) -> String {
    let parts = sections.map { heading, body in
      "**\(heading)**\n\n" + (heading == Heading.example ? "```\n\(body.withoutIndent)\n```" : body)
    }
    let mark = String(repeating: "#", count: level)
    return (["\(mark) \(code.id) \(code.name)", "*\(code.defaultSeverity.rawValue)*"] + parts).joined(separator: "\n\n")
      + "\n"
  }

  /// One document with the pages of all codes, each at the anchor that its id names.
  package static var document: String {
    var text = """
      # Codes

      Every finding of Firebreak has a code. `firebreak explain FB2001` prints its page; this document holds all of them and \
      is written by `firebreak explain --all -o markdown`. Codes are never used for something else. The severity is the \
      default; some findings are reported with another one, and their pages say when.

      """
    for subject in CodeSubject.allCases {
      let codes = DiagnosticCode.all.filter { $0.subject == subject }
      guard !codes.isEmpty else { continue }
      text += "\n## \(subject.title)\n"
      for code in codes { text += "\n<a id=\"\(anchor(of: code))\"></a>\n\n\(HelpPage.of(code).markdown(level: 3))" }
    }
    return text
  }
}

extension String {
  /// Without the blanks that all its lines begin with.
  fileprivate var withoutIndent: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let indent = lines.filter { !$0.allSatisfy { $0 == " " } }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
  }
}
