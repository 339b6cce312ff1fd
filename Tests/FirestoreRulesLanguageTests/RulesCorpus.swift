import Diagnostics
import FirebreakTestSupport
import FirestoreRulesLanguage

/// Rule files in the shapes that occur in applications, and mutations of them.
enum RulesCorpus {
  static let folder = "Tests/FirestoreRulesLanguageTests/Specs/Corpus"
  static let paths = RepositoryFiles.paths(below: folder, suffix: ".rules")

  static func source(_ path: String) throws -> SourceText {
    SourceText(path: path, bytes: try RepositoryFiles.bytes(path))
  }

  static let sources: [SourceText] = paths.compactMap { try? source($0) }

  /// A source with up to four random edits; the same seed gives the same text.
  static func mutation(seed: UInt64) -> SourceText {
    var random = SeededGenerator(seed: seed)
    guard var bytes = sources.randomElement(using: &random)?.bytes else { return SourceText(path: "none", text: "") }
    for _ in 0..<Int.random(in: 1...4, using: &random) { edit(&bytes, &random) }
    return SourceText(path: "mutation \(seed)", bytes: bytes)
  }

  /// A source with comments and line breaks between random tokens.
  static func scattered(seed: UInt64) -> SourceText {
    var random = SeededGenerator(seed: seed)
    guard let source = sources.randomElement(using: &random) else { return SourceText(path: "none", text: "") }
    var bytes = source.bytes
    let places = CloudRulesParser.parse(source).ruleset.tokens
      .filter { $0.leadingTrivia.end > $0.leadingTrivia.start }.map(\.span.start)
    for place in places.shuffled(using: &random).prefix(Int.random(in: 1...12, using: &random)).sorted(by: >) {
      bytes.insert(contentsOf: Array((spaces.randomElement(using: &random) ?? "").utf8), at: place)
    }
    return SourceText(path: "scattered \(seed)", bytes: bytes)
  }

  private static let spaces = [
    "// one\n", "/* two */", "/* three */ ", "\n", "\n\n\n", "\n// four\n", "\n\n// five\n\n// six\n\n",
    "\n/* seven */\n",
    "/* eight\n  nine */", "/* ten */ // eleven\n", "// twelve\n/* thirteen */ /* fourteen */", "\n/* fifteen */ ",
  ]

  private static func edit(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: Array((fragments.randomElement(using: &random) ?? "").utf8), at: place)
    case 2: bytes.replaceSubrange(place..<end, with: Array((fragments.randomElement(using: &random) ?? "").utf8))
    case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: Int.random(in: 0...bytes.count, using: &random))
    default: if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeSubrange(place...) }
    }
  }

  private static let fragments = [
    "{", "}", "(", ")", "[", "]", ";", ";;", ",", ":", ".", "/", "//", "/*", "*/", "'", "\"", "\\", "$(", "{x=**}", "=",
    "==",
    "===", "&&", "||", "&", "|", "!", "-", "?", " in ", " is ", " and ", " not ", "if", "else", "return ", "let x = ",
    "match ",
    "match /a/{b} { ", "allow ", "allow read: if ", "function f(a) { ", "service ", "rules_version",
    "import {a} from 'b';",
    "export ", "syntax = '1'", "'\\d'", "b'\\x", "r'a'", "1.", ".5", "1e3", "99999999999999999999", "\u{0}", "é", "“",
    "#", "`",
    "\r", "\n", "\n\n\n", " ", "/* x */", "// y\n", "/a/$(b).c", "(default)", "{", "}", "\u{FEFF}",
  ]
}
