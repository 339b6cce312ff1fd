import Diagnostics

/// A block of a document that shows how code is changed (`diff`): what the code is afterwards is read.
struct ShownChange {
  /// The same length as the block's, with spaces for what is no code.
  let bytes: [UInt8]
  /// That of the file which the change names.
  let language: SourceLanguage?

  init(_ fence: DocumentFence, in source: SourceText) {
    var bytes = source.bytes
    var language: SourceLanguage?
    var start = fence.content.start
    while start < fence.content.end {
      let end = bytes[start..<fence.content.end].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? fence.content.end
      // A fence may stand in a list or a quotation.
      let first = bytes[start..<end].firstIndex { $0 > 0x20 && $0 != UInt8(ascii: ">") } ?? end
      let line = bytes[first..<end]
      if Self.heads.contains(where: { line.starts(with: $0.utf8) }) {
        if line.starts(with: "+++".utf8) { language = SourceLanguage(fileName: Self.path(line)) ?? language }
        for index in start..<end { bytes[index] = UInt8(ascii: " ") }
      } else if line.first == UInt8(ascii: "-") {
        for index in start..<end { bytes[index] = UInt8(ascii: " ") }
      } else if line.first == UInt8(ascii: "+") {
        bytes[first] = UInt8(ascii: " ")
      }
      start = end + 1
    }
    self.bytes = bytes
    self.language = language == .markdown ? nil : language
  }

  private static let heads = ["+++ ", "--- ", "@@", "diff --git ", "index "]

  /// What stands behind `+++`, without a date.
  private static func path(_ line: ArraySlice<UInt8>) -> String {
    let path = line.dropFirst(3).drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
    return String(decoding: path, as: UTF8.self)
  }
}
