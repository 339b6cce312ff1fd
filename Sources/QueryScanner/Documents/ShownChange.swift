import SourceTokens

/// A block of a document that shows how code is changed (`diff`): what the code is afterwards is read.
enum ShownChange {
  /// Puts blanks for what is no code afterwards.
  /// - Returns: the language of the file that the change names.
  static func apply(to bytes: inout [UInt8], _ range: Range<Int>) -> SourceLanguage? {
    var language: SourceLanguage?
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? range.upperBound
      // A fence may stand in a list.
      let first = bytes[start..<end].firstIndex { $0 > 0x20 } ?? end
      let line = bytes[first..<end]
      if heads.contains(where: { line.starts(with: $0.utf8) }) {
        if line.starts(with: "+++".utf8) { language = SourceLanguage(fileName: path(line)) ?? language }
        for index in start..<end { bytes[index] = UInt8(ascii: " ") }
      } else if line.first == UInt8(ascii: "-") {
        for index in start..<end { bytes[index] = UInt8(ascii: " ") }
      } else if line.first == UInt8(ascii: "+") {
        bytes[first] = UInt8(ascii: " ")
      }
      start = end + 1
    }
    return language == .markdown ? nil : language
  }

  private static let heads = ["+++ ", "--- ", "@@", "diff --git ", "index "]

  /// What stands behind `+++`, without a date.
  private static func path(_ line: ArraySlice<UInt8>) -> String {
    let path = line.dropFirst(3).drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
    return String(decoding: path, as: UTF8.self)
  }
}
