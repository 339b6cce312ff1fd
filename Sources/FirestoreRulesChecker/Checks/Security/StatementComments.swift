import Diagnostics
import FirestoreModel
import FirestoreRulesLanguage

extension LintSubject {
  /// Whether the path, or a comment at the statement or in the line above it, says that the documents are for everybody.
  func saysPublic(_ grant: AccessModel.Grant) -> Bool {
    let names = access.pattern(of: grant).segments.compactMap { if case .literal(let name) = $0 { name } else { nil } }
    if names.contains(where: { FieldVocabulary.words(of: $0).contains("public") }) { return true }
    return comments(at: grant).contains { comment in
      words(of: comment).contains { word in Self.publicWords.contains { word.hasPrefix($0) } }
        || comment.contains("誰でも")
    }
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
    let newline = UInt8(ascii: "\n")
    let end = bytes[grant.span.start...].firstIndex(of: newline) ?? bytes.count
    let start = bytes[..<grant.span.start].lastIndex(of: newline) ?? 0
    let above = bytes[..<start].lastIndex(of: newline) ?? 0
    return String(decoding: bytes[above..<end], as: UTF8.self).split(separator: "\n").compactMap { line in
      line.firstRange(of: "//").map { String(line[$0.upperBound...]) }
    }
  }

  private func words(of comment: String) -> [Substring] {
    Substring(comment.lowercased()).split { !$0.isLetter }
  }

  private static let publicWords = [
    "public", "públic", "anyone", "anybody", "everyone", "everybody", "visitor", "anonym", "öffentlich",
  ]
  private static let accountWords = ["account", "authenticated", "signed", "logged", "user"]
}
