import Diagnostics
import SourceTokens

/// The code in the markup of a page.
enum PageCode {
  /// `{{ a }}`, `{a}`, `{#if a}`, `{#each a as b (c)}`, `{#await a then b}`, `{@html a}`, `{...a}`
  static func interpolated(_ parser: inout Parser) {
    if parser.isAt(.dotDotDot) { return parser.spreadOrExpression() }
    if parser.isAt(kind: .leftBrace), parser.rules.page == .mustaches { return parser.inGroup(piped) }
    let mark = parser.mark
    guard let word = blockWord(&parser) else { return JavaScriptGrammar.values(&parser) }
    JavaScriptGrammar.values(&parser)
    while parser.isAt(.as) || parser.isAt(.then) || parser.isAt(.catch) || parser.isAt(.comma) {
      parser.advance()
      _ = JavaScriptGrammar.pattern(&parser)
    }
    if parser.isAt(kind: .leftParenthesis) { parser.inGroup(JavaScriptGrammar.values) }
    parser.finish(mark, .directive, name: word)
  }

  /// `a | date: "short"`
  private static func piped(_ parser: inout Parser) {
    repeat { JavaScriptGrammar.values(&parser) } while parser.take(.colon)
  }

  /// `#if`, `:else if`, `/if`, `@html`: the word with its sign, over which the cursor moves.
  private static func blockWord(_ parser: inout Parser) -> NameID? {
    let start = parser.position
    let isSign = parser.isAt(.colon) || parser.isAt(.slash) || parser.isAt(.at)
    let isHash = parser.isAtName && parser.tokens.source.bytes[Int(parser.current.start)] == UInt8(ascii: "#")
    guard isSign && parser.peek().isName || isHash else { return nil }
    if isSign { parser.advance() }
    parser.advance()
    if parser.isAt(.if) { parser.advance() }
    return parser.names.intern(parser.bytes(start, parser.position - 1))
  }

  // MARK: - Attributes

  /// The value of a directive, at its quote.
  static func value(of attribute: String, _ parser: inout Parser) {
    guard parser.rules.page == .mustaches else { return parser.interpolation() }
    let mark = parser.mark
    parser.inInterpolation { parser in
      if attribute == "v-for" {
        repetition(&parser)
      } else if attribute.hasPrefix("#") || attribute.hasPrefix("v-slot") {
        slot(&parser)
      } else {
        statements(&parser)
      }
    }
    parser.finish(mark, .interpolation)
  }

  private static func statements(_ parser: inout Parser) {
    parser.linesMatter = true
    // `{ a: b }` is an object here, not a block.
    if parser.isAt(kind: .leftBrace) { JavaScriptGrammar.values(&parser) }
    parser.statements()
  }

  /// `a in b`, `(a, index) of b`
  private static func repetition(_ parser: inout Parser) {
    let mark = parser.mark
    if parser.isAt(kind: .leftParenthesis) {
      let list = parser.mark
      parser.separated { parser in _ = JavaScriptGrammar.pattern(&parser) }
      parser.finish(list, .listPattern)
    } else {
      _ = JavaScriptGrammar.pattern(&parser)
    }
    let word = parser.current.name
    if parser.take(.in) || parser.take(.of) { JavaScriptGrammar.values(&parser) }
    parser.empty(.block)
    parser.finish(mark, .forEach, name: word)
  }

  /// `{ a, b }` that a slot hands to what stands in it.
  private static func slot(_ parser: inout Parser) {
    let mark = parser.mark
    let parameter = parser.mark
    if JavaScriptGrammar.pattern(&parser) { parser.finish(parameter, .parameter) }
    parser.finish(mark, .parameters)
  }
}
