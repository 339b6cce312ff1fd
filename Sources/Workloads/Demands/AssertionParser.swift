import Diagnostics
import Metering

/// Reads one assertion: `cost(after).month <= 20 USD`.
struct AssertionParser: OperatorParser {
  static let subject = "assertion"

  private let scalar: ScalarText
  private let names: AssertionNames
  var cursor: TextCursor
  var depth = 0

  private init(_ scalar: ScalarText, names: AssertionNames) {
    self.scalar = scalar
    self.names = names
    cursor = TextCursor(scalar.text)
  }

  static func parse(_ scalar: ScalarText, names: AssertionNames) throws(LineError) -> Assertion {
    let root = try whole(scalar, names)
    guard root.isCondition else {
      throw LineError(
        "an assertion compares, this is only a figure", help: "write what it should be, such as `reads(before) == 100`",
        range: root.range)
    }
    return Assertion(text: scalar.text, root: root, span: scalar.span)
  }

  /// A figure by itself: `cost(before).reads.month * 12`.
  static func parseFigure(_ scalar: ScalarText, names: AssertionNames) throws(LineError) -> FigureExpression {
    let root = try whole(scalar, names)
    guard !root.isCondition else {
      throw LineError("this compares, a figure is wanted", help: "write one side of it", range: root.range)
    }
    return FigureExpression(text: scalar.text, root: root, span: scalar.span)
  }

  private static func whole(_ scalar: ScalarText, _ names: AssertionNames) throws(LineError) -> AssertionNode {
    var parser = AssertionParser(scalar, names: names)
    return try parser.whole()
  }

  func binary(
    _ op: BinaryExpressionOperator, _ left: AssertionNode, _ right: AssertionNode, from start: Int
  ) -> AssertionNode {
    node(.binary(op, left, right), from: start)
  }

  func unary(_ op: UnaryExpressionOperator, _ operand: AssertionNode, from start: Int) -> AssertionNode {
    node(op == .not ? .not(operand) : .negation(operand), from: start)
  }

  // MARK: Operands

  mutating func primary() throws(LineError) -> AssertionNode {
    let start = startOfToken()
    guard let byte = cursor.current else { throw unexpected("a figure or a number") }
    if byte.isDigitByte { return try number() }
    if byte == UInt8(ascii: "(") {
      cursor.advance()
      let inner = try disjunction()
      try expect(")")
      return node(inner.kind, from: start)
    }
    guard byte.isWordStart else { throw unexpected("a figure or a number") }
    return try figure()
  }

  /// `50`, `5400.00 USD`, `95%`
  private mutating func number() throws(LineError) -> AssertionNode {
    let start = cursor.position
    let text = cursor.takeWhile { $0.isDigitByte || $0 == UInt8(ascii: ".") }
    guard let value = Rational(unsigned: text) else {
      throw LineError("`\(text)` is not a number", range: start..<cursor.position)
    }
    if cursor.take("%") {
      guard let share = value.divided(by: Rational(100)) else { throw tooDeep(start) }
      return node(.percentage(share), from: start)
    }
    var ahead = cursor
    ahead.skipSpaces()
    let word = ahead.takeWhile(\.isWordByte)
    guard !word.isEmpty else { return node(.number(value), from: start) }
    guard word.utf8.count == 3, word.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }) else {
      throw LineError(
        "expected an operator or a currency such as `USD`, found `\(word)`",
        range: ahead.position - word.utf8.count..<ahead.position)
    }
    cursor = ahead
    return node(.money(value, currency: word), from: start)
  }

  private mutating func figure() throws(LineError) -> AssertionNode {
    let start = cursor.position
    let name = cursor.takeWhile(\.isWordByte)
    let nameRange = start..<cursor.position
    let arguments = try arguments()
    if name == "reduction" { return node(try reduction(arguments, from: start), from: start) }
    guard name == "cost" || name == "price" || CountedFigure(rawValue: name) != nil else {
      throw .unknownName(.figure, name, among: AssertionNames.figures, range: nameRange)
    }
    let scope = try self.scope(arguments, of: name, from: start)
    let units = try dottedWords()
    if name == "price" { return node(try price(scope, units, from: start), from: start) }
    guard let counted = CountedFigure(rawValue: name) else { return node(try cost(scope, units), from: start) }
    guard units.count <= 1 else { throw unexpectedUnit(units[1]) }
    let unit = try units.first.map { (word) throws(LineError) in try self.unit(word) } ?? .total
    guard unit != .month else { throw unexpectedUnit(units[0]) }
    return node(.figure(FigureReference(figure: .count(counted), scope: scope, unit: unit)), from: start)
  }

  /// `cost(v).month`, `cost(v).reads.month`
  private func cost(_ scope: FigureScope, _ units: [Word]) throws(LineError) -> AssertionNode.Kind {
    var units = units[...]
    var part: MonthlyCost.Part?
    if let first = units.first, let named = MonthlyCost.Part(rawValue: first.text) {
      part = named
      units = units.dropFirst()
    }
    guard units.count <= 1 else { throw unexpectedUnit(units[units.startIndex + 1]) }
    let unit = try units.first.map { (word) throws(LineError) in try self.unit(word) } ?? .total
    return .figure(FigureReference(figure: .cost(part), scope: scope, unit: unit))
  }

  /// `price(v).reads`: variants may have books of their own, so one is named.
  private func price(_ scope: FigureScope, _ units: [Word], from start: Int) throws(LineError) -> AssertionNode.Kind {
    guard scope.variant != nil, scope.actor == nil, scope.result == nil, units.count == 1 else {
      throw LineError(
        "a price is that of one variant and part", help: "such as `price(before).reads`", range: start..<cursor.position
      )
    }
    guard let part = MonthlyCost.Part(rawValue: units[0].text) else { throw unexpectedUnit(units[0]) }
    return .figure(FigureReference(figure: .price(part), scope: scope, unit: .total))
  }

  private func reduction(_ arguments: [Word], from start: Int) throws(LineError) -> AssertionNode.Kind {
    guard arguments.count == 2 || arguments.count == 3 else {
      throw LineError("`reduction` compares two variants", range: start..<cursor.position)
    }
    let actor = try arguments.count == 3 ? names.actor(arguments[0]) : nil
    var (first, second) = (
      try names.variant(arguments[arguments.count - 2]), try names.variant(arguments[arguments.count - 1])
    )
    first.actor = actor
    second.actor = actor
    return .reduction(from: first, to: second)
  }

  private func scope(_ arguments: [Word], of figure: String, from start: Int) throws(LineError) -> FigureScope {
    if arguments.count < 3, let last = arguments.last,
      let example = names.example(figure, insteadOf: last, behind: arguments.count == 2 ? arguments[0] : nil)
    {
      throw example
    }
    switch arguments.count {
    case 0: return FigureScope()
    case 1: return try names.variant(arguments[0])
    case 2:
      var scope = try names.variant(arguments[1])
      scope.actor = try names.actor(arguments[0])
      return scope
    default:
      throw LineError(
        "a figure takes a variant, or an actor and a variant", help: names.example(figure),
        range: start..<cursor.position)
    }
  }

  private func unit(_ word: Word) throws(LineError) -> FigureUnit {
    guard let unit = FigureUnit(rawValue: word.text), unit != .total else { throw unexpectedUnit(word) }
    return unit
  }

  /// Names may have any characters but commas, parentheses and spaces; others are quoted.
  private mutating func arguments() throws(LineError) -> [Word] {
    guard cursor.take("(") else { return [] }
    if cursor.take(")") { return [] }
    var arguments: [Word] = []
    repeat {
      let start = startOfToken()
      let quoted = cursor.current == UInt8(ascii: "'")
      if quoted { cursor.advance() }
      let text = cursor.takeWhile {
        quoted ? $0 != UInt8(ascii: "'") : !",()".utf8.contains($0) && $0 > 0x20
      }
      if quoted { try expect("'") }
      guard !text.isEmpty else { throw unexpected("a name") }
      arguments.append(Word(text: text, range: start..<cursor.position))
    } while cursor.take(",")
    try expect(")")
    return arguments
  }

  private mutating func dottedWords() throws(LineError) -> [Word] {
    var words: [Word] = []
    while cursor.current == UInt8(ascii: ".") {
      cursor.advance()
      let start = cursor.position
      let text = cursor.takeWhile(\.isWordByte)
      guard !text.isEmpty else { throw unexpected("a unit such as `perDay`") }
      words.append(Word(text: text, range: start..<cursor.position))
    }
    return words
  }

  // MARK: Positions and errors

  struct Word {
    var text: String
    var range: Range<Int>
  }

  private func node(_ kind: AssertionNode.Kind, from start: Int) -> AssertionNode {
    AssertionNode(kind, span: scalar.span(of: start..<cursor.position), range: start..<cursor.position)
  }

  private func unexpectedUnit(_ word: Word) -> LineError {
    LineError(
      "`.\(word.text)` is not a unit of this figure",
      help: "known: `.perDay`, `.perUserDay`, and for costs `.month` and a part such as `.reads.month`",
      range: word.range)
  }

}

extension AssertionNode {
  /// Whether it is true or false rather than a figure.
  var isCondition: Bool {
    switch kind {
    case .number, .percentage, .money, .figure, .reduction, .negation: false
    case .not: true
    case .binary(let op, _, _):
      switch op {
      case .plus, .minus, .times, .dividedBy: false
      case .or, .and, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
      }
    }
  }
}

/// The names that assertions of one suite may use.
struct AssertionNames {
  var variants: [String]
  var actors: [String]
  /// Names given by `as:` in any variant, and the names of steps.
  var results: [String]

  static let figures = CountedFigure.allCases.map(\.rawValue) + ["cost", "price", "reduction"]

  func actor(_ word: AssertionParser.Word) throws(LineError) -> String {
    guard actors.contains(word.text) else {
      throw .unknownName(.actor, word.text, among: actors, range: word.range)
    }
    return word.text
  }

  /// How an actor and a variant are written.
  func example(_ figure: String) -> String? {
    guard let actor = actors.first, let variant = variants.first else { return nil }
    return "such as `\(figure)(\(actor), \(variant))`; of one step it is `\(figure)(\(variant).STEP)`"
  }

  /// The mistake of an actor where a variant stands: alone, behind it, or behind a dot like a step of it.
  func example(
    _ figure: String, insteadOf word: AssertionParser.Word, behind first: AssertionParser.Word?
  ) -> LineError? {
    let known = variants.filter { word.text.hasPrefix($0 + ".") }.max { $0.utf8.count < $1.utf8.count }
    let actor = known.map { String(word.text.dropFirst($0.count + 1)) } ?? word.text
    guard actors.contains(actor), !results.contains(actor), !variants.contains(word.text) else { return nil }
    let behind = first.flatMap { variants.contains($0.text) ? $0.text : nil }
    guard let variant = known ?? behind ?? variants.first else { return nil }
    return LineError(
      "\(QuotedText.of(actor)) is an actor, and stands before a variant", code: .unknownWorkloadName,
      help: "write `\(figure)(\(actor), \(variant))`", range: word.range)
  }

  /// `variant` or `variant.result`; variants may have dots in their names, the longest one wins.
  func variant(_ word: AssertionParser.Word) throws(LineError) -> FigureScope {
    if variants.contains(word.text) { return FigureScope(variant: word.text) }
    let candidates = variants.filter { word.text.hasPrefix($0 + ".") }
    guard let variant = candidates.max(by: { $0.utf8.count < $1.utf8.count }) else {
      throw .unknownName(.variant, word.text, among: variants, range: word.range)
    }
    let result = String(decoding: word.text.utf8.dropFirst(variant.utf8.count + 1), as: UTF8.self)
    guard results.contains(result) else {
      throw .unknownName(.result, result, among: results, range: word.range)
    }
    return FigureScope(variant: variant, result: result)
  }
}
