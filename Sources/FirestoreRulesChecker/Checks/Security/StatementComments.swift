import Diagnostics
import FirestoreModel
import FirestoreRulesLanguage

extension LintSubject {
  /// Whether the path, or a comment at the statement or in the line above it, says that the documents are for everybody.
  func saysPublic(_ grant: AccessModel.Grant) -> Bool {
    let names = access.pattern(of: grant).segments.compactMap { if case .literal(let name) = $0 { name } else { nil } }
    if names.contains(where: { FieldVocabulary.words(of: $0).contains("public") }) { return true }
    return comments(at: grant).contains(where: isPublic)
  }

  /// Whether a comment above the block of a statement says that its documents are for everybody: `// Posts: public reads`.
  func saysPublicRead(_ grant: AccessModel.Grant) -> Bool {
    let header = access.blocks[grant.block].header
    return comments(from: lineStart(before: lineStart(of: header.start)), to: lineStart(of: header.start))
      .contains(where: isPublic)
  }

  private func isPublic(_ comment: String) -> Bool {
    words(of: comment).contains { word in Self.publicWords.contains { word.hasPrefix($0) } } || comment.contains("誰でも")
  }

  /// Whether a comment there says that every account is meant. Of a whole database nobody means it.
  func saysEveryAccount(_ grant: AccessModel.Grant) -> Bool {
    if case .many = access.pattern(of: grant).segments.last { return false }
    return saysPublic(grant)
      || comments(at: grant).contains { comment in
        let words = words(of: comment)
        return words.contains { ["any", "all", "every"].contains($0) }
          && words.contains { word in Self.accountWords.contains { word.hasPrefix($0) } }
      }
  }

  /// The comments in the line of a statement and in the one above it.
  private func comments(at grant: AccessModel.Grant) -> [String] {
    let bytes = ruleset.source.bytes
    let end = bytes[grant.span.start...].firstIndex(of: Self.newline) ?? bytes.count
    return comments(from: lineStart(before: lineStart(of: grant.span.start)), to: end)
  }

  private func comments(from start: Int, to end: Int) -> [String] {
    String(decoding: ruleset.source.bytes[start..<end], as: UTF8.self).split(separator: "\n").compactMap { line in
      line.firstRange(of: "//").map { String(line[$0.upperBound...]) }
    }
  }

  private func lineStart(of offset: Int) -> Int {
    ruleset.source.bytes[..<offset].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
  }

  /// Where the line above begins; the same place in the first line.
  private func lineStart(before start: Int) -> Int { start == 0 ? 0 : lineStart(of: start - 1) }

  private func words(of comment: String) -> [Substring] {
    Substring(comment.lowercased()).split { !$0.isLetter }
  }

  private static let newline = UInt8(ascii: "\n")
  private static let publicWords = [
    "public", "públic", "anyone", "anybody", "everyone", "everybody", "visitor", "anonym", "öffentlich",
  ]
  private static let accountWords = ["account", "authenticated", "signed", "logged", "user"]
}
