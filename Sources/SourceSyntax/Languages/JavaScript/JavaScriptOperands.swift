import Diagnostics
import SourceTokens

/// Operands that only scripts have, and what follows an operand.
extension JavaScriptGrammar {
  static func primary(_ parser: inout Parser) -> Bool {
    let token = parser.current
    switch token.kind {
    case .leftBrace: return object(&parser)
    case .leftSquare: return list(&parser)
    case .leftParenthesis: return arrow(&parser)
    case .name: return token.keyword.map { word($0, &parser) } ?? shortArrowAtName(&parser)
    case .sign:
      switch token.sign {
      case .less? where parser.syntax.hasTypes: return arrow(&parser) || typeAssertion(&parser)
      case .tagOpen?: return parser.nested(markup)
      case .at?: return decoratedClass(&parser)
      default: return false
      }
    default: return false
    }
  }

  private static func shortArrowAtName(_ parser: inout Parser) -> Bool {
    parser.token(at: parser.position + 1).isSign(.fatArrow) && shortArrow(&parser)
  }

  private static func word(_ word: Word, _ parser: inout Parser) -> Bool {
    switch word {
    case .function: function(parser.mark, &parser)
    case .class: classDeclaration(parser.mark, &parser)
    case .new: construction(&parser)
    case .async: asynchronous(&parser) || shortArrowAtName(&parser)
    case .yield: yielding(&parser)
    default: shortArrowAtName(&parser)
    }
  }

  /// `@a class {}`
  private static func decoratedClass(_ parser: inout Parser) -> Bool {
    guard parser.token(at: parser.endOfDecorators).isWord(.class) else { return false }
    let mark = parser.mark
    decorators(&parser)
    return classDeclaration(mark, &parser)
  }

  /// `<T>x`, the old form of a cast.
  private static func typeAssertion(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    guard parser.isAngleList else { return false }
    parser.advance()
    _ = type(&parser)
    _ = parser.take(.greater)
    parser.operand()
    parser.finish(mark, .cast)
    return true
  }

  /// `yield x`, `yield* x`
  private static func yielding(_ parser: inout Parser) -> Bool {
    let next = parser.peek()
    guard !next.isSign(.fatArrow), !next.isSign(.equal), !next.isSign(.dot) else { return shortArrowAtName(&parser) }
    let mark = parser.mark
    parser.advance()
    let delegates = parser.take(.star)
    if delegates || parser.hasOperandOnLine { _ = parser.expressionStatement() }
    parser.finish(mark, .yield, flags: delegates ? .generator : [])
    return true
  }

  // MARK: - new

  /// `new a.B<C>(…)`; without parentheses nothing is passed.
  private static func construction(_ parser: inout Parser) -> Bool {
    guard !parser.peek().isSign(.dot) else { return false }
    let mark = parser.mark
    parser.advance()
    constructed(&parser)
    if parser.isAt(.less), parser.isTypeArgumentList { parser.typeArguments() }
    if parser.isAt(kind: .leftParenthesis) { parser.arguments() }
    parser.finish(mark, .call, flags: .construction)
    return true
  }

  /// An operand with its members, but no calls.
  private static func constructed(_ parser: inout Parser) {
    let mark = parser.mark
    parser.primary()
    while true {
      if parser.isAt(.dot), parser.peek().isName {
        parser.members(from: mark)
      } else if parser.isAt(kind: .leftSquare) {
        parser.arguments()
        parser.finish(mark, .index)
      } else if parser.isAt(.exclamation), parser.syntax.hasForceUnwrap {
        let place = parser.position
        parser.advance()
        parser.finish(mark, .unary, .force, place: place)
      } else {
        return
      }
    }
  }

  // MARK: - What follows an operand

  /// Texts that a function is applied to.
  static func postfix(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    guard parser.current.kind.isText, parser.isAtTemplate else { return false }
    parser.textLiteral()
    parser.finish(operand, .call)
    return true
  }

  static func parenthesized(_ parser: inout Parser) {
    let mark = parser.mark
    parser.inGroup(values)
    parser.finish(mark, .parenthesized)
  }
}

extension Parser {
  /// A text in backquotes.
  var isAtTemplate: Bool {
    current.kind.isText && tokens.source.bytes[Int(current.start)] == UInt8(ascii: "`")
  }
}
