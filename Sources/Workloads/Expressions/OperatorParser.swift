/// Reads operators by their precedence, from `||` down to prefixes. What they join, and what their operands are, is up to
/// the parser that conforms.
protocol OperatorParser {
  associatedtype Node
  /// What is read, as messages name it: `expression`.
  static var subject: String { get }

  var cursor: TextCursor { get set }
  /// How many prefixes and parentheses are open.
  var depth: Int { get set }

  /// Reads an operand.
  mutating func primary() throws(LineError) -> Node
  /// - Parameter start: where the left side begins; it ends at the cursor.
  func binary(_ op: BinaryExpressionOperator, _ left: Node, _ right: Node, from start: Int) -> Node
  func unary(_ op: UnaryExpressionOperator, _ operand: Node, from start: Int) -> Node
}

extension OperatorParser {
  /// Deeper nesting is refused.
  private static var maximumDepth: Int { 64 }

  /// All of the text, and nothing behind it.
  mutating func whole() throws(LineError) -> Node {
    let root = try disjunction()
    cursor.skipSpaces()
    guard cursor.isAtEnd else { throw unexpected("an operator or the end") }
    return root
  }

  mutating func disjunction() throws(LineError) -> Node {
    try leftAssociative([.or]) { (parser) throws(LineError) in try parser.conjunction() }
  }

  private mutating func conjunction() throws(LineError) -> Node {
    try leftAssociative([.and]) { (parser) throws(LineError) in try parser.comparison() }
  }

  private mutating func comparison() throws(LineError) -> Node {
    let start = startOfToken()
    let left = try sum()
    let operators: [BinaryExpressionOperator] = [.equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater]
    guard let op = takeOperator(operators) else { return left }
    let right = try sum()
    let node = binary(op, left, right, from: start)
    let next = startOfToken()
    guard takeOperator(operators) == nil else {
      throw LineError("comparisons cannot be chained", range: next..<cursor.position)
    }
    return node
  }

  private mutating func sum() throws(LineError) -> Node {
    try leftAssociative([.plus, .minus]) { (parser) throws(LineError) in try parser.product() }
  }

  private mutating func product() throws(LineError) -> Node {
    try leftAssociative([.times, .dividedBy]) { (parser) throws(LineError) in try parser.prefix() }
  }

  private mutating func leftAssociative(
    _ operators: [BinaryExpressionOperator], _ operand: (inout Self) throws(LineError) -> Node
  ) throws(LineError) -> Node {
    let start = startOfToken()
    var left = try operand(&self)
    var count = 0
    while let op = takeOperator(operators) {
      count += 1
      // A long chain is a deep tree, which later passes walk recursively.
      guard count <= Self.maximumDepth else { throw tooDeep(start) }
      let right = try operand(&self)
      left = binary(op, left, right, from: start)
    }
    return left
  }

  private mutating func takeOperator(_ operators: [BinaryExpressionOperator]) -> BinaryExpressionOperator? {
    operators.first { cursor.take($0.rawValue) }
  }

  private mutating func prefix() throws(LineError) -> Node {
    let start = startOfToken()
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw tooDeep(start) }
    let op: UnaryExpressionOperator? = cursor.take("!") ? .not : cursor.take("-") ? .minus : nil
    guard let op else { return try primary() }
    let operand = try prefix()
    return unary(op, operand, from: start)
  }

  // MARK: Tokens

  mutating func startOfToken() -> Int {
    cursor.skipSpaces()
    return cursor.position
  }

  mutating func expect(_ token: String) throws(LineError) {
    guard cursor.take(token) else { throw unexpected("`\(token)`") }
  }

  func unexpected(_ expected: String) -> LineError {
    let place = cursor.behindSpaces
    return LineError(
      "expected \(expected), found \(place.found)", range: place.position..<place.position + place.foundLength)
  }

  func tooDeep(_ start: Int) -> LineError {
    LineError("the \(Self.subject) is nested too deeply", range: start..<cursor.position)
  }
}
