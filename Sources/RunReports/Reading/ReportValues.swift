import Diagnostics
import Metering
import StructuredText

// Values that a report's JSON has in many places.

extension ObjectReader {
  /// Nil also where the key has `null`.
  mutating func present(_ key: String, _ presence: Presence = .optional) -> Node? {
    guard let node = node(key, presence) else { return nil }
    if case .null = node.content { return nil }
    return node
  }

  /// A string; nil also for `null`.
  mutating func text(_ key: String) -> String? { present(key).flatMap { decoding.string($0, for: key) } }

  mutating func count(_ key: String, _ presence: Presence = .optional) -> Int64 {
    integer(key, presence, in: 0 ... .max) ?? 0
  }

  mutating func elements(_ key: String) -> [Node] { array(key) ?? [] }

  mutating func elements<Value>(_ key: String, _ read: (Node) -> Value?) -> [Value] {
    elements(key).compactMap(read)
  }

  /// A list of counts.
  mutating func counts(_ key: String) -> [Int64] {
    let decoding = decoding
    return elements(key).compactMap { decoding.integer($0, for: key, in: 0 ... .max) }
  }

  /// `path:line`; nil for `null`.
  mutating func place(_ key: String, _ presence: Presence = .optional) -> SourceLocation? {
    guard let node = present(key, presence), let text = decoding.string(node, for: key) else { return nil }
    if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
      let line = Int64(text[text.utf8.index(after: colon)...]), ReportPlace.lines.contains(line)
    {
      return ReportPlace.location(String(text[..<colon]), line: Int(line), column: 1)
    }
    decoding.reportWrongType(expected: "`path:line`", for: key, found: node)
    return nil
  }
}

extension NodeDecoding {
  /// A number or a text that holds one exactly, such as `1/3`.
  func amount(_ node: Node, for name: String) -> Rational? {
    switch node.content {
    case .number(let text), .string(let text):
      if let amount = Rational(exact: text) { return amount }
    case .null, .boolean, .array, .object: break
    }
    reportWrongType(expected: "an amount of at most 38 digits", for: name, found: node)
    return nil
  }
}

/// Places of files that a report names, without the files.
enum ReportPlace {
  static let lines: ClosedRange<Int64> = 1...0xFFFF_FFFF
  static let columns: ClosedRange<Int64> = 1...0xFFFF_FFFF

  /// Findings are ordered by their spans: that of the place stands for line and column, and `order` for what comes next.
  static func location(_ path: String, line: Int, column: Int, order: Int = 0) -> SourceLocation {
    let position = SourcePosition(line: line, column: column)
    let start = line << 24 | min(column, 0xFF_FFFF)
    return SourceLocation(source: SourceText(path: path, knownPosition: position), span: Span(start, start + order))
  }
}

extension Tally {
  /// - Parameter isDifference: of two figures; else nothing is negative.
  init(reading object: inout ObjectReader, isDifference: Bool = false) {
    self.init()
    let range: ClosedRange<Int64> = isDifference ? .min ... .max : 0 ... .max
    writes = object.integer("writes", .required, in: range) ?? 0
    deletes = object.integer("deletes", .required, in: range) ?? 0
    ttlDeletes = object.integer("ttlDeletes", in: range) ?? 0
    bytes = object.integer("egressBytes", in: range) ?? 0
    realtimeBytes = object.integer("realtimeBytes", in: range) ?? 0
    if var parts = object.object("components", .required) {
      documents = parts.integer("documents", in: range) ?? 0
      minimum = parts.integer("minimum", in: range) ?? 0
      skipped = parts.integer("skipped", in: range) ?? 0
      missing = parts.integer("missing", in: range) ?? 0
      entries = parts.integer("entries", in: range) ?? 0
      ruleReads = parts.integer("ruleReads", in: range) ?? 0
      verify = parts.integer("verify", in: range) ?? 0
      reissued = parts.integer("reissued", in: range) ?? 0
    }
    guard let node = object.node("reads", .required), let stated = object.decoding.integer(node, for: "reads") else {
      return
    }
    if stated != reads, !object.decoding.hasErrors {
      object.decoding.report(
        .wrongType, "`reads` is \(stated), and its components add up to \(reads)", at: node.span,
        help: "the report was changed by hand; play the workload again")
    }
  }
}

extension BillingCalendar {
  init(reading object: inout ObjectReader) {
    let standard = BillingCalendar()
    self.init(
      monthDays: object.integer("monthDays", in: 1...366) ?? standard.monthDays,
      yearMonths: object.integer("yearMonths", in: 1...366) ?? standard.yearMonths)
  }
}
