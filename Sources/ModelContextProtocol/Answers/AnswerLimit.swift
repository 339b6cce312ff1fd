import StructuredText

/// Keeps answers as short as a model can use: long lists and texts are cut, and the answer says which and by how much.
package struct AnswerLimit: Hashable, Sendable {
  /// Characters of the text.
  package var text: Int
  /// Bytes of the values, written without blanks.
  package var content: Int

  package init(text: Int = 8_000, content: Int = 40_000) {
    self.text = text
    self.content = content
  }

  /// Elements of any one list that are tried, from many to few.
  private static let lengths = [100, 40, 20, 10, 5, 2, 1]
  /// Characters of any one text among the values.
  private static let characters = 1_000

  package func applied(to answer: ToolAnswer) -> ToolAnswer {
    var answer = answer
    answer.text = shortened(answer.text)
    answer.content = answer.content.map(shortened)
    return answer
  }

  private func shortened(_ text: String) -> String {
    guard text.count > self.text else { return text }
    var lines = String(text.prefix(self.text))
    if let end = lines.lastIndex(of: "\n") { lines = String(lines[..<end]) }
    let left = text.count - lines.count
    return lines + "\n… \(left) more characters: narrow the question down, or ask the command itself\n"
  }

  private func shortened(_ value: JSONValue) -> JSONValue {
    for length in Self.lengths {
      var cutting = Cutting(length: length, characters: Self.characters)
      let short = cutting.shortened(value, at: "")
      let whole = cutting.noted(in: short)
      if JSONWriter.text(whole, .compact).utf8.count <= content { return whole }
    }
    let cut: JSONValue = .object([.init("at", "/"), .init("shown", 0), .init("of", 1)])
    return .object([.init("cut", .array([cut]))])
  }
}

/// One try at a length.
private struct Cutting {
  let length: Int
  let characters: Int
  /// By the place of a list, without the numbers of elements: the most that one of them had.
  private var cuts: [(place: String, of: Int)] = []

  init(length: Int, characters: Int) {
    self.length = length
    self.characters = characters
  }

  mutating func shortened(_ value: JSONValue, at place: String) -> JSONValue {
    switch value {
    case .string(let text) where text.count > characters: return .string(text.prefix(characters) + "…")
    case .array(let elements):
      note(elements.count, at: place)
      return .array(elements.prefix(length).map { shortened($0, at: place + "/*") })
    case .object(let members):
      return .object(members.map { .init($0.key, shortened($0.value, at: "\(place)/\($0.key)")) })
    case .null, .boolean, .number, .integer, .string: return value
    }
  }

  /// With `cut`: which lists are not whole.
  func noted(in value: JSONValue) -> JSONValue {
    guard !cuts.isEmpty, case .object(let members) = value else { return value }
    let notes = cuts.map { cut -> JSONValue in
      .object([
        .init("at", .string(cut.place)), .init("shown", .integer(Int64(length))), .init("of", .integer(Int64(cut.of))),
      ])
    }
    return .object(members + [.init("cut", .array(notes))])
  }

  private mutating func note(_ count: Int, at place: String) {
    guard count > length else { return }
    if let index = cuts.firstIndex(where: { $0.place == place }) {
      cuts[index].of = max(cuts[index].of, count)
    } else {
      cuts.append((place, count))
    }
  }
}
