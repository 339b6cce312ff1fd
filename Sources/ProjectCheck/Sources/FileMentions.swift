import Diagnostics
import Project

/// What one source says of files.
struct FileMentions: Sendable {
  /// Names that may be those of files or folders, with and without their last endings.
  var names: Set<String> = []
  /// Whether `main` is declared.
  var hasMain = false
  /// Whether code looks for files while it runs.
  var findsFiles = false

  private static let known = TextMemory<FileMentions>()

  static func of(_ source: SourceText) -> FileMentions { known.fact(of: source) { FileMentions($0) } }

  private init(_ source: SourceText) {
    let bytes = source.bytes
    var start = 0
    while start < bytes.count {
      guard Self.isOfName(bytes[start]) else {
        // What is only a comment names nothing; `//` within a text follows a colon.
        start =
          Self.isComment(at: start, bytes) ? bytes[start...].firstIndex(of: Self.newline) ?? bytes.count : start + 1
        continue
      }
      let end = bytes[start...].firstIndex { !Self.isOfName($0) } ?? bytes.count
      let before = start > 0 ? bytes[start - 1] : 0
      if before == UInt8(ascii: "/") || Self.quotes.contains(before) {
        let name = bytes[start..<end]
        // `"./orders"` names no folder with its dot, `".."` does.
        let isDots = name.allSatisfy { $0 == UInt8(ascii: ".") }
        if isDots, end == bytes.count || !Self.quotes.contains(bytes[end]) {
          start = end
          continue
        }
        names.insert(String(decoding: name, as: UTF8.self))
        if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
          names.insert(String(decoding: name[..<dot], as: UTF8.self))
        }
      } else if end - start < 24 {
        let word = String(decoding: bytes[start..<end], as: UTF8.self)
        if word == "require" || word == "import" { findsFiles = findsFiles || Self.isComputed(from: end, bytes) }
        hasMain = hasMain || word == "main" && end < bytes.count && bytes[end] == UInt8(ascii: "(")
        findsFiles = findsFiles || Self.searches.contains { word == $0 || word.hasSuffix("." + $0) }
      }
      start = end
    }
  }

  /// Ways to load files that no text names.
  private static let searches: Set<String> = [
    "readdirSync", "readdir", "glob", "globSync", "opendir", "requireDir", "requireDirectory", "exportFunctions",
  ]

  private static func isComment(at start: Int, _ bytes: [UInt8]) -> Bool {
    guard bytes[start...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { return false }
    return start == 0 || [newline, UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ";")].contains(bytes[start - 1])
  }

  private static let newline = UInt8(ascii: "\n")

  /// Whether what is loaded is more than a fixed text: `require(path.join(…))`, `` import(`./${name}`) ``.
  private static func isComputed(from start: Int, _ bytes: [UInt8]) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }
    guard start < bytes.count, bytes[start] == UInt8(ascii: "("),
      let first = bytes[(start + 1)...].firstIndex(where: { !isSpace($0) })
    else { return false }
    guard quotes.contains(bytes[first]) else { return true }
    guard let last = bytes[(first + 1)...].firstIndex(of: bytes[first]) else { return true }
    let behind = bytes[(last + 1)...].first { !isSpace($0) }
    return bytes[first..<last].contains(UInt8(ascii: "$")) || behind == UInt8(ascii: "+")
  }

  private static let quotes: Set<UInt8> = [UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`")]

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "$"), 128...:
      true
    default: false
    }
  }
}
