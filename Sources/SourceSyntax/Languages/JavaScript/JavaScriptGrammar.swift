import Diagnostics
import SourceTokens

/// JavaScript, with the types of TypeScript and elements of markup where they may be written.
///
/// Its variants differ in a few rules only; see `ScriptGrammar`.
enum JavaScriptGrammar {
  /// By the name of the file that it stands in: where markup cannot stand, `<T>x` is a cast.
  static func variant(of unit: SourceUnit) -> any LanguageGrammar.Type {
    let path = unit.source.path.lowercased()
    if path.hasSuffix(".json") { return DataGrammar.self }
    let isPlain = [".ts", ".mts", ".cts", ".vue", ".svelte", ".html", ".htm"].contains { path.hasSuffix($0) }
    guard unit.language == .typescript else { return isPlain ? PageScriptGrammar.self : PlainScriptGrammar.self }
    return isPlain ? TypeScriptGrammar.self : TypeScriptMarkupGrammar.self
  }

  static func rules(hasMarkup: Bool) -> LexicalRules {
    var rules = LexicalRules(
      lineComment: .slashes,
      texts: [
        LexicalRules.TextRule("`", spansLines: true, interpolation: .dollarBraces), LexicalRules.TextRule("\""),
        LexicalRules.TextRule("'"),
      ],
      signs: [
        .equalEqual, .notEqual, .lessEqual, .greaterEqual, .andAnd, .barBar, .plusEqual, .minusEqual, .starEqual,
        .slashEqual, .percentEqual, .ampersandEqual, .barEqual, .caretEqual, .plusPlus, .minusMinus, .lessLess,
        .dotDotDot, .same, .notSame, .fatArrow, .coalesce, .questionDot, .coalesceEqual, .barBarEqual, .andAndEqual,
        .starStar, .starStarEqual, .lessLessEqual,
      ])
    rules.hash = .name
    rules.hasRegexes = true
    rules.hasMarkup = hasMarkup
    rules.wordsBeforeOperands = [
      .return, .case, .typeof, .instanceof, .in, .of, .await, .yield, .else, .throw, .delete, .void, .new, .do,
      .default,
    ]
    return rules
  }

  // MARK: - Operators

  static func binaryOperator(_ parser: borrowing Parser) -> BinaryOperator? {
    let token = parser.current
    switch token.kind {
    case .sign: return parser.commonBinaryOperator()
    case .name: return wordOperator(token, hasTypes: parser.syntax.hasTypes)
    default: return nil
    }
  }

  private static func wordOperator(_ token: Token, hasTypes: Bool) -> BinaryOperator? {
    switch token.keyword {
    case .in?: BinaryOperator(.contained, 9)
    case .instanceof?: instanceOperator
    case .as?, .satisfies?: hasTypes && !token.startsLine ? BinaryOperator(.other, 9, role: .cast) : nil
    default: nil
    }
  }

  private static let instanceOperator: BinaryOperator = {
    var binary = BinaryOperator(.other, 9, role: .typeTest)
    binary.testsExpression = true
    return binary
  }()

  static func prefix(_ parser: borrowing Parser) -> PrefixOperator? {
    let token = parser.current
    switch token.kind {
    case .sign:
      switch token.sign {
      case .minus?: return PrefixOperator(.negate)
      case .plus?: return PrefixOperator(.plus)
      case .exclamation?: return PrefixOperator(.not)
      case .tilde?: return PrefixOperator(.bitNot)
      case .plusPlus?: return PrefixOperator(.preIncrement)
      case .minusMinus?: return PrefixOperator(.preDecrement)
      default: return nil
      }
    case .name:
      switch token.keyword {
      case .await?: return PrefixOperator(.await)
      case .typeof?: return PrefixOperator(.typeof)
      case .void?: return PrefixOperator(.void)
      case .delete?: return PrefixOperator(.delete)
      default: return nil
      }
    default: return nil
    }
  }

  /// `a, b`: one node of all of them, so that many do not nest.
  static func value(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    guard parser.expressionStatement() else { return false }
    guard parser.isAt(.comma) else { return true }
    let place = parser.position
    while parser.take(.comma) {
      guard parser.expressionStatement() else { break }
    }
    parser.finish(mark, .binary, .sequence, place: place)
    return true
  }
}

/// JavaScript or TypeScript, with elements of markup or without.
protocol ScriptGrammar: LanguageGrammar {}

extension ScriptGrammar {
  static func statement(_ parser: inout Parser) -> Bool { JavaScriptGrammar.statement(&parser) }
  static func primary(_ parser: inout Parser) -> Bool { JavaScriptGrammar.primary(&parser) }
  static func type(_ parser: inout Parser) -> Bool { JavaScriptGrammar.typeContent(&parser) }
  static func parenthesized(_ parser: inout Parser) { JavaScriptGrammar.parenthesized(&parser) }

  static func postfix(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool {
    JavaScriptGrammar.postfix(operand, &parser)
  }

  static func binaryOperator(_ parser: borrowing Parser) -> BinaryOperator? {
    JavaScriptGrammar.binaryOperator(parser)
  }

  static func prefix(_ parser: borrowing Parser) -> PrefixOperator? { JavaScriptGrammar.prefix(parser) }
  static func interpolated(_ parser: inout Parser) { JavaScriptGrammar.interpolated(&parser) }
}

extension SyntaxRules {
  /// - Parameter hasTypes: of TypeScript, whose rules say so by `!` behind an operand.
  fileprivate static func script(hasTypes: Bool) -> SyntaxRules {
    SyntaxRules(hasForceUnwrap: hasTypes, hasGenericCalls: hasTypes, hasAnnotations: false)
  }

  /// Types may be written.
  var hasTypes: Bool { hasForceUnwrap }
}

/// `.json` that a script imports: the value of the module.
enum DataGrammar: ScriptGrammar {
  static let lexicalRules = JavaScriptGrammar.rules(hasMarkup: false)
  static let syntax = SyntaxRules.script(hasTypes: false)

  static func statement(_ parser: inout Parser) -> Bool {
    let mark = parser.mark
    parser.expression()
    parser.finish(mark, .export, flags: [.isDefault, .all])
    return true
  }
}

/// `.js`, `.jsx`: elements of markup may stand in any of them.
enum PlainScriptGrammar: ScriptGrammar {
  static let lexicalRules = JavaScriptGrammar.rules(hasMarkup: true)
  static let syntax = SyntaxRules.script(hasTypes: false)
}

/// `.ts` and the scripts of pages, where `<T>x` is a cast.
enum TypeScriptGrammar: ScriptGrammar {
  static let lexicalRules = JavaScriptGrammar.rules(hasMarkup: false)
  static let syntax = SyntaxRules.script(hasTypes: true)
}

/// `.tsx`
enum TypeScriptMarkupGrammar: ScriptGrammar {
  static let lexicalRules = JavaScriptGrammar.rules(hasMarkup: true)
  static let syntax = SyntaxRules.script(hasTypes: true)
}

/// The scripts of pages without types.
enum PageScriptGrammar: ScriptGrammar {
  static let lexicalRules = JavaScriptGrammar.rules(hasMarkup: false)
  static let syntax = SyntaxRules.script(hasTypes: false)
}
