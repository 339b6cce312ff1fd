/// The output for people: the message, the place, the source with carets below it, notes and help.
///
/// ```
/// error[FB4003 open-write]: anyone can write this document
///   --> firestore.rules:31:7
///    |
/// 30 |     match /reviews/{id} {
/// 31 |       allow write: if true;
///    |       ^^^^^^^^^^^^^^^^^^^^^
///    = example: no sign-in, create reviews/x with {}, allowed by this line
///    help: require `request.auth != null` and validate fields
/// ```
package struct FullRenderer: Hashable, Sendable {
  /// Colour by ANSI escapes.
  package var colours: Bool
  /// Columns for source text; longer lines are cut to a window around the place.
  package var width: Int

  package init(colours: Bool = false, width: Int = 100) {
    self.colours = colours
    self.width = max(width, 20)
  }

  /// All findings, an empty line behind each; empty for none. What several findings need alike is one block, at the
  /// first of their places, that names the others.
  package func text(_ findings: FindingList) -> String {
    var positions = SourcePositions()
    var blocks: [Block] = []
    var known: [Need: Int] = [:]
    for finding in findings.diagnostics {
      guard let needs = finding.needs else {
        blocks.append(Block(finding: finding))
        continue
      }
      let need = Need(code: finding.code, severity: finding.severity, definition: needs.json, file: needs.file)
      if let block = known[need] {
        blocks[block].others.append(finding)
      } else {
        known[need] = blocks.count
        blocks.append(Block(finding: finding))
      }
    }
    return blocks.map { text($0, &positions) + "\n" }.joined()
  }

  private struct Block {
    var finding: Diagnostic
    /// Findings that the same definition would mend.
    var others: [Diagnostic] = []
  }

  private struct Need: Hashable {
    var code: DiagnosticCode
    var severity: Severity
    var definition: String
    var file: String
  }

  /// `error[FB4003 open-write]: anyone can write this document`
  static func heading(_ diagnostic: Diagnostic) -> String {
    "\(label(diagnostic)): \(SingleLine.text(diagnostic.message))"
  }

  private static func label(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.severity.rawValue)[\(diagnostic.code.id) \(diagnostic.code.name)]"
  }

  private func text(_ block: Block, _ positions: inout SourcePositions) -> String {
    let diagnostic = block.finding
    let style = Style(colours: colours)
    var lines = [
      style.severity(Self.label(diagnostic), diagnostic.severity)
        + style.bold(": \(SingleLine.text(diagnostic.message))")
    ]
    var gutter = 2
    if let location = diagnostic.location {
      let snippet = Snippet(location, positions.lines(of: location.source), width: width)
      gutter = snippet.gutterWidth
      let place = SingleLine.text(positions.place(location))
      lines.append("\(blank(gutter))\(style.frame("-->")) \(place)")
      // A file that is not there or is empty has no line to show.
      if !location.source.bytes.isEmpty { lines += snippet.lines(style, diagnostic.severity) }
    }
    lines += diagnostic.notes.map { "\(blank(gutter)) \(style.frame("=")) \(SingleLine.text($0))" }
    lines += related(of: block).map { place in
      let at = place.location.map { positions.place($0) + ": " } ?? ""
      return "\(blank(gutter)) \(style.frame("=")) \(SingleLine.text(at + place.message))"
    }
    if let help = diagnostic.help {
      lines.append("\(blank(gutter)) \(style.help("help")): \(SingleLine.text(help))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Other places of one problem that are shown; more are counted, and formats for programs have them all.
  private static let shownPlaces = 10

  /// The others of a block are named in place of the few that each finding names itself.
  private func related(of block: Block) -> [(location: SourceLocation?, message: String)] {
    guard !block.others.isEmpty else { return block.finding.related.map { ($0.location, $0.message) } }
    let places = block.others.prefix(Self.shownPlaces).map { ($0.location, $0.needs?.mention ?? $0.message) }
    let rest = block.others.count - places.count
    return places + (rest == 0 ? [] : [(nil, "and \(Counted.text(rest, "more place"))")])
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// ANSI escapes, or nothing.
  struct Style {
    var colours: Bool

    func severity(_ text: String, _ severity: Severity) -> String {
      switch severity {
      case .error: paint(text, "1;31")
      case .warning: paint(text, "1;33")
      case .info: paint(text, "1;36")
      }
    }

    func bold(_ text: String) -> String { paint(text, "1") }

    func frame(_ text: String) -> String { paint(text, "34") }

    func help(_ text: String) -> String { paint(text, "1;32") }

    private func paint(_ text: String, _ code: String) -> String {
      colours ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
  }
}

extension FullRenderer {
  /// The lines of a source round a place, with carets below it; none where the source is empty.
  package func snippet(of location: SourceLocation, severity: Severity) -> [String] {
    if location.source.bytes.isEmpty { return [] }
    return Snippet(location, LineTable(location.source), width: width).lines(Style(colours: colours), severity)
  }
}
