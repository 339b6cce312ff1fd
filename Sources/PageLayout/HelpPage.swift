/// The page of one code, as `firebreak explain CODE` prints it.
///
/// It knows the catalogue's entry of its code by value, so that what writes pages depends on nothing else.
package struct HelpPage: Hashable, Sendable {
  package let number: Int
  package let name: String
  /// `error`, `warning` or `info`.
  package let severity: String
  /// The version whose catalogue has the code first.
  package let since: String
  package var means: String
  package var why: String
  /// Lines as they are, indented, with marks (1️⃣, 2️⃣, …) where the finding is reported.
  package var markedExample: String
  package var fix: String
  package var ignoring: String

  package init(
    number: Int, name: String, severity: String, since: String, means: String = "", why: String = "",
    markedExample: String = "", fix: String = "", ignoring: String = ""
  ) {
    self.number = number
    self.name = name
    self.severity = severity
    self.since = since
    self.means = means
    self.why = why
    self.markedExample = markedExample
    self.fix = fix
    self.ignoring = ignoring
  }

  /// `FB0013`
  package var id: String {
    let digits = String(number)
    return "FB" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The example as users read it.
  package var example: String { markedExample.filter { !Self.isMark($0) } }

  /// A digit in a box: `1️⃣`.
  package static func isMark(_ character: Character) -> Bool { character.unicodeScalars.contains("\u{20E3}") }

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
      (Heading.ignoring, ignoring), (Heading.since, "Firebreak \(since)"),
    ].filter { !$0.body.isEmpty }
  }

  /// Plain text: a title, then the headings in fixed order, text wrapped at 80 columns.
  package var text: String {
    let parts = sections.map { heading, body in "\(heading)\n\(heading == Heading.example ? body : Self.wrapped(body))"
    }
    return (["\(id) \(name) (\(severity))"] + parts).joined(separator: "\n\n") + "\n"
  }

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
