import PageLayout

/// Reads the pages that stand as comments in a source.
///
/// A line `// FB4004 expires-by-date error` in the first column opens a page, and the first line that is no such comment
/// ends it. A line that starts with one of the words below and a colon opens a part, lines that are indented by two
/// continue it. Lines of the example are kept as they are. Behind the severity may stand `since 0.2`.
struct PageComment {
  var page: HelpPage
  /// Of the title, from 1.
  var line: Int

  /// What is wrong with a page, as `path:line: text`.
  struct Problem: Error {
    var text: String
  }

  /// All pages of a source, in its order.
  static func pages(in source: SourceFile) throws(Problem) -> [PageComment] {
    var found: [PageComment] = []
    var index = source.lines.startIndex
    while index < source.lines.endIndex {
      guard source.lines[index].hasPrefix("// FB"), let title = Title(source.lines[index]) else {
        index += 1
        continue
      }
      let end = source.lines[index...].firstIndex { !$0.hasPrefix("//") } ?? source.lines.endIndex
      var parts = Parts()
      for position in index + 1..<end where !parts.take(source.lines[position]) {
        throw Problem(text: "\(source.path):\(position + 1): this line belongs to no part of the page")
      }
      if let missing = Part.allCases.first(where: { parts[$0].isEmpty }) {
        throw Problem(text: "\(source.path):\(index + 1): the page of \(title.name) has no `\(missing.rawValue):`")
      }
      found.append(PageComment(page: parts.page(of: title), line: index + 1))
      index = end
    }
    return found
  }
}

extension PageComment {
  /// The parts by the words that open them, in the order in which every page has them.
  enum Part: String, CaseIterable {
    case means, why, example, fix, ignore
  }

  /// `// FB4004 expires-by-date error since 0.1`
  struct Title {
    var number: Int
    var name: String
    var severity: String
    var since = "0.1"

    init?(_ line: String) {
      let words = line.split(separator: " ")
      guard words.count == 4 || words.count == 6, words[1].count == 6, let number = Int(words[1].dropFirst(2)),
        words[2].allSatisfy({ "abcdefghijklmnopqrstuvwxyz-".contains($0) }),
        ["error", "warning", "info"].contains(words[3])
      else { return nil }
      self.number = number
      name = String(words[2])
      severity = String(words[3])
      if words.count == 6 {
        guard words[4] == "since" else { return nil }
        since = String(words[5])
      }
    }
  }

  struct Parts {
    private var texts: [Part: String] = [:]
    private var current: Part?

    subscript(part: Part) -> String { texts[part, default: ""] }

    /// False when the line is none of a page.
    mutating func take(_ line: String) -> Bool {
      let text = line.dropFirst(2)
      if text.isEmpty { return current == nil }
      guard text.first == " " else { return false }
      if let part = Part.allCases.first(where: { text.dropFirst().hasPrefix("\($0.rawValue):") }) {
        guard texts[part] == nil else { return false }
        current = part
        texts[part] = text.dropFirst(part.rawValue.count + 2).words
        return part != .example || texts[part] == ""
      }
      guard let current, text.hasPrefix("   ") else { return false }
      if current == .example {
        texts[current, default: ""] += (self[current].isEmpty ? "" : "\n") + text.dropFirst()
      } else {
        texts[current, default: ""] += (self[current].isEmpty ? "" : " ") + text.words
      }
      return true
    }

    func page(of title: Title) -> HelpPage {
      HelpPage(
        number: title.number, name: title.name, severity: title.severity, since: title.since, means: self[.means],
        why: self[.why], markedExample: self[.example], fix: self[.fix], ignoring: self[.ignore])
    }
  }
}

extension Substring {
  /// The words with one blank between them.
  fileprivate var words: String { split(separator: " ").joined(separator: " ") }
}
