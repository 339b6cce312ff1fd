package import Diagnostics
import FirestoreModel
import StructuredText

extension RealtimeQuerySpec: CustomStringConvertible {
  /// `orderByChild=ts&endAt=200,"m3"&limitToLast=50`: the words of the SDKs, values as JSON. Empty for the default query.
  package var description: String {
    var parts: [String] = []
    switch ordering {
    case .priority: break
    case .key: parts.append("orderByKey")
    case .value: parts.append("orderByValue")
    case .child(let path): parts.append("orderByChild=\(RealtimeIndexTarget.child(path))")
    }
    func add(_ name: String, _ bound: Bound) {
      let key = bound.key.map { ",\(JSONWriter.quoted($0.string))" } ?? ""
      parts.append("\(name)=\(JSONWriter.text(bound.value.json, .compact))\(key)")
    }
    if let start, start == end, start.isInclusive {
      add("equalTo", start)
    } else {
      if let start { add(start.isInclusive ? "startAt" : "startAfter", start) }
      if let end { add(end.isInclusive ? "endAt" : "endBefore", end) }
    }
    switch limit {
    case nil: break
    case .first(let count): parts.append("limitToFirst=\(count)")
    case .last(let count): parts.append("limitToLast=\(count)")
    }
    return parts.joined(separator: "&")
  }

  /// Reads that form. Values are JSON; a bare word is a string: `equalTo=alice`. `,` and `&` belong to a value only in
  /// quotes. As in a request to rules, `[200,"m3"]` is a value and a key, too, and `orderByKey=true` is `orderByKey`.
  /// - Throws: one located problem: FB0013 for a text that is not of this form, FB1009 for a combination that the SDKs
  ///   refuse.
  package init(parsing source: SourceText) throws(RealtimeQueryTextProblem) {
    var builder = RealtimeQueryBuilder()
    for part in RealtimeQuerySpec.parts(of: source.bytes) {
      let constraint = try RealtimeQuerySpec.constraint(part, source)
      do throws(RealtimeQueryRefusal) {
        try builder.add(constraint)
      } catch {
        throw RealtimeQueryTextProblem(
          diagnostic: Diagnostic(
            .invalidQuery, error.message, at: source.location(Span(part.lowerBound, part.upperBound)),
            help: error == .keyIsNoString ? RealtimeQuerySpec.quotingHelp(constraint) : nil))
      }
    }
    self = builder.spec
  }

  /// What stands between `&`s, quoted ones not counted.
  private static func parts(of bytes: [UInt8]) -> [Range<Int>] {
    bytes.isEmpty ? [] : split(bytes, 0..<bytes.count, at: UInt8(ascii: "&"))
  }

  private static func split(_ bytes: [UInt8], _ range: Range<Int>, at separator: UInt8) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var isQuoted = false
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\") where isQuoted: index += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case separator where !isQuoted:
        parts.append(start..<index)
        start = index + 1
      default: break
      }
      index += 1
    }
    parts.append(start..<range.upperBound)
    return parts
  }

  private static let words = [
    "orderByChild", "orderByKey", "orderByValue", "orderByPriority", "startAt", "startAfter", "endAt", "endBefore",
    "equalTo", "limitToFirst", "limitToLast",
  ]

  private static func constraint(
    _ part: Range<Int>, _ source: SourceText
  ) throws(RealtimeQueryTextProblem) -> RealtimeQueryBuilder.Constraint {
    let bytes = source.bytes
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    func problem(_ message: String, _ range: Range<Int>, help: String? = nil) -> RealtimeQueryTextProblem {
      let span = Span(range.lowerBound, range.upperBound)
      return RealtimeQueryTextProblem(
        diagnostic: Diagnostic(.malformedInput, message, at: source.location(span), help: help))
    }
    let equals = bytes[part].firstIndex(of: UInt8(ascii: "=")) ?? part.upperBound
    let name = text(part.lowerBound..<equals)
    let hasValue = equals < part.upperBound
    let value = hasValue ? equals + 1..<part.upperBound : part.upperBound..<part.upperBound
    switch name {
    case "orderByKey", "orderByValue", "orderByPriority":
      switch text(value) {
      case _ where !hasValue: break
      case "true": break
      case "false": throw problem("`\(name)=false` orders nothing", value, help: "leave it out")
      default: throw problem("`\(name)` takes no value", value, help: "write `\(name)`")
      }
      return name == "orderByKey" ? .orderByKey : name == "orderByValue" ? .orderByValue : .orderByPriority
    case "orderByChild", "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst", "limitToLast":
      guard hasValue else { throw problem("`\(name)` needs a value", part, help: "write `\(name)=…`") }
    default:
      let nearest = (ordering(named: name, text(value)) ?? NearestName.of(name, among: words)).map {
        "did you mean \(QuotedText.of($0))?"
      }
      throw problem(
        "unknown query option \(QuotedText.of(name))", part.lowerBound..<equals,
        help: nearest ?? "options: " + words.joined(separator: ", "))
    }
    if name == "orderByChild" {
      guard case .string(let path) = json(text(value), onlyText: true) else {
        throw problem("expected a child path", value)
      }
      return .orderByChild(path)
    }
    let written = split(bytes, value, at: UInt8(ascii: ","))
    let values = written.map { json(text($0)) }
    guard let first = values.first else { throw problem("`\(name)` needs a value", part) }
    if name == "limitToFirst" || name == "limitToLast" {
      guard values.count == 1 else { throw problem("`\(name)` takes one number", value) }
      return name == "limitToFirst" ? .limitToFirst(first) : .limitToLast(first)
    }
    // A list or an object has commas of its own.
    switch json(text(value)) {
    case .array(let pair):
      if pair.count == 2, case .string(let key) = pair[1] { return bound(name, pair[0], key: key) }
      return bound(name, .array(pair), key: nil)
    case .object(let members): return bound(name, .object(members), key: nil)
    case .null, .boolean, .integer, .number, .string: break
    }
    for (range, value) in zip(written, values) {
      guard case .string = value, let start = bytes[range].first, "[{".utf8.contains(start) else { continue }
      throw problem("`\(name)` has a list or an object that is no JSON", part, help: "quote text: `\(name)=\"[a]\"`")
    }
    guard values.count <= 2 else {
      throw problem("`\(name)` takes a value and a key", value, help: "quote text with commas")
    }
    return bound(name, first, key: values.count == 2 ? keyText(values[1]) : nil)
  }

  private static func bound(_ name: String, _ value: JSONValue, key: String?) -> RealtimeQueryBuilder.Constraint {
    switch name {
    case "startAt": .startAt(value, key: key)
    case "startAfter": .startAfter(value, key: key)
    case "endAt": .endAt(value, key: key)
    case "endBefore": .endBefore(value, key: key)
    default: .equalTo(value, key: key)
    }
  }

  /// What REST writes as `orderBy="$key"` and `orderBy="ts"`, in the words of the SDKs.
  private static func ordering(named name: String, _ value: String) -> String? {
    guard name == "orderBy", case .string(let ordering) = json(value, onlyText: true), !ordering.isEmpty else {
      return nil
    }
    switch ordering {
    case "$key": return "orderByKey"
    case "$value": return "orderByValue"
    case "$priority": return "orderByPriority"
    default: return "orderByChild=\(ordering)"
    }
  }

  /// How a bound that was refused as no key is written as one.
  private static func quotingHelp(_ constraint: RealtimeQueryBuilder.Constraint) -> String {
    switch constraint {
    case .startAt(let value, _), .startAfter(let value, _), .endAt(let value, _), .endBefore(let value, _),
      .equalTo(let value, _):
      switch value {
      case .null, .boolean, .integer, .number: return "write `\(JSONWriter.quoted(JSONWriter.text(value, .compact)))`"
      case .string, .array, .object: return "write the key as text"
      }
    case .orderByChild, .orderByKey, .orderByValue, .orderByPriority, .limitToFirst, .limitToLast:
      return "write the key in quotes"
    }
  }

  /// JSON, or else the text itself.
  private static func json(_ text: String, onlyText: Bool = false) -> JSONValue {
    let node = JSONReader.read(SourceText(path: "<value>", text: text)).valid
    guard let node else { return .string(text) }
    if onlyText, case .string = node.content {} else if onlyText { return .string(text) }
    return JSONValue(node)
  }

  /// A key is text even where it looks like a number.
  private static func keyText(_ value: JSONValue) -> String {
    if case .string(let text) = value { text } else { JSONWriter.text(value, .compact) }
  }
}

/// Why a text is no query.
package struct RealtimeQueryTextProblem: Error, Hashable, Sendable {
  package var diagnostic: Diagnostic
}
