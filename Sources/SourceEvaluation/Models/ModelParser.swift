/// Reads the text of a model: sections that begin with what they are, and lines of clauses and rows below them.
package enum ModelParser {
  package static func sections(_ text: String) throws(RowError) -> [ModelSection] {
    var sections: [ModelSection] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      try read(line, index + 1, &sections)
    }
    return sections
  }

  private static func read(_ line: Substring, _ number: Int, _ sections: inout [ModelSection]) throws(RowError) {
    let content = line.drop { $0 == " " }
    guard let first = content.first, first != "#" else { return }
    let words = content.split(separator: " ").map(String.init)
    if content.startIndex == line.startIndex {
      guard words.count == 2, let kind = ModelSection.Kind(rawValue: words[0]) else {
        throw RowError(number, "a section begins with sdk, library or other and its name")
      }
      sections.append(ModelSection(kind: kind, name: words[1]))
      return
    }
    guard !sections.isEmpty else { throw RowError(number, "no section has begun") }
    try add(content, words, number, &sections[sections.count - 1])
  }

  private static func add(
    _ content: Substring, _ words: [String], _ number: Int, _ section: inout ModelSection
  ) throws(RowError) {
    let rest = Array(words.dropFirst())
    switch words[0] {
    case "modules":
      section.modules += rest
      section.modules.sort { $0.utf8.count > $1.utf8.count }
    case "unbound": section.unbound += rest
    case "local": section.locals += rest
    case "whole": section.wholes += rest
    case "bare" where rest.isEmpty: section.isBare = true
    case "part":
      guard rest.count == 2 else { throw RowError(number, "a part has a name and a section") }
      section.parts.append((rest[0], rest[1]))
    case "strong": section.strong += rest
    case "getters" where rest.isEmpty: section.hasGetters = true
    case "handles": section.handles += rest
    case "handlers": section.handlers += rest
    case "members":
      guard let role = rest.first.flatMap(MemberRole.init) else {
        throw RowError(number, "what members are is missing")
      }
      for name in rest.dropFirst() { section.members[name] = role }
    case "operators": section.operators += rest
    case "directions": section.directions += rest
    case "later": section.later += rest
    case "generated":
      guard let suffix = rest.first else { throw RowError(number, "what generated names end with is missing") }
      section.generated.append((suffix, Array(rest.dropFirst())))
    case "caller":
      guard rest.count == 1, let caller = ModelSection.Caller(rawValue: rest[0]) else {
        throw RowError(number, "a caller is admin, client, database or unstated")
      }
      section.caller = caller
    default: section.rows += try RowParser.rows(content, line: number, handles: section.handles)
    }
  }
}
