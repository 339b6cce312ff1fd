import JSONRPC
import StructuredText

/// The keys and values that a schema knows for a place.
struct SchemaCompletion {
  let items: [CompletionItem]

  init(_ schema: FileSchema, _ document: OpenDocument, at offset: Int) {
    let isJSON = document.address.hasSuffix(".json")
    let place = isJSON ? FilePlace(json: document, at: offset) : FilePlace(yaml: document, at: offset)
    var items: [CompletionItem] = []
    let schemas = schema.schemas(at: place.path)
    if place.mayBeKey {
      for member in schemas.flatMap({ $0.member("properties")?.members ?? [] })
      where !place.siblings.contains(member.key) {
        items.append(
          CompletionItem(
            label: member.key, kind: .property, documentation: member.value.member("description")?.text,
            insertion: isJSON ? (place.isQuoted ? member.key : "\"\(member.key)\": ") : "\(member.key): "))
      }
    }
    if place.mayBeValue {
      for value in schemas.flatMap({ Self.values(of: $0) }) {
        items.append(
          CompletionItem(
            label: value, kind: .value,
            insertion: isJSON && !place.isQuoted && !Self.literals.contains(value) ? "\"\(value)\"" : value))
      }
    }
    var known: Set<String> = []
    self.items = items.filter { known.insert($0.label).inserted }
  }

  private static let literals: Set<String> = ["true", "false"]

  private static func values(of schema: Node) -> [String] {
    var values = (schema.member("enum")?.elements ?? []).compactMap(\.text)
    values += [schema.member("const")?.text].compactMap(\.self)
    if schema.member("type")?.text == "boolean" { values += ["true", "false"] }
    return values
  }
}

/// Where a cursor is in a file of keys and values that may be written half.
struct FilePlace: Hashable {
  /// The keys around it; nil: an element of an array.
  var path: [String?] = []
  var mayBeKey = false
  var mayBeValue = false
  /// It is between quotes.
  var isQuoted = false
  /// Keys that stand beside it.
  var siblings: Set<String> = []
}

// MARK: - JSON

extension FilePlace {
  private struct Level {
    var isArray: Bool
    var key: String?
    var keys: Set<String> = []
    var hasColon = false
  }

  init(json document: OpenDocument, at offset: Int) {
    let bytes = document.bytes
    var levels: [Level] = []
    var index = 0
    var text: String?
    while index < min(offset, bytes.count) {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let end = Self.endOfText(in: bytes, from: index + 1)
        if end >= offset {
          isQuoted = true
          index = offset
          continue
        }
        text = String(decoding: bytes[index + 1..<end], as: UTF8.self)
        index = end
      case UInt8(ascii: "{"): levels.append(Level(isArray: false))
      case UInt8(ascii: "["): levels.append(Level(isArray: true))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: ":"):
        if !levels.isEmpty {
          levels[levels.count - 1].key = text
          levels[levels.count - 1].keys.insert(text ?? "")
          levels[levels.count - 1].hasColon = true
        }
      case UInt8(ascii: ","):
        if !levels.isEmpty {
          levels[levels.count - 1].key = nil
          levels[levels.count - 1].hasColon = false
        }
      default: break
      }
      index += 1
    }
    guard let last = levels.last else { return }
    for level in levels.dropLast() { path.append(level.isArray ? nil : level.key) }
    mayBeValue = last.isArray || last.hasColon
    mayBeKey = !mayBeValue
    if mayBeValue { path.append(last.isArray ? nil : last.key) }
    siblings = last.keys
  }

  /// The closing quote, or the end of the line.
  private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\n") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count)
  }
}

// MARK: - YAML

extension FilePlace {
  private struct Line {
    var indent: Int
    /// What stands behind each dash counts as indented by it.
    var dashes: [Int] = []
    var key: String?
    var value: String

    init?(_ text: Substring) {
      var rest = text
      indent = rest.prefix { $0 == " " }.count
      rest = rest.dropFirst(indent)
      while rest.hasPrefix("- ") || rest == "-" {
        dashes.append(indent)
        let blanks = rest.dropFirst().prefix { $0 == " " }.count
        indent += 1 + blanks
        rest = rest.dropFirst(1 + blanks)
      }
      if rest.hasPrefix("#") || rest.isEmpty && dashes.isEmpty { return nil }
      if let colon = rest.firstIndex(of: ":"),
        rest[rest.index(after: colon)...].first.map({ $0 == " " }) ?? true, !rest.hasPrefix("\"")
      {
        key = String(rest[..<colon])
        value = String(rest[rest.index(after: colon)...].drop { $0 == " " })
      } else {
        key = nil
        value = String(rest)
      }
    }
  }

  init(yaml document: OpenDocument, at offset: Int) {
    let before = String(decoding: document.bytes.prefix(offset), as: UTF8.self)
    var lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let own = lines.popLast() ?? ""
    let current = Line(own)
    var limit = current?.indent ?? own.count
    // Keys around the cursor, from the inside.
    var outer: [String?] = []
    for dash in (current?.dashes ?? []).reversed() {
      outer.append(nil)
      limit = dash
    }
    // A dash may stand below its key.
    var isBehindDash = !(current?.dashes.isEmpty ?? true)
    siblings = []
    var isBeside = current?.dashes.isEmpty ?? true
    for text in lines.reversed() {
      guard let line = Line(text) else { continue }
      let start = line.dashes.first ?? line.indent
      if isBeside, line.indent == limit, let key = line.key { siblings.insert(key) }
      if line.indent < limit || isBehindDash && line.dashes.isEmpty && line.indent == limit {
        if let key = line.key { outer.append(key) }
        limit = line.indent
        isBehindDash = false
        isBeside = false
      }
      if !line.dashes.isEmpty, line.indent <= limit, start < limit {
        for dash in line.dashes.reversed() {
          outer.append(nil)
          limit = dash
        }
        isBehindDash = true
        isBeside = false
      }
    }
    path = outer.reversed()
    if let key = current?.key, own.contains(":") {
      path.append(key)
      mayBeValue = true
    } else {
      mayBeKey = true
      mayBeValue = !(current?.dashes.isEmpty ?? true)
    }
  }
}
