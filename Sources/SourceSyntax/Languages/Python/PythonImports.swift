import SourceTokens

/// `import a.b as c`, `from a import b as c`.
enum PythonImports {
  /// False with nothing read when the word is none here: `yield from x`.
  static func statement(_ parser: inout Parser) -> Bool {
    let start = parser.mark
    let isFrom = parser.isAt(.from)
    let word: Word = isFrom ? .from : .import
    guard isFrom || parser.peek().kind == .name else { return false }
    parser.advance()
    let isAll = isFrom ? fromModule(&parser) : modules(&parser)
    parser.finish(start, .import, name: word.name, place: start.position, flags: isAll ? .all : [])
    return true
  }

  /// `a.b`, `..a`, as it is written without white space.
  private static func module(_ parser: inout Parser) {
    let start = parser.mark
    var path: [UInt8] = []
    while !parser.isAtEnd, !parser.isAtLineBreak {
      if let sign = parser.current.sign, [.dot, .dotDot, .dotDotDot].contains(sign) {
        path += Array(sign.text.utf8)
      } else if parser.isAtName, !parser.isAt(.import), !parser.isAt(.as),
        path.isEmpty || path.last == UInt8(ascii: ".")
      {
        path += Array(parser.names.bytes(of: parser.current.name))
      } else {
        break
      }
      parser.advance()
    }
    parser.finish(start, .modulePath, name: parser.names.intern(path[...]))
  }

  private static func modules(_ parser: inout Parser) -> Bool {
    repeat {
      let start = parser.mark
      module(&parser)
      alias(&parser)
      parser.finish(start, .importItem, flags: .all)
    } while !parser.isAtLineBreak && parser.take(.comma)
    return false
  }

  /// Answers whether everything is imported.
  private static func fromModule(_ parser: inout Parser) -> Bool {
    module(&parser)
    guard parser.take(.import) else { return false }
    if parser.take(.star) { return true }
    if parser.isAt(kind: .leftParenthesis) {
      parser.separated(item)
    } else {
      repeat { item(&parser) } while !parser.isAtLineBreak && parser.take(.comma)
    }
    return false
  }

  private static func item(_ parser: inout Parser) {
    guard parser.isAtName else { return }
    let start = parser.mark
    let name = parser.takeName() ?? .empty
    alias(&parser)
    parser.finish(start, .importItem, name: name, place: start.position)
  }

  private static func alias(_ parser: inout Parser) {
    if !parser.isAtLineBreak, parser.take(.as), parser.isAtName { parser.namedLeaf(.binding) }
  }
}
