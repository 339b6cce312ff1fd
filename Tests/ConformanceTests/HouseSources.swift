import FirebreakTestSupport
import Foundation

/// The repository this test was compiled from.
enum Repository {
  static let root = RepositoryFiles.root

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Paths below `folder`, relative to the root, sorted; `accept` sees the file name. Fails where a folder is missing or
  /// cannot be read: a rule that looks at nothing holds nothing.
  static func files(in folder: String, where accept: (String) -> Bool) throws -> [String] {
    let start = root.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: start.path()).sorted().flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      let type = try FileManager.default.attributesOfItem(atPath: root.appending(path: path).path())[.type]
      switch type as? FileAttributeType {
      case .typeDirectory: return try files(in: path, where: accept)
      case .typeRegular: return accept(name) ? [path] : []
      default: return []
      }
    }.sorted()
  }

  static let swiftSources = Result { try swiftFiles(in: "Sources") }
  static let swiftTests = Result { try swiftFiles(in: "Tests") }

  private static func swiftFiles(in folder: String) throws -> [SwiftFile] {
    try files(in: folder) { $0.hasSuffix(".swift") }.map { SwiftFile(path: $0, text: try text($0)) }
  }
}

/// A Swift file with its comments and the contents of its string literals blanked out, so that searching the code never
/// finds prose.
struct SwiftFile {
  let path: String
  /// Lines as written.
  let lines: [String]
  /// The same lines without comments and string contents.
  let code: [String]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    code = SwiftFile.blankingProse(Array(text.utf8))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The target the file belongs to: the folder below `Sources` or `Tests`.
  var target: String {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? String(parts[1]) : ""
  }

  private static let accessWords: Set<String> = ["public", "package", "internal", "fileprivate", "private"]

  /// The modules the file imports, with their line numbers from 1.
  var imports: [(module: String, line: Int)] {
    code.enumerated().compactMap { index, line in
      let words = line.split(separator: " ").map(String.init)
      guard let position = words.firstIndex(of: "import"), position + 1 < words.count,
        words[..<position].allSatisfy({ $0.hasPrefix("@") || Self.accessWords.contains($0) })
      else { return nil }
      var name = words[position + 1]
      if ["struct", "class", "enum", "func", "protocol", "typealias", "var"].contains(name), position + 2 < words.count
      {
        name = words[position + 2]
      }
      return (String(name.prefix { $0 != "." }), index + 1)
    }
  }

  var isGenerated: Bool { path.contains("/Generated/") }

  /// `path:line` of every line, comments and texts included, that satisfies the test.
  func linePlaces(where matches: (String) -> Bool) -> [String] {
    lines.enumerated().compactMap { matches($0.element) ? "\(path):\($0.offset + 1)" : nil }
  }

  /// `path:line` of every line whose code satisfies the test.
  func places(where matches: (String) -> Bool) -> [String] {
    code.enumerated().compactMap { matches($0.element) ? "\(path):\($0.offset + 1)" : nil }
  }

  private static func blankingProse(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    var index = 0
    func starts(_ text: StaticString, at position: Int) -> Bool {
      let wanted = Array("\(text)".utf8)
      return position + wanted.count <= bytes.count && Array(bytes[position..<position + wanted.count]) == wanted
    }
    func skip(to end: Int) {
      while index < min(end, bytes.count) {
        if bytes[index] == UInt8(ascii: "\n") { output.append(bytes[index]) }
        index += 1
      }
    }
    while index < bytes.count {
      if starts("//", at: index) {
        skip(to: bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
      } else if starts("/*", at: index) {
        var end = index + 2
        var depth = 1
        while end < bytes.count, depth > 0 {
          if starts("/*", at: end) {
            depth += 1; end += 2
          } else if starts("*/", at: end) {
            depth -= 1; end += 2
          } else {
            end += 1
          }
        }
        skip(to: end)
      } else if bytes[index] == UInt8(ascii: "\"")
        || (bytes[index] == UInt8(ascii: "#") && opensRawString(bytes, index))
      {
        let end = endOfLiteral(bytes, index)
        output.append(UInt8(ascii: "\""))
        skip(to: end)
        output.append(UInt8(ascii: "\""))
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func opensRawString(_ bytes: [UInt8], _ start: Int) -> Bool {
    let quote = bytes[start...].firstIndex { $0 != UInt8(ascii: "#") }
    return quote.map { bytes[$0] == UInt8(ascii: "\"") } ?? false
  }

  /// The offset behind a string literal that starts at `start`, nested interpolations included.
  private static func endOfLiteral(_ bytes: [UInt8], _ start: Int) -> Int {
    let quote = UInt8(ascii: "\"")
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
    let hashes = Array(repeating: UInt8(ascii: "#"), count: index - start)
    let isLong = bytes[index...].starts(with: [quote, quote, quote])
    let closing = Array(repeating: quote, count: isLong ? 3 : 1) + hashes
    let escape = [UInt8(ascii: "\\")] + hashes
    index += isLong ? 3 : 1
    while index < bytes.count {
      if bytes[index...].starts(with: closing) { return index + closing.count }
      if bytes[index...].starts(with: escape) {
        index += escape.count
        guard index < bytes.count else { break }
        if bytes[index] == UInt8(ascii: "(") {
          index = endOfInterpolation(bytes, index)
        } else {
          index += 1
        }
      } else if bytes[index] == UInt8(ascii: "\n"), !isLong {
        return index
      } else {
        index += 1
      }
    }
    return bytes.count
  }

  private static func endOfInterpolation(_ bytes: [UInt8], _ start: Int) -> Int {
    var depth = 0
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "(") { depth += 1 }
      if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return index + 1 }
      index = bytes[index] == UInt8(ascii: "\"") ? endOfLiteral(bytes, index) : index + 1
    }
    return bytes.count
  }
}
