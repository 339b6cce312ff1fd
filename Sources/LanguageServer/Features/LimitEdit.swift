import Diagnostics
import SourceTokens

/// A limit for a query that has none, where the text says for certain where it goes: before a method that sends the query,
/// in the parentheses of `query(…)`, or at the end of the query of a workload.
struct LimitEdit {
  /// Where something is inserted, from behind to the front.
  let insertions: [(text: String, offset: Int)]

  static let limit = 20

  /// - Parameter span: of the call that sends the query, in the document as it is now; or of the query of a workload.
  init?(_ finding: Diagnostic, at span: Range<Int>, in document: OpenDocument) {
    guard [.unboundedQuery, .listenerWithoutLimit].contains(finding.code), span.lowerBound < span.upperBound,
      span.upperBound <= document.bytes.count
    else { return nil }
    let text = CodeText(bytes: document.bytes)
    guard let language = SourceLanguage(fileName: document.address) else {
      guard document.address.hasSuffix(".workload.yaml"), let end = text.endOfQuery(span) else { return nil }
      insertions = [(" limit \(Self.limit)", end)]
      return
    }
    guard let found = Self.chained(text, span, language) ?? Self.nested(text, span, language) else { return nil }
    insertions = found
  }

  /// `query.getDocuments()`: the limit goes before the method.
  private static func chained(
    _ text: CodeText, _ span: Range<Int>, _ language: SourceLanguage
  ) -> [(text: String, offset: Int)]? {
    guard let call = calls[language], let name = text.word(from: span.lowerBound), call.senders.contains(name),
      let dot = text.last(before: span.lowerBound), text.bytes[dot] == UInt8(ascii: ".")
    else { return nil }
    // Of an optional receiver the rest of the chain has its own sign in some languages.
    if let before = text.last(before: dot), text.bytes[before] == UInt8(ascii: "?") { return nil }
    guard text.startsLine(dot) else { return [(call.limit, dot)] }
    return [(call.limit + "\n" + text.indent(of: dot), dot)]
  }

  /// `getDocs(query(…))`: the limit is one more argument, and a name that has to be imported.
  private static func nested(
    _ text: CodeText, _ span: Range<Int>, _ language: SourceLanguage
  ) -> [(text: String, offset: Int)]? {
    guard [.javascript, .typescript].contains(language), let name = text.word(from: span.lowerBound),
      ["getDocs", "onSnapshot", "getDocsFromServer", "collectionData"].contains(name),
      let open = text.first(from: span.lowerBound + name.utf8.count), text.bytes[open] == UInt8(ascii: "("),
      let start = text.first(from: open + 1), text.word(from: start) == "query",
      let inner = text.first(from: start + 5), text.bytes[inner] == UInt8(ascii: "("),
      let end = text.closing(of: inner), let last = text.last(before: end),
      let imports = text.importsWithQuery
    else { return nil }
    let comma = text.bytes[last] == UInt8(ascii: ",") ? " " : ", "
    var insertions: [(text: String, offset: Int)] = [("\(comma)limit(\(limit))", last + 1)]
    if !imports.hasLimit { insertions.append((", limit", imports.end)) }
    return insertions.sorted { $0.offset > $1.offset }
  }

  private struct Calls {
    var senders: Set<String>
    var limit: String
  }

  private static let calls: [SourceLanguage: Calls] = {
    let plain = ".limit(\(limit))"
    let web = Calls(senders: ["get", "onSnapshot"], limit: plain)
    let android = Calls(senders: ["get", "addSnapshotListener", "snapshots", "snapshotFlow"], limit: plain)
    return [
      .swift: Calls(
        senders: ["getDocuments", "addSnapshotListener", "snapshotPublisher"], limit: ".limit(to: \(limit))"),
      .kotlin: android, .java: android, .dart: Calls(senders: ["get", "snapshots"], limit: plain),
      .javascript: web, .typescript: web, .python: Calls(senders: ["get", "stream", "on_snapshot"], limit: plain),
    ]
  }()
}

/// Code as bytes, as far as one expression has to be understood.
private struct CodeText {
  let bytes: [UInt8]

  func word(from start: Int) -> String? {
    let word = bytes[min(start, bytes.count)...].prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  func first(from start: Int) -> Int? { bytes.indices.dropFirst(start).first { !bytes[$0].isBlank } }

  func last(before end: Int) -> Int? { bytes[..<end].lastIndex { !$0.isBlank } }

  func startsLine(_ offset: Int) -> Bool {
    bytes[..<offset].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "\n")
  }

  func indent(of offset: Int) -> String {
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// The parenthesis that closes one; nil where strings, comments or the end come between in a way that is not certain.
  func closing(of open: Int) -> Int? {
    var depth = 0
    var index = open
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return index }
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        guard let end = endOfText(index) else { return nil }
        index = end
      case UInt8(ascii: "`"), UInt8(ascii: "/"): return nil
      default: break
      }
      index += 1
    }
    return nil
  }

  private func endOfText(_ start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start] {
      guard bytes[index] != UInt8(ascii: "\n") else { return nil }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < bytes.count ? index : nil
  }

  /// `import { collection, query } from 'firebase/firestore'`: behind its last name, and whether `limit` is one of them.
  var importsWithQuery: (end: Int, hasLimit: Bool)? {
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
      index = end + 1
      let names = String(decoding: bytes[start + 1..<end], as: UTF8.self).split(separator: ",").map {
        String($0).filter { !$0.isWhitespace }
      }
      let rest = String(decoding: bytes[end...].prefix(200), as: UTF8.self).prefix { $0 != "\n" && $0 != ";" }
      guard word(before: start) == "import", names.contains("query"), rest.contains("firestore"),
        let last = last(before: end)
      else { continue }
      let isSeparated = bytes[last] == UInt8(ascii: ",")
      return (isSeparated ? last : last + 1, names.contains("limit"))
    }
    return nil
  }

  private func word(before end: Int) -> String? {
    guard let last = last(before: end) else { return nil }
    let word = bytes[...last].reversed().prefix { $0.isLetter }
    return String(decoding: word.reversed(), as: UTF8.self)
  }

  /// The end of a query in the text form; nil where something is behind the limit, or its text is not on one line.
  func endOfQuery(_ span: Range<Int>) -> Int? {
    let text = String(decoding: bytes[span], as: UTF8.self)
    let isQuoted = text.hasPrefix("'") || text.hasPrefix("\"")
    guard !text.contains("\n"), !text.hasPrefix("{"), !text.hasPrefix(">"), !text.hasPrefix("|"),
      ![" select ", " findNearest ", " aggregate "].contains(where: text.contains)
    else { return nil }
    return isQuoted ? span.upperBound - 1 : span.upperBound
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { [0x20, 0x09, 0x0A, 0x0D].contains(self) }
}
