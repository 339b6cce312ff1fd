import SourceTokens

/// `import a.b.C`, `import static a.b.c.*;`, `import a.b.C as D`, `package a.b`.
enum JVMImports {
  static func statement(_ parser: inout Parser, _ word: Word) {
    let start = parser.mark
    parser.advance()
    if parser.isAt(.static) { parser.namedLeaf(.modifier) }
    let path = parser.mark
    var text: [UInt8] = []
    var isAll = false
    while !parser.isAtLineBreak, parser.isAtName {
      text += Array(parser.names.bytes(of: parser.current.name))
      parser.advance()
      guard parser.isAt(.dot) else { break }
      let next = parser.peek()
      guard next.kind == .name || next.kind == .quotedName, !next.startsLine || !parser.linesMatter else {
        isAll = next.isSign(.star)
        break
      }
      parser.advance()
      text.append(UInt8(ascii: "."))
    }
    parser.finish(path, .modulePath, name: parser.names.intern(text[...]))
    if isAll { parser.advance(by: 2) }
    let item = parser.mark
    if !parser.isAtLineBreak, parser.take(.as), parser.isAtName {
      parser.namedLeaf(.binding)
      parser.finish(item, .importItem)
    }
    parser.finish(start, .import, name: word.name, place: start.position, flags: isAll ? .all : [])
  }
}
