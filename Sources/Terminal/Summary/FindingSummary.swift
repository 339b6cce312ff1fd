package import Diagnostics

/// What a run has found on one screen: by importance, one line a cause, and what to do next.
package struct FindingSummary {
  /// Columns.
  private let width: Int
  private let isColored: Bool
  private let isASCII: Bool
  /// Every cause, information too.
  private let showsAll: Bool

  package init(width: Int, isColored: Bool, isASCII: Bool, showsAll: Bool) {
    self.width = width
    self.isColored = isColored
    self.isASCII = isASCII
    self.showsAll = showsAll
  }

  /// - Parameters:
  ///   - heads: what was looked at, a line a project.
  ///   - nothing: what is said where nothing was found.
  ///   - known: how many more findings were there before.
  ///   - hints: further steps for the last line.
  package func text(
    _ findings: FindingList, heads: [String], nothing: String = "no findings", known: String? = nil,
    hints: [String] = []
  ) -> String {
    var sections: [FindingSection: [Diagnostic]] = [:]
    let isAboutDocuments = findings.diagnostics.allSatisfy(\.isInDocument)
    // Which files were found stands above.
    for finding in findings.diagnostics where finding.code != .configNotFound {
      sections[FindingSection(finding, isAboutDocuments: isAboutDocuments), default: []].append(finding)
    }
    var head = heads.map { plain($0) }
    // Which files were found, and which are not used, decides what everything else is worth.
    head += findings.diagnostics.filter { $0.code == .configNotFound }.map { finding in
      plain(([finding.message] + finding.notes).map(QuotedText.singleLine).joined(separator: "; "))
    }
    let shown = FindingSection.allCases.compactMap { section -> (FindingSection, [Diagnostic])? in
      let shown = (sections[section] ?? []).filter { showsAll || section.showsInformation || $0.severity > .info }
      return shown.isEmpty || (section == .documents && !showsAll) ? nil : (section, shown)
    }
    let count = shown.reduce(0) { $0 + $1.1.count }
    let listed = sections.values.reduce(0) { $0 + $1.count }
    let end = last(
      FindingList(sections.values.flatMap(\.self)), hidden: listed - count, nothing, [known].compactMap(\.self), hints)
    var positions = SourcePositions()
    var body: [String] = []
    for room in showsAll ? [Room.all] : Room.choices {
      body = shown.flatMap { lines(of: $0.1, in: $0.0, room, &positions) }
      if head.count + Self.lineCount(body + [end]) <= Self.screen { break }
    }
    return (head + body + [end]).joined(separator: "\n") + "\n"
  }

  /// The lines that are read at a glance.
  private static let screen = 15

  /// How many lines the causes of a section may take.
  private struct Room {
    var failing: Int
    var others: Int
    /// Words are cut rather than that a cause takes a second line.
    var isCompact = true
    /// Where only warnings are is said where a line has room for it: causes of errors need the lines more.
    var isBare = false

    static let all = Room(failing: .max, others: .max, isCompact: false)
    /// What is shown at length where there is room for it.
    static let choices =
      [Room(failing: 12, others: 8, isCompact: false), Room(failing: 12, others: 8)]
      + [(12, 8), (9, 6), (8, 4), (6, 3), (5, 2), (4, 2), (3, 1), (2, 1)].map {
        Room(failing: $0, others: $1, isBare: true)
      }
  }

  private static func lineCount(_ lines: [String]) -> Int {
    lines.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
  }

  private func lines(
    of findings: [Diagnostic], in section: FindingSection, _ room: Room, _ positions: inout SourcePositions
  ) -> [String] {
    return section.listsCauses || showsAll
      ? causes(findings, of: section, room, &positions) : summary(findings, of: section, room, &positions)
  }

  /// One line for what a section has, and one for each cause that is an error: that line says where it is.
  private func summary(
    _ findings: [Diagnostic], of section: FindingSection, _ room: Room, _ positions: inout SourcePositions
  ) -> [String] {
    let errors = findings.filter { $0.severity == .error }
    let rest = findings.filter { $0.severity != .error }
    if errors.isEmpty {
      let hint = section == .indexesElsewhere ? ["      list them:  firebreak indexes suggest"] : []
      return [line(heading(section, findings), headingWidth(section, findings), rest, room, &positions)] + hint
    }
    let causes = causes(errors, of: section, room, &positions, heading: heading(section, findings))
    return rest.isEmpty ? causes : causes + [line("", 0, rest, room, &positions)]
  }

  private func causes(
    _ findings: [Diagnostic], of section: FindingSection, _ room: Room, _ positions: inout SourcePositions,
    heading: String? = nil
  ) -> [String] {
    let separate = FindingCause.causes(of: findings)
    let height = section.listsCauses ? room.failing : room.others
    var shown = separate.map { line(of: $0, room, &positions) }
    if Self.lineCount(shown) > height { shown = FindingCause.byCode(separate).map { line(of: $0, room, &positions) } }
    var lines = [heading ?? self.heading(section, findings)]
    var left = height
    for (index, text) in shown.enumerated() {
      let lineCount = Self.lineCount([text])
      // The line that would say that there is one more can say what it is.
      let isLast = index == shown.count - 1
      guard left - lineCount >= (isLast ? -1 : 1) || index == 0 else {
        lines.append("  and \(Counted.text(shown.count - index, "more cause")): --all")
        break
      }
      lines.append(text)
      left -= lineCount
    }
    let missing = separate.reduce(0) { $0 + $1.missingIndexes }
    if missing > 0 {
      lines.append("      add \(missing == 1 ? "it" : "all \(missing)"):  firebreak indexes suggest --write")
    }
    return lines
  }

  /// `  5 × missing composite index  orders (state ASC, createdAt DESC)   src/a.ts:14  src/b.ts:11,20`
  private func line(of cause: FindingCause, _ room: Room, _ positions: inout SourcePositions) -> String {
    let words = [cause.name, QuotedText.singleLine(cause.subject)].filter { !$0.isEmpty }.joined(separator: "  ")
    let text = plain("  \(cause.findings.count) × \(words)")
    // A definition is of no use without its end; of another subject the beginning is enough.
    let places = FoundPlaces(cause.findings, &positions)
    let least = DisplayWidth.of(places.text(width: 0, ellipsis: ellipsis))
    let widest = room.isCompact ? max(width / 2, width - least - 2) : width
    let shown = cause.namesDefinition ? text : cut(text, to: widest)
    return with(places, shown, DisplayWidth.of(shown)) ?? shown
  }

  /// Places stand beside what they are places of, or in a line of their own where they do not fit: a path that is cut
  /// cannot be opened.
  /// Nil where a second line is needed, and there shall be none.
  private func with(
    _ places: FoundPlaces, _ text: String, _ textWidth: Int, onlyBeside: Bool = false
  ) -> String? {
    let room = width - textWidth - 2
    let beside = places.text(width: room, ellipsis: ellipsis)
    if DisplayWidth.of(beside) <= room { return text + "  " + beside }
    if onlyBeside { return nil }
    let indent = "      "
    return text + "\n" + indent + places.text(width: width - indent.count, ellipsis: ellipsis)
  }

  /// `COSTS MORE THAN IT LOOKS  8   2 × listener without limit · 5 × unbounded query`
  private func line(
    _ head: String, _ headWidth: Int, _ findings: [Diagnostic], _ room: Room, _ positions: inout SourcePositions
  ) -> String {
    let kinds = Dictionary(grouping: findings, by: Kind.init).sorted { left, right in
      let (first, second) = (left.value.map(\.severity).max() ?? .info, right.value.map(\.severity).max() ?? .info)
      if first != second { return first > second }
      if left.key.isUncalled != right.key.isUncalled { return right.key.isUncalled }
      return left.value.count != right.value.count
        ? left.value.count > right.value.count : left.key.code.number < right.key.code.number
    }
    let parts = kinds.map { "\($0.value.count) × \($0.key.name)" }.joined(separator: " · ")
    let left = width - headWidth
    let text = cut(plain("  " + parts), to: left)
    let places = FoundPlaces(findings, &positions)
    return with(places, head + text, headWidth + DisplayWidth.of(text), onlyBeside: room.isBare) ?? head + text
  }

  /// What one part of a section's line counts.
  private struct Kind: Hashable {
    var code: DiagnosticCode
    var isUncalled: Bool

    init(_ finding: Diagnostic) {
      code = finding.code
      isUncalled = finding.isUncalled
    }

    var name: String { FindingCause.name(of: code) + (isUncalled ? " in code that nothing calls" : "") }
  }

  private func heading(_ section: FindingSection, _ findings: [Diagnostic]) -> String {
    let title = paint(section.title, findings.map(\.severity).max() ?? .info)
    return "\(title)  \(findings.count)"
  }

  private func headingWidth(_ section: FindingSection, _ findings: [Diagnostic]) -> Int {
    section.title.utf8.count + 2 + String(findings.count).utf8.count
  }

  /// `9 errors, 17 warnings, 4 infos · details: -o full · every cause, and 4 more findings: --all`
  private func last(
    _ findings: FindingList, hidden: Int, _ nothing: String, _ known: [String], _ hints: [String]
  ) -> String {
    guard !findings.isEmpty else { return plain(([nothing] + known + hints).joined(separator: " · ")) }
    let more = hidden == 0 ? "" : ", and \(Counted.text(hidden, "more finding"))"
    let all = !showsAll && (hidden > 0 || findings.count(.info) > 0) ? ["every cause\(more): --all"] : []
    let sums = ([findings.summary] + known).joined(separator: " · ")
    let next = (["details: -o full"] + all + hints).joined(separator: " · ")
    let fits = DisplayWidth.of(sums) + DisplayWidth.of(next) + 3 <= width
    return plain(sums + (fits ? " · " : "\n") + next)
  }

  private var ellipsis: String { isASCII ? "..." : "…" }

  /// Signs that every terminal has.
  private func plain(_ text: String) -> String {
    isASCII
      ? text.replacing("×", with: "x").replacing("·", with: "-").replacing("…", with: "...") : text
  }

  private func cut(_ text: String, to width: Int) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    var rest = Substring(text)
    while !rest.isEmpty, DisplayWidth.of(String(rest)) + ellipsis.count > width { rest.removeLast() }
    return rest + ellipsis
  }

  private func paint(_ text: String, _ severity: Severity) -> String {
    guard isColored else { return text }
    let code =
      switch severity {
      case .error: "1;31"
      case .warning: "1;33"
      case .info: "1;36"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
