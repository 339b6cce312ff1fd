import Diagnostics
import Project
import SourceTokens

/// Which files of data (`config.json`) scripts import: what stands in them is known as if it stood in the code.
struct ImportedData {
  /// Translations and recorded answers are larger than what a configuration says.
  static let maximumBytes = 65_536

  private static let known = TextMemory<Set<String>>()

  /// Paths of imports without the steps in front that say from where: `config/app.json`.
  private var ends: Set<String> = []

  init(of sources: [SourceText]) {
    for source in sources where SourceLanguage(fileName: source.path)?.family == .script {
      ends.formUnion(Self.known.fact(of: source, Self.ends))
    }
  }

  /// Some more than those that are imported; whose path it is, modules are asked.
  func mayContain(_ path: String) -> Bool {
    if ends.isEmpty { return false }
    var end = path[...]
    while true {
      if ends.contains(String(end)) { return true }
      guard let slash = end.firstIndex(of: "/") else { return false }
      end = end[end.index(after: slash)...]
    }
  }

  /// What stands in quotes and ends as such a file does.
  private static func ends(in source: SourceText) -> Set<String> {
    let bytes = source.bytes
    var found: Set<String> = []
    for index in bytes.indices where isQuote(bytes[index]) {
      guard bytes[..<index].suffix(ending.count).elementsEqual(ending),
        let start = bytes[..<index].suffix(200).lastIndex(of: bytes[index])
      else { continue }
      let path = String(decoding: bytes[(start + 1)..<index], as: UTF8.self)
      let steps = path.split(separator: "/").drop { [".", "..", "@", "~", "#"].contains($0) }
      found.insert(steps.joined(separator: "/"))
      // `@name/…` may be a folder that a configuration calls so.
      if let first = steps.first, "@~#".contains(first.prefix(1)) {
        found.insert(steps.dropFirst().joined(separator: "/"))
      }
    }
    return found.subtracting([""])
  }

  private static let ending = Array(".json".utf8)
  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
}
