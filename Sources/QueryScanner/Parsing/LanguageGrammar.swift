import Diagnostics

/// What a language adds to the shared parser.
///
/// A grammar is one type in `Languages/<Language>/`. It must give `lexicalRules` and `statement`; everything else has a
/// default that fits C-like languages and is overridden where the language differs. All functions get the `Parser`, a
/// cursor over tokens:
///
/// - `parser.current`, `parser.peek(n)`: tokens; `.end` after the last one of the group that is being read. `peek`
///   counts tokens: use `peekAfterGroup` to look behind a bracket.
/// - `parser.isAt("word")`: a name or sign with this text (never a quoted name or a string); `parser.take("word")`
///   moves over it.
/// - `parser.advance()` moves over one token and its interpolations, `parser.skipItem()` over a token or a whole group.
/// - `parser.inGroup { parser in … }` reads the content of the group that opens here and moves behind it; what the
///   content leaves over is skipped. Inside of `(` and `[` line breaks end nothing, inside of `{` they do.
/// - `parser.separated { parser in … }` reads the items of such a group between its commas.
/// - `parser.expression()`, `parser.arguments()`, `parser.statements()`, `parser.block()`, `parser.bodyOrStatement()`.
/// - `parser.isAtLineBreak`: a line break before the current token would end a statement here.
/// - `BraceStatements`: `if (…)`, loops, `switch`, `try`, `return` and the like as most languages with braces have them.
///
/// Rules: nothing throws; every function either consumes a token or says so by answering nil or an empty expression;
/// everything that recurs does so through `expression()`, `statement` or `inGroup`, whose depth is limited.
protocol LanguageGrammar: Sendable {
  var lexicalRules: LexicalRules { get }

  /// One statement or declaration; nil when nothing was there (the parser then skips a token).
  func statement(_ parser: inout Parser) -> Statement?

  /// An operand that only this language knows: closures, `if` as a value, `new X()`, object literals. Nil with nothing
  /// consumed leaves it to the shared parser: names, numbers, texts, parentheses, `[…]`, implicit members.
  func primary(_ parser: inout Parser) -> Expression?

  /// What may follow an operand beyond `.name`, `?.name`, `(…)`, `[…]` and generic arguments: trailing closures, casts,
  /// `!!`. Nil with nothing consumed when nothing of the kind is there.
  func postfix(_ operand: Expression, _ parser: inout Parser) -> Expression?

  /// The binary operator at the cursor, if the token is one; `word` operators (`in`, `is`, `and`) included.
  func binaryOperator(_ token: Token) -> BinaryOperator?

  /// What a sign or word before an operand does.
  func prefix(_ token: Token) -> PrefixOperator?

  /// What a name stands for when it is a literal: `true`, `null`, `nil`, `None`.
  func literal(_ name: String) -> Expression.Kind?

  /// One argument of a call: labels, spread.
  func argument(_ parser: inout Parser) -> Argument

  /// One element of `[…]`, also `key: value` of a Swift dictionary (as a record with one entry).
  func element(_ parser: inout Parser) -> Expression

  /// The content of `(…)` that is not a call: parentheses, tuples.
  func parenthesized(_ parser: inout Parser) -> Expression

  var lines: LineRules { get }
  var syntax: SyntaxRules { get }
}

/// How line breaks end statements.
struct LineRules: Sendable {
  /// `(` on a new line still calls what stands before.
  var callsCross = true
  /// `[` on a new line still indexes what stands before.
  var indicesCross = true
  /// `.name` on a new line continues.
  var membersCross = true
  /// Binary operators on a new line continue, except those of `newOperands`.
  var operatorsCross = true
  /// Operators that begin a statement on a new line although others continue one.
  var newOperands: Set<String> = []
  /// Operators that continue on a new line although others do not.
  var continuing: Set<String> = []
}

/// Switches of the shared parser.
struct SyntaxRules: Sendable {
  enum Labels: Sendable { case none, colon, equals }

  var labels = Labels.none
  /// `a ? b : c`
  var hasTernary = true
  /// `a!`
  var hasForceUnwrap = false
  /// `a!!`
  var hasDoubleBang = false
  /// `f<T>(…)`
  var hasGenericCalls = true
  /// `.name` without a receiver.
  var hasImplicitMembers = false
  /// Such a member may be all of a statement: the value of a body.
  var hasImplicitMemberStatements = false
  /// `A::b`
  var hasDoubleColon = false
  /// `...x` in lists, records and arguments; Python: `*`, `**`.
  var spreadSigns: Set<String> = ["..."]
  /// Words that begin a statement: on a new line they are no member of what an unfinished line ends with.
  var statementWords: Set<String> = []
}

struct BinaryOperator: Sendable {
  enum Role: Sendable {
    case fallback, concatenation, other
    /// `a && b` where its value is that of `b`, or something that holds nothing.
    case conjunction
    case assignment, compoundAssignment
    /// `as X`, `is X`: a type follows; `as` keeps its operand, `is` is `other`.
    case cast, typeTest
  }

  var role: Role
  /// Higher binds tighter; assignments have 0 and associate to the right.
  var precedence: Int

  init(_ role: Role, _ precedence: Int) {
    self.role = role
    self.precedence = precedence
  }
}

enum PrefixOperator: Sendable {
  /// Leaves the value as it is: `await`, `try`.
  case dropped
  /// Makes something else of it: `!`, `typeof`.
  case other
  /// A sign of a number.
  case minus
}

extension LanguageGrammar {
  var lines: LineRules { LineRules() }
  var syntax: SyntaxRules { SyntaxRules() }

  func primary(_ parser: inout Parser) -> Expression? { nil }
  func postfix(_ operand: Expression, _ parser: inout Parser) -> Expression? { nil }

  func binaryOperator(_ token: Token) -> BinaryOperator? {
    token.kind == .operator ? BinaryOperator.common[token.text] : nil
  }

  func prefix(_ token: Token) -> PrefixOperator? {
    guard token.kind == .operator else { return nil }
    switch token.text {
    case "-": return .minus
    case "!", "~", "+", "++", "--": return .other
    default: return nil
    }
  }

  func literal(_ name: String) -> Expression.Kind? {
    switch name {
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "null": .null
    default: nil
    }
  }

  func argument(_ parser: inout Parser) -> Argument { parser.commonArgument() }
  func element(_ parser: inout Parser) -> Expression { parser.spreadOrExpression() }
  func parenthesized(_ parser: inout Parser) -> Expression { parser.commonParenthesized() }
}

extension BinaryOperator {
  /// Of C-like languages.
  static let common: [String: BinaryOperator] = [
    "=": BinaryOperator(.assignment, 0),
    "+=": BinaryOperator(.compoundAssignment, 0), "-=": BinaryOperator(.compoundAssignment, 0),
    "*=": BinaryOperator(.compoundAssignment, 0), "/=": BinaryOperator(.compoundAssignment, 0),
    "%=": BinaryOperator(.compoundAssignment, 0), "&=": BinaryOperator(.compoundAssignment, 0),
    "|=": BinaryOperator(.compoundAssignment, 0), "^=": BinaryOperator(.compoundAssignment, 0),
    "??=": BinaryOperator(.compoundAssignment, 0), "||=": BinaryOperator(.compoundAssignment, 0),
    "&&=": BinaryOperator(.compoundAssignment, 0),
    "??": BinaryOperator(.fallback, 2), "?:": BinaryOperator(.fallback, 2), "||": BinaryOperator(.fallback, 3),
    "&&": BinaryOperator(.other, 4), "|": BinaryOperator(.other, 5), "^": BinaryOperator(.other, 5),
    "&": BinaryOperator(.other, 5),
    "==": BinaryOperator(.other, 6), "!=": BinaryOperator(.other, 6), "===": BinaryOperator(.other, 6),
    "!==": BinaryOperator(.other, 6), "<": BinaryOperator(.other, 7), ">": BinaryOperator(.other, 7),
    "<=": BinaryOperator(.other, 7), ">=": BinaryOperator(.other, 7), "<<": BinaryOperator(.other, 8),
    "..": BinaryOperator(.other, 8), "..<": BinaryOperator(.other, 8), "...": BinaryOperator(.other, 8),
    "+": BinaryOperator(.concatenation, 9), "-": BinaryOperator(.other, 9),
    "*": BinaryOperator(.other, 10), "/": BinaryOperator(.other, 10), "%": BinaryOperator(.other, 10),
    "**": BinaryOperator(.other, 11),
  ]
}
