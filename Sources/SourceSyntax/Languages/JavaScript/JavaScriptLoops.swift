import SourceTokens

/// `for` in its three forms.
extension JavaScriptGrammar {
  /// With the cursor at the word.
  static func loop(_ parser: inout Parser) {
    let mark = parser.mark
    parser.advance()
    let flags: NodeFlags = parser.take(.await) ? .asynchronous : []
    var word: NameID?
    parser.inGroup { parser in
      word = elements(&parser)
      if word == nil {
        parser.loopParts(
          { parser in if !declares(parser) || !variables(parser.mark, &parser) { values(&parser) } }, values)
      }
    }
    parser.bodyOrStatement()
    if let word {
      parser.finish(mark, .forEach, name: word, flags: flags)
    } else {
      parser.finish(mark, .for, flags: flags)
    }
  }

  /// `const a of b`, `a.b in c`: the word between them; nil with nothing read where the header has three parts.
  private static func elements(_ parser: inout Parser) -> NameID? {
    let isDeclared = declares(parser)
    guard isDeclared ? parser.declaresElement : parser.assignsElement else { return nil }
    if isDeclared { declaredElement(&parser) } else { parser.chain() }
    let word = parser.current.name
    parser.advance()
    if !value(&parser) { parser.empty() }
    return word
  }

  /// `const [a, b]` of a loop.
  private static func declaredElement(_ parser: inout Parser) {
    let mark = parser.mark
    let isAsynchronous = parser.take(.await)
    let word = parser.current.name
    var flags: NodeFlags = parser.isAt(.const) || parser.isAt(.using) ? .constant : []
    if isAsynchronous { flags.insert(.asynchronous) }
    parser.advance()
    let declarator = parser.mark
    _ = pattern(&parser)
    parser.finish(declarator, .declarator)
    parser.finish(mark, .variables, name: word, flags: flags)
  }

  private static func declares(_ parser: Parser) -> Bool {
    switch parser.currentWord {
    case .const?, .let?, .var?: canDeclare(parser.peek()) && !parser.peek().isWord(.of)
    case .using?, .await?: isResource(parser)
    default: false
    }
  }
}

// Whether a loop goes over elements is told by its tokens: nothing is read for it that would have to be read again.
extension Parser {
  /// `of` or `in` stands behind what is declared here.
  fileprivate var declaresElement: Bool {
    let pattern = position + (isAt(.await) ? 2 : 1)
    return pattern < end && isElementWord(afterItem(pattern))
  }

  /// `of` or `in` stands behind the name, members and indices here.
  fileprivate var assignsElement: Bool {
    var index = position
    var needsOperand = true
    while index < end {
      let token = token(at: index)
      if needsOperand {
        guard token.isName || token.kind.isOpening else { return false }
        needsOperand = false
      } else if isElementWord(index) {
        return true
      } else if token.isSign(.dot) || token.isSign(.questionDot) {
        needsOperand = true
      } else if token.kind != .leftSquare, token.kind != .leftParenthesis, !token.isSign(.exclamation) {
        return false
      }
      index = afterItem(index)
    }
    return false
  }

  private func isElementWord(_ index: Int) -> Bool { token(at: index).isWord(.of) || token(at: index).isWord(.in) }
}
