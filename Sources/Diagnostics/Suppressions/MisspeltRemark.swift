/// A comment that means to speak to Firebreak and uses none of its words, so that it has no effect:
/// `firebreak-ignor FB2001 -- …`, `firebreak: ass admin`.
package struct MisspeltRemark: Hashable, Sendable {
  /// What was written, up to where it goes wrong.
  package var written: String
  /// The form that was probably meant.
  package var meant: String

  private static let ignoring = ["ignore", "ignore-file"]

  /// Nil for a comment that Firebreak understands, and for one that only mentions it.
  /// - Parameter text: without the comment's own signs.
  package init?(_ text: String) {
    let line = text.prefix { !$0.isNewline }
    let name = "firebreak"
    guard line.lowercased().hasPrefix(name) else {
      self.init(misspeltName: line)
      return
    }
    let head = line.prefix(name.count)
    let rest = line.dropFirst(name.count)
    let signs = rest.prefix { "-_:. \t".contains($0) }
    let words = rest.dropFirst(signs.count).split(whereSeparator: \.isWhitespace).map(String.init)
    guard !signs.isEmpty, let first = words.first else {
      // `firebreak:` and nothing more.
      guard signs.contains(":"), words.isEmpty else { return nil }
      self.init(written: String(line), meant: "firebreak: as ACTOR")
      return
    }
    let word = first.lowercased().replacing("_", with: "-").split(separator: ":").first.map(String.init) ?? ""
    if signs.contains(":"), let meant = Self.actor(words) {
      guard meant != line.split(whereSeparator: \.isWhitespace).joined(separator: " ") else { return nil }
      self.init(written: "\(head)\(signs)\(first)", meant: meant)
      return
    }
    // Without its colon: three words that are no sentence.
    if signs.allSatisfy(\.isWhitespace), first == "as", words.count == 2, let meant = Self.actor(words) {
      self.init(written: "\(head)\(signs)\(first)", meant: meant)
      return
    }
    let isExact =
      head == name && signs == "-" && Self.ignoring.contains(String(first.split(separator: ":").first ?? ""))
    guard !isExact else { return nil }
    // A sentence about the tool has no codes in it; one word alone is no sentence.
    let namesCodes = words.dropFirst().contains { DiagnosticCode.isLike($0.filter { $0 != "," }) }
    guard namesCodes || words.count == 1 || words.contains("--") else { return nil }
    let near = NearestName.of(word, among: Self.ignoring)
    let meant = near ?? (word.hasSuffix("file") ? "ignore-file" : "ignore")
    // `firebreak explain FB2001` is a command.
    let isOneWord = signs.contains { !$0.isWhitespace }
    guard near != nil || namesCodes && isOneWord else { return nil }
    self.init(written: "\(head)\(signs)\(first)", meant: "firebreak-\(meant)")
  }

  /// `firebrake-ignore FB2001`, `fire-break-ignore-file FB2001`
  private init?(misspeltName line: Substring) {
    let words = line.split { $0.isWhitespace || $0 == "," }.map(String.init)
    guard let first = words.first, first.contains("-"), words.count > 1, DiagnosticCode.isLike(words[1]),
      let meant = NearestName.of(first, among: Self.ignoring.map { "firebreak-\($0)" })
    else { return nil }
    self.init(written: first, meant: meant)
  }

  private init(written: String, meant: String) {
    self.written = written
    self.meant = meant
  }

  /// The form for what follows `firebreak:`, if it names who asks, or almost does.
  private static func actor(_ words: [String]) -> String? {
    guard let first = words.first, words.count <= 2 else { return nil }
    guard first == "as" || ["a", "as", "ass", "is", "sa", "asd", "act", "actor", "user"].contains(first.lowercased())
    else { return nil }
    return "firebreak: as \(words.count == 2 ? words[1] : "ACTOR")"
  }

  /// FB0009: the comment has no effect.
  package func finding(at location: SourceLocation) -> Diagnostic {
    Diagnostic(
      .unusedSuppression, "the comment \(QuotedText.of(written, limit: 60)) has no effect: it is none of Firebreak's",
      at: location, help: "did you mean `\(meant)`?")
  }
}

extension DiagnosticCode {
  /// Whether a word is a code or almost one: `FB2001`, `FB2O01`, `missing-composite-index`.
  package static func isLike(_ word: String) -> Bool {
    if CodeSelector(word) != nil { return true }
    let text = word.uppercased()
    return text.hasPrefix("FB") && text.count <= 8 && text.dropFirst(2).contains(where: \.isNumber)
  }
}
