/// One line per finding, for editors and `grep`:
/// `firestore.rules:31:7: error[FB4003 open-write]: anyone can write this document`
package enum ConciseRenderer {
  /// One line break behind every finding; empty for none.
  package static func text(_ findings: FindingList) -> String {
    var positions = SourcePositions()
    return findings.diagnostics.map { diagnostic in
      let place = diagnostic.location.map { "\(SingleLine.text(positions.place($0))): " } ?? ""
      return "\(place)\(FullRenderer.heading(diagnostic))\n"
    }.joined()
  }
}

/// Text of a finding on one line.
enum SingleLine {
  static func text(_ text: String) -> String { QuotedText.singleLine(text) }
}
