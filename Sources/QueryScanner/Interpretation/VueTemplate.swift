import Diagnostics

/// What the template of a component of Vue assigns.
enum VueTemplate {
  /// The names of `v-model="name"` and of `@click="name = …"`; some of attributes may be among them.
  static func assigned(in source: SourceText) -> Set<String> {
    let bytes = source.bytes
    var names: Set<String> = []
    var start = 0
    for script in ScriptParts.scripts(source, Span(0, bytes.count)) + [Span(bytes.count, bytes.count)] {
      if start < script.start { note(bytes[start..<script.start], &names) }
      start = max(start, script.end)
    }
    return names
  }

  private static func note(_ markup: ArraySlice<UInt8>, _ names: inout Set<String>) {
    var words: [String] = []
    var isModel = false
    var place = markup.startIndex
    while place < markup.endIndex {
      let word = markup[place...].prefix(while: Lexer.continuesName)
      if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        place = word.endIndex
        // `v-model="filters.sort"`
        if isModel { names.formUnion(words.suffix(1)) }
        continue
      }
      let byte = markup[place]
      let next = place + 1 < markup.endIndex ? markup[place + 1] : 0
      if byte == UInt8(ascii: "="), next != UInt8(ascii: "="), next != UInt8(ascii: ">"), let last = words.last {
        names.insert(last)
        isModel = words.suffix(4).contains("model") && (next == UInt8(ascii: "\"") || next == UInt8(ascii: "'"))
        if isModel { place += 1 }
        words.removeAll()
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: ">") {
        isModel = false
        words.removeAll()
      }
      place += 1
    }
  }
}
