import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator

extension CoverageSummary {
  /// One page without anything from elsewhere: figures, what is missing, and the annotated sources.
  package var page: String {
    let sections = reports.map(\.section).joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Rules coverage</title>
      <style>\(CoveragePage.style)</style>
      </head>
      <body>
      <h1>Rules coverage</h1>
      <p>Expressions \(expressions.text), \(expressions.percentText)&nbsp;%</p>
      \(sections)</body>
      </html>

      """
  }
}

private enum CoveragePage {
  static let style = """
    body{font:15px/1.5 system-ui,sans-serif;margin:2rem;max-width:72rem;color:#1b1f24;background:#fff}
    pre{font:13px/1.6 ui-monospace,monospace;border:1px solid #d5dae0;border-radius:6px;padding:1rem;overflow-x:auto}
    table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .8rem;border:1px solid #d5dae0;text-align:left}
    .n{color:#8b949e;user-select:none}.m{background:#ffd7d5}.t{background:#fff1c2}.f{background:#fff1c2}.b{background:#d2f4d9}
    .v{background:#e4ecf7}.e{background:#ffe3c2}
    @media(prefers-color-scheme:dark){body{background:#15181c;color:#e4e7ea}td,th,pre{border-color:#3a4048}
    .m{background:#642226}.t,.f{background:#57461a}.b{background:#1c4a2a}.v{background:#24354d}.e{background:#5c3a17}}
    """

  /// Everything that comes from a file passes through here.
  static func escaped(_ text: String) -> String { MarkupText.escaped(text, .html) }
}

extension CoverageReport {
  fileprivate var section: String {
    let missing = gaps.map { gap in
      "<tr><td>\(gap.line)</td><td><code>\(CoveragePage.escaped(gap.text))</code></td><td>\(CoveragePage.escaped(gap.what))</td></tr>\n"
    }
    let table =
      missing.isEmpty
      ? "" : "<table>\n<tr><th>Line</th><th>Condition</th><th>Missing</th></tr>\n\(missing.joined())</table>\n"
    return """
      <h2>\(CoveragePage.escaped(source.path))</h2>
      <p>Rules \(statementShare.text), expressions \(expressionShare.text), conditions \(conditionShare.text)</p>
      \(table)<pre>\(annotatedSource)</pre>

      """
  }

  /// The source with line numbers; every expression is a span whose title says what it came out as.
  private var annotatedSource: String {
    var writer = AnnotatedSource(source)
    for root in roots where root.span.start >= writer.position { writer.add(root) }
    writer.addText(to: source.bytes.count)
    return writer.html
  }
}

/// Writes a source from start to end, with line numbers that restart the spans open at a line break.
private struct AnnotatedSource {
  private let source: SourceText
  private(set) var position = 0
  private(set) var html = ""
  private var line = 1
  private var open: [String] = []

  init(_ source: SourceText) {
    self.source = source
    position = source.byteOrderMarkLength
    html = Self.number(1)
  }

  mutating func add(_ node: CoverageReport.Node) {
    addText(to: node.span.start)
    let tag = "<span class=\"\(node.cssClass)\" title=\"\(CoveragePage.escaped(node.title))\">"
    html += tag
    open.append(tag)
    for child in node.children.sorted(by: { $0.span.start < $1.span.start }) where child.span.start >= position {
      add(child)
    }
    addText(to: node.span.end)
    open.removeLast()
    html += "</span>"
  }

  mutating func addText(to end: Int) {
    let end = min(max(end, position), source.bytes.count)
    guard end > position else { return }
    let text = String(decoding: source.bytes[position..<end], as: UTF8.self)
    position = end
    let pieces = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        line += 1
        html += String(repeating: "</span>", count: open.count) + "\n" + Self.number(line) + open.joined()
      }
      html += CoveragePage.escaped(String(piece))
    }
  }

  private static func number(_ line: Int) -> String {
    let digits = String(line)
    return "<span class=\"n\">\(String(repeating: " ", count: max(0, 4 - digits.count)))\(digits)  </span>"
  }
}

extension CoverageReport.Node {
  /// Missing, only true, only false, both, an error, or another value.
  fileprivate var cssClass: String {
    guard isEvaluated else { return "m" }
    var kinds: Set<String> = []
    for (value, _) in values {
      switch value {
      case .boolean(true): kinds.insert("t")
      case .boolean(false): kinds.insert("f")
      case .undefined: kinds.insert("e")
      case .null, .integer, .float, .string, .bytes, .timestamp, .duration, .geoPoint, .path, .list, .set, .map,
        .mapDiff,
        .other:
        kinds.insert("v")
      }
    }
    if kinds.contains("t"), kinds.contains("f") { return "b" }
    return kinds.contains("e") ? "e" : kinds.sorted().first ?? "v"
  }

  fileprivate var title: String {
    guard isEvaluated else { return "never evaluated" }
    return values.prefix(6).map { "\($0.value.text) ×\($0.count)" }.joined(separator: ", ")
      + (values.count > 6 ? ", …" : "")
  }
}

extension CoveredValue {
  fileprivate var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .float(let value): RuleValue.float(value).text
    case .string(let value): RuleValue.string(value).text
    case .timestamp(let value): RuleValue.timestamp(value).text
    case .duration(let value): RuleValue.duration(value).text
    case .path(let value): RuleValue.path(value).text
    case .bytes(let value): RuleValue.bytes(value).text
    case .geoPoint(let value): RuleValue.geoPoint(value).text
    case .list: "a list"
    case .set: "a set"
    case .map: "a map"
    case .mapDiff: "a \(RuleType.mapDiff.rawValue)"
    case .other(let type): "a \(type.rawValue)"
    case .undefined(let error): error.message
    }
  }
}
