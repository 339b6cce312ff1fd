/// The clauses of a query in its one-line text form, so that one can be changed and the rest stays as it is written.
struct QueryClauses: Hashable {
  /// The order in which the text form has them; the cursors are one clause.
  enum Clause: String, CaseIterable {
    case filter = "where"
    case order = "orderBy"
    case cursors
    case offset, limit, limitToLast, select, findNearest, aggregate
  }

  /// What is in front of every clause: collection or group.
  private(set) var source: String
  private var texts: [Clause: String] = [:]

  /// Without the word of the clause; cursors with it.
  subscript(clause: Clause) -> String? {
    get { texts[clause] }
    set { texts[clause] = newValue }
  }

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var marks: [(clause: Clause, start: Int, content: Int)] = []
    var (position, depth) = (0, 0)
    // After these words comes the name of a field, whatever it is called.
    var expectsField = false
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "`"):
        position = Self.endOfQuoted(bytes, position)
        expectsField = false
        continue
      case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): expectsField = depth == 0
      default:
        guard depth == 0, Self.isWord(byte), position == 0 || !Self.isWord(bytes[position - 1]) else { break }
        let end = bytes[position...].firstIndex { !Self.isWord($0) } ?? bytes.count
        let word = String(decoding: bytes[position..<end], as: UTF8.self)
        let isPlain = position == 0 || bytes[position - 1] == UInt8(ascii: " ")
        if !expectsField, isPlain, let clause = Self.clause(word), position > 0 {
          marks.append((clause, position, clause == .cursors ? position : end))
        }
        expectsField = ["where", "and", "or", "orderBy"].contains(word)
        position = end
        continue
      }
      position += 1
    }
    source = Self.trimmed(bytes[..<(marks.first?.start ?? bytes.count)])
    for (index, mark) in marks.enumerated() {
      let end = index + 1 < marks.count ? marks[index + 1].start : bytes.count
      let content = Self.trimmed(bytes[mark.content..<end])
      texts[mark.clause] = texts[mark.clause].map { "\($0) \(content)" } ?? content
    }
  }

  var text: String {
    Clause.allCases.reduce(source) { text, clause in
      guard let content = texts[clause] else { return text }
      return clause == .cursors ? "\(text) \(content)" : "\(text) \(clause.rawValue) \(content)"
    }
  }

  /// The query with one more condition.
  func narrowed(by condition: String) -> QueryClauses {
    var result = self
    result[.filter] =
      self[.filter].map { $0.contains(" or ") ? "(\($0)) and \(condition)" : "\($0) and \(condition)" } ?? condition
    return result
  }

  /// The conditions that `and` joins; nil where there is `or` or a parenthesis.
  var conditions: [String]? {
    guard let filter = texts[.filter] else { return [] }
    let bytes = Array(filter.utf8)
    var parts: [String] = []
    var (position, start, depth) = (0, 0, 0)
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "`"):
        position = Self.endOfQuoted(bytes, position)
        continue
      // What stands in a placeholder or a list is an operand.
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "(") where depth == 0: return nil
      case let byte where depth == 0 && Self.isWord(byte):
        let end = bytes[position...].firstIndex { !Self.isWord($0) } ?? bytes.count
        let word = bytes[position..<end]
        if word.elementsEqual("or".utf8) { return nil }
        if word.elementsEqual("and".utf8) {
          parts.append(Self.trimmed(bytes[start..<position]))
          start = end
        }
        position = end
        continue
      default: break
      }
      position += 1
    }
    return parts + [Self.trimmed(bytes[start...])]
  }

  private static func clause(_ word: String) -> Clause? {
    if ["startAt", "startAfter", "endAt", "endBefore"].contains(word) { return .cursors }
    return word == "cursors" ? nil : Clause(rawValue: word)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte >= 0x80
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func endOfQuoted(_ bytes: [UInt8], _ start: Int) -> Int {
    var position = start + 1
    while position < bytes.count, bytes[position] != bytes[start] {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(bytes.count, position + 1)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let blank = UInt8(ascii: " ")
    guard let first = bytes.firstIndex(where: { $0 != blank }), let last = bytes.lastIndex(where: { $0 != blank })
    else {
      return ""
    }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
