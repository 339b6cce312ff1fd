import SourceTokens

/// What a language adds to the shared parser.
///
/// A grammar is an `enum` without cases in `Languages/<Language>/`. It must give `lexicalRules` and `statement`;
/// everything else has a default that fits C-like languages. All functions get the ``Parser``: a cursor over tokens,
/// and a builder.
///
/// The cursor:
/// - `parser.isAt(.comma)`, `parser.isAt(.return)`: a sign or word stands here (never a quoted name or a text);
///   `parser.take(…)` moves over it. `parser.isAt(kind: .leftBrace)`, `parser.current`, `parser.peek(n)`.
/// - `parser.advance()` moves over a token (of a bracket: into its group; of a text: over all of it), `parser.skipItem()`
///   over a token or a whole group.
/// - `parser.inGroup { parser in … }` reads what stands between the brackets that open here; what is left over becomes
///   `skipped`. Inside of `(` and `[` line breaks end nothing, inside of `{` they do.
/// - `parser.isAtLineBreak`: a line break before the current token would end a statement here.
///
/// The builder: finished nodes wait until something takes them as its children.
/// - `let mark = parser.mark`, then whatever is read, then `parser.finish(mark, .call)`: all nodes finished since the
///   mark are the children of the new one, and all tokens since the mark lie in it. For what stands behind an operand
///   (`a.b`), the mark is the one from before the operand.
/// - `parser.rewind(to: mark)` forgets the nodes and goes back.
///
/// Rules: nothing throws. A function that answers `Bool` reads one thing (usually one node) and answers true, or
/// answers false with nothing read. One that answers nothing always finishes one node, which may be empty. Whatever
/// recurs does so through `expression()`, `nested`, `inGroup` or `type()`, whose depth is limited. No token may be
/// passed over without a node that holds it: that needs no care, since every token between a mark and its `finish`
/// belongs to the new node.
protocol LanguageGrammar: Sendable {
  static var lexicalRules: LexicalRules { get }
  static var lines: LineRules { get }
  static var syntax: SyntaxRules { get }

  /// One statement or declaration; false when nothing was there (the parser then skips a token).
  static func statement(_ parser: inout Parser) -> Bool

  /// An operand that only this language knows: closures, `if` as a value, `new X()`. False leaves it to the shared
  /// parser: names, numbers, texts, parentheses, `[…]`, `{…}`, implicit members.
  static func primary(_ parser: inout Parser) -> Bool

  /// What may follow an operand beyond members, calls, indices and type arguments: trailing closures, Kotlin's infix
  /// calls. The operand is the one node since the mark; finish around it.
  static func postfix(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool

  /// Dart's `..a()..b = c` at the cursor, a role of `BinaryOperator`. The operand is the one node since the mark.
  static func cascade(_ operand: Parser.Mark, _ parser: inout Parser)

  /// The binary operator at the cursor.
  static func binaryOperator(_ parser: borrowing Parser) -> BinaryOperator?

  /// The operator before an operand at the cursor.
  static func prefix(_ parser: borrowing Parser) -> PrefixOperator?

  /// What a word stands for when it is a literal.
  static func literal(_ word: Word) -> NodeKind?

  /// One argument of a call, as an `argument`.
  static func argument(_ parser: inout Parser)

  /// One element of `[…]` or `{…}`: an expression, an `entry` or a `spread`.
  static func element(_ parser: inout Parser)

  /// The code that a text interpolates; what is left over (a format) is skipped.
  static func interpolated(_ parser: inout Parser)

  /// `(…)` that is no call: `parenthesized` or `tuple`.
  static func parenthesized(_ parser: inout Parser)

  /// What stands behind `is` or `instanceof`: one type or pattern.
  static func tested(_ parser: inout Parser)

  /// A type; false when none begins here.
  static func type(_ parser: inout Parser) -> Bool
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
  var newOperands: Set<Operator> = []
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
  /// `A::b`
  var hasDoubleColon = false
  /// `@name(…)` before an operand.
  var hasAnnotations = true
  /// `...x` in lists, records and arguments.
  var spreadSigns: Set<Sign> = [.dotDotDot]
  /// Words that begin a statement: on a new line they are no member of what an unfinished line ends with.
  var statementWords: Set<Word> = []
}

/// An operator between two operands.
struct BinaryOperator: Sendable {
  enum Role: Sendable {
    case binary
    /// `a = b`, `a += b`: to the right.
    case assignment
    /// `as`, `is`, `instanceof`: a type follows.
    case cast, typeTest
    /// The language reads the sign and what follows it.
    case cascade
  }

  var role: Role
  var operation: Operator
  /// Higher binds tighter; assignments have 0.
  var precedence: Int
  var isRightAssociative = false
  var isNegated = false
  /// An expression, not a type, stands behind a type test.
  var testsExpression = false
  /// Of how many tokens it consists.
  var tokens = 1

  init(_ operation: Operator, _ precedence: Int, role: Role = .binary, right: Bool = false) {
    self.operation = operation
    self.precedence = precedence
    self.role = role
    isRightAssociative = right
  }

  static func assignment(_ operation: Operator) -> BinaryOperator {
    BinaryOperator(operation, 0, role: .assignment, right: true)
  }
}

/// An operator before an operand.
struct PrefixOperator: Sendable {
  var operation: Operator
  /// It holds for all operators that bind tighter than this; nil: for one operand with its chain.
  var limit: Int?
  var flags: NodeFlags = []
  /// Of how many tokens it consists: `try?` has two.
  var tokens = 1

  init(_ operation: Operator, limit: Int? = nil, flags: NodeFlags = [], tokens: Int = 1) {
    self.operation = operation
    self.limit = limit
    self.flags = flags
    self.tokens = tokens
  }
}

extension LanguageGrammar {
  static var lines: LineRules { LineRules() }
  static var syntax: SyntaxRules { SyntaxRules() }

  static func primary(_ parser: inout Parser) -> Bool { false }
  static func postfix(_ operand: Parser.Mark, _ parser: inout Parser) -> Bool { false }

  static func cascade(_ operand: Parser.Mark, _ parser: inout Parser) {}

  static func binaryOperator(_ parser: borrowing Parser) -> BinaryOperator? { parser.commonBinaryOperator() }
  static func prefix(_ parser: borrowing Parser) -> PrefixOperator? { parser.commonPrefix() }

  static func literal(_ word: Word) -> NodeKind? {
    switch word {
    case .true: .trueLiteral
    case .false: .falseLiteral
    case .null: .nullLiteral
    default: nil
    }
  }

  static func argument(_ parser: inout Parser) { parser.commonArgument() }
  static func element(_ parser: inout Parser) { parser.spreadOrExpression() }
  static func interpolated(_ parser: inout Parser) { parser.items { $0.spreadOrExpression() } }
  static func parenthesized(_ parser: inout Parser) { parser.commonParenthesized() }
  static func tested(_ parser: inout Parser) { parser.typeOrSkipped() }
  static func type(_ parser: inout Parser) -> Bool { parser.commonType() }
}
