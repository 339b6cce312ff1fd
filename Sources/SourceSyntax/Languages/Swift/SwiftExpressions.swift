import SourceTokens

/// Operands that only Swift has, and what may follow an operand.
enum SwiftExpressions {
  static func primary(_ parser: inout Parser) -> Bool {
    let token = parser.current
    switch token.kind {
    case .leftBrace: SwiftClosures.closure(&parser)
    case .sign where token.isSign(.backslash): keyPath(&parser)
    case .directive:
      guard SwiftDirectives.isCondition(parser) else { return false }
      SwiftDirectives.line(&parser)
    case .name:
      switch token.keyword {
      case .if, .switch, .do: return parser.nested(SwiftStatements.control)
      default: return false
      }
    default: return false
    }
    return true
  }

  /// `\.name`, `\Type.name[0]`
  private static func keyPath(_ parser: inout Parser) {
    let start = parser.mark
    parser.advance()
    let root = parser.mark
    if parser.isAtName { parser.namedLeaf(.name) } else { parser.empty() }
    while !parser.current.followsSpace {
      let token = parser.current
      if token.isSign(.dot) || token.isSign(.questionDot) {
        parser.advance()
        let isMember = parser.isAtName || parser.isAt(kind: .number)
        let place = parser.position
        if isMember { parser.advance() }
        parser.finish(
          root, .member, name: isMember ? parser.tokens[place].name : .empty, place: place,
          flags: token.isSign(.questionDot) ? .optional : [])
      } else if token.isSign(.question) || token.isSign(.exclamation) {
        parser.advance()
        parser.finish(root, .unary, token.isSign(.question) ? .chain : .force)
      } else if token.kind == .leftSquare {
        parser.arguments()
        parser.finish(root, .index)
      } else {
        break
      }
    }
    parser.finish(start, .keyPath)
  }

  // MARK: - After operands

  static func postfix(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    let token = parser.current
    switch token.kind {
    case .leftBrace: return SwiftClosures.trailing(operand, &parser)
    case .sign where token.isSign(.question) && !token.followsSpace && !parser.isAtLineBreak:
      return optionalChain(operand, &parser)
    case .directive: return SwiftDirectives.link(operand, &parser)
    default: return false
    }
  }

  /// `a?[0]`, `a?(b)`, `a?`
  private static func optionalChain(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    let place = parser.position
    parser.advance()
    if parser.isAt(kind: .leftSquare), !parser.current.followsSpace {
      parser.arguments()
      parser.finish(operand, .index, flags: .optional)
    } else if parser.isAt(kind: .leftParenthesis), !parser.current.followsSpace {
      parser.arguments()
      parser.finish(operand, .call, flags: .optional)
    } else {
      parser.finish(operand, .unary, .chain, place: place)
    }
    return true
  }
}
