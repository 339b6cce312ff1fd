import Diagnostics
import FirestoreModel

/// A workload's query text made ready for the text form's reader.
///
/// The text form knows whole segments `{expression}` only, so a mixed segment `u{i}` becomes a placeholder whose
/// template is kept aside; and `limit $page` becomes the number, because a parameter is no number to the reader.
struct QueryTextPreparation {
  /// Templates by placeholder.
  private(set) var segments: [Text: TextTemplate] = [:]
  private(set) var text = ""
  private(set) var problems: [WorkloadProblem] = []
  private let scalar: ScalarText

  /// Whether offsets in the text are offsets in the file's.
  var isUnchanged: Bool { text.utf8.elementsEqual(scalar.text.utf8) }

  init(_ scalar: ScalarText, scope: NameScope) {
    self.scalar = scalar
    let words = Self.words(scalar.text)
    let pathPosition = Self.pathPosition(words.map { scalar.part($0).text })
    var end = 0
    for (position, word) in words.enumerated() {
      text += scalar.part(end..<word.lowerBound).text
      let part = scalar.part(word)
      if position == pathPosition {
        text += path(part, scope: scope)
      } else if position > 0, Self.counting.contains(scalar.part(words[position - 1]).text) {
        text += number(part, scope: scope)
      } else {
        text += part.text
      }
      end = word.upperBound
    }
    text += scalar.part(end..<scalar.text.utf8.count).text
  }

  private static let counting = ["limit", "limitToLast", "offset"]

  /// The word that is a path: the first, or after `group id under` and `* under` the next.
  private static func pathPosition(_ words: [String]) -> Int {
    switch words.first {
    case "group": words.count > 3 && words[2] == "under" ? 3 : -1
    case "*": words.count > 2 && words[1] == "under" ? 2 : -1
    default: 0
    }
  }

  /// Ranges between spaces; braces and quotes hold a word together.
  private static func words(_ text: String) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var cursor = TextCursor(text)
    cursor.skipSpaces()
    var start = cursor.position
    while let byte = cursor.current {
      switch byte {
      case UInt8(ascii: "{"):
        cursor.advance(by: (TemplateParser.endOfBraces(cursor) ?? cursor.position + 1) - cursor.position)
      case UInt8(ascii: "\""):
        cursor.advance()
        while let quoted = cursor.current, quoted != UInt8(ascii: "\"") {
          cursor.advance(by: quoted == UInt8(ascii: "\\") ? 2 : 1)
        }
        cursor.advance()
      case 0x20, 0x09, 0x0A, 0x0D:
        words.append(start..<cursor.position)
        cursor.skipSpaces()
        start = cursor.position
      default: cursor.advance()
      }
    }
    if start < cursor.position { words.append(start..<cursor.position) }
    return words
  }

  private mutating func path(_ path: ScalarText, scope: NameScope) -> String {
    TemplateParser.segmentRanges(path.text).map { segment(path.part($0), scope: scope) }.joined(separator: "/")
  }

  private mutating func segment(_ segment: ScalarText, scope: NameScope) -> String {
    let cursor = TextCursor(segment.text)
    guard segment.text.utf8.contains(UInt8(ascii: "{")) else { return segment.text }
    if cursor.current == UInt8(ascii: "{"), TemplateParser.endOfBraces(cursor) == cursor.bytes.count {
      return segment.text
    }
    if cursor.current == UInt8(ascii: "\"") { return segment.text }
    do throws(LineError) {
      let template = try TemplateParser.parse(segment, scope: scope)
      problems += template.unknownNames(in: scope)
      // No expression looks like this, so the placeholder cannot be mistaken for one.
      let placeholder = Text("segment \(segments.count + 1)")
      segments[placeholder] = template
      return "{\(placeholder)}"
    } catch {
      problems.append(WorkloadProblem(error, in: segment))
      return segment.text
    }
  }

  private mutating func number(_ word: ScalarText, scope: NameScope) -> String {
    guard let name = WorkloadDecoder.parameterName(word.text) else { return word.text }
    guard let value = scope.parameter(name) else {
      problems.append(.unknownName(.parameter, name, among: scope.parameterNames, span: word.span))
      return word.text
    }
    return value.interpolationText
  }
}
