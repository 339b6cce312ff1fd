import JSONRPC
package import StructuredText

/// What the `character` of a position counts.
package enum PositionEncoding: String, Hashable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"

  /// Bytes where the client can count them, since nothing has to be counted then; else what every client can.
  package init(offered node: Node?) {
    guard case .array(let offers)? = node?.content, offers.contains(where: { $0.text == "utf-8" }) else {
      self = .utf16
      return
    }
    self = .utf8
  }

  /// The units of a byte: those of a character are counted at its first.
  func units(of byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    }
  }
}

/// A place in a document as clients count: lines and characters from 0.
package struct TextPosition: Hashable, Sendable, Comparable {
  package var line: Int
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }

  /// Nil for what is no position. Clients write a huge number for the end of a line.
  package init?(_ node: Node?) {
    guard let line = node?.member("line")?.index, let character = node?.member("character")?.index else { return nil }
    self.init(line: line, character: character)
  }

  package var json: JSONValue { ["line": .integer(Int64(line)), "character": .integer(Int64(character))] }
}

package struct TextRange: Hashable, Sendable {
  package var start: TextPosition
  package var end: TextPosition

  package init(_ start: TextPosition, _ end: TextPosition) {
    self.start = start
    self.end = end
  }

  package init?(_ node: Node?) {
    guard let start = TextPosition(node?.member("start")), let end = TextPosition(node?.member("end")) else {
      return nil
    }
    self.init(start, end)
  }

  package var json: JSONValue { ["start": start.json, "end": end.json] }
}

extension Node {
  /// A number from 0, as positions and versions are.
  var index: Int? {
    guard case .number(let digits) = content, let value = NumberText(digits).integer, value >= 0 else { return nil }
    return Int(clamping: min(value, Int64(Int32.max)))
  }

  var elements: [Node] { if case .array(let elements) = content { elements } else { [] } }

  var boolean: Bool? { if case .boolean(let value) = content { value } else { nil } }
}
