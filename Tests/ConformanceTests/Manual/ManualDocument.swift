import Foundation

/// A page of the manual as somebody follows it: files to save, and commands with what they print.
///
/// - `<!-- folder: samples/pantry -->` names the folder in a copy of which it is followed; without, it is an empty one.
/// - A fence with a name behind its language is a file to save (`yaml shop.workload.yaml`), or to add to (`yaml >>NAME`).
/// - A fence `console` holds command lines behind `$ `, each with its output. A line `...` stands for any lines.
struct ManualDocument {
  enum Action {
    case save(String, to: String, appending: Bool)
    case run(Command)
  }

  struct Command {
    var line: Int
    var text: String
    var output: [String]
  }

  struct Mistake: Error, CustomStringConvertible {
    var description: String
  }

  var folder: String?
  var actions: [Action] = []
  /// Places behind `](`, with their lines.
  var links: [(line: Int, target: String)] = []
  /// As the anchors of links name them.
  var anchors: Set<String> = []

  init(_ text: String) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var position = 0
    while position < lines.count {
      let line = lines[position]
      if line.hasPrefix("```") {
        let end = lines[(position + 1)...].firstIndex { $0.hasPrefix("```") }
        guard let end else { throw Mistake(description: "line \(position + 1): the fence is not closed") }
        try readFence(line.dropFirst(3), lines[(position + 1)..<end])
        position = end
      } else {
        readProse(line, number: position + 1)
      }
      position += 1
    }
  }

  private mutating func readFence(_ title: Substring, _ content: ArraySlice<String>) throws {
    let words = title.split(separator: " ")
    if words == ["console"] { return try readConsole(content) }
    guard words.count == 2 else { return }
    let appends = words[1].hasPrefix(">>")
    let text = content.joined(separator: "\n") + "\n"
    actions.append(.save(text, to: String(appends ? words[1].dropFirst(2) : words[1]), appending: appends))
  }

  private mutating func readConsole(_ content: ArraySlice<String>) throws {
    var command: Command?
    for (index, line) in zip(content.indices, content) {
      if line.hasPrefix("$ ") {
        if let command { actions.append(.run(command)) }
        command = Command(line: index + 1, text: String(line.dropFirst(2)), output: [])
      } else if command != nil {
        command?.output.append(line)
      } else {
        throw Mistake(description: "line \(index + 1): a console begins with `$ `")
      }
    }
    if let command { actions.append(.run(command)) }
  }

  private mutating func readProse(_ line: String, number: Int) {
    if let match = line.wholeMatch(of: /<!-- folder: (\S+) -->/) { folder = String(match.1) }
    if line.hasPrefix("#") { anchors.insert(Self.anchor(line.drop { $0 == "#" })) }
    // What stands in backquotes is no link.
    let plain = line.replacing(/`[^`]*`/, with: "")
    links += plain.matches(of: /\]\(([^)\s]+)\)/).map { (number, String($0.1)) }
  }

  /// `## What Firebreak reads` → `what-firebreak-reads`
  private static func anchor(_ heading: Substring) -> String {
    let text = heading.drop { $0 == " " }.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return text.replacing(" ", with: "-")
  }
}

extension ManualDocument.Command {
  /// Words as a shell reads them: at blanks, quotes hold together.
  var words: [String] {
    get throws {
      var words: [String] = []
      var word: String?
      var quote: Character?
      for character in text {
        switch (character, quote) {
        case (let end, .some(let open)) where end == open: quote = nil
        case (_, .some): word?.append(character)
        case ("'", nil), ("\"", nil):
          quote = character
          word = word ?? ""
        case (" ", nil):
          words += [word].compactMap(\.self)
          word = nil
        default: word = (word ?? "") + String(character)
        }
      }
      guard quote == nil else { throw ManualDocument.Mistake(description: "line \(line): a quote is not closed") }
      return words + [word].compactMap(\.self)
    }
  }

  /// The first line that is not as expected; nil when all of them are.
  func difference(from printed: [String]) -> String? {
    Self.difference(output[...], printed[...])
  }

  private static func difference(_ expected: ArraySlice<String>, _ printed: ArraySlice<String>) -> String? {
    var (expected, printed) = (expected, printed)
    while let line = expected.popFirst() {
      if line == "..." {
        // The next line that is shown says where to go on.
        guard let next = expected.first else { return nil }
        guard let place = printed.firstIndex(of: next) else { return "missing: \(next)" }
        printed = printed[place...]
      } else if printed.first == line {
        printed.removeFirst()
      } else {
        return "expected: \(line)\nprinted:  \(printed.first ?? "nothing more")"
      }
    }
    return printed.first.map { "not expected: \($0)" }
  }
}
