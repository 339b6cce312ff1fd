/// Finds for every bracket the one that belongs to it.
///
/// A closing bracket that is too many belongs to none; an opening one that is not closed ends with the group around it,
/// or where the indentation of a closing brace says that it should have ended.
struct BracketMatching {
  private struct Open {
    var index: Int
    var sign: String
    /// The column where its line begins.
    var indentation: Int
    /// Parentheses and square brackets that were open since the brace around it.
    var parentheses: Int
    var squares: Int
  }

  private let range: Range<Int>
  private let usesIndentation: Bool
  private var stack: [Open] = []
  private var parentheses = 0
  private var squares = 0
  private var isPerfect = true

  /// How far indentation looks for the brace that a closing one belongs to.
  private static let reach = 64

  private init(_ range: Range<Int>, usesIndentation: Bool) {
    self.range = range
    self.usesIndentation = usesIndentation
  }

  static func link(_ list: inout TokenList) {
    var ranges = [0..<list.tokens.count]
    for parts in list.texts {
      for case .interpolation(let range) in parts { ranges.append(range) }
    }
    for range in ranges {
      var matching = BracketMatching(range, usesIndentation: false)
      matching.run(&list.tokens)
      if !matching.isPerfect {
        var second = BracketMatching(range, usesIndentation: true)
        second.run(&list.tokens)
      }
    }
  }

  private mutating func run(_ tokens: inout [Token]) {
    var index = range.lowerBound
    var indentation = 0
    while index < range.upperBound {
      let kind = tokens[index].kind
      if tokens[index].startsLine || index == range.lowerBound { indentation = tokens[index].column }
      switch kind {
      case .text, .markup:
        index = max(tokens[index].link, index + 1)
        continue
      case .open: open(tokens[index].text, index, indentation)
      case .close: close(index, &tokens)
      case .name, .number, .operator, .annotation, .directive, .regex, .end: break
      }
      index += 1
    }
    if !stack.isEmpty { isPerfect = false }
    end(from: 0, at: range.upperBound, &tokens)
  }

  private mutating func open(_ sign: String, _ index: Int, _ indentation: Int) {
    stack.append(
      Open(index: index, sign: sign, indentation: indentation, parentheses: parentheses, squares: squares))
    switch sign {
    case "(": parentheses += 1
    case "[": squares += 1
    default:
      parentheses = 0
      squares = 0
    }
  }

  private mutating func close(_ index: Int, _ tokens: inout [Token]) {
    guard let target = target(of: tokens[index]) else {
      isPerfect = false
      tokens[index].link = -1
      return
    }
    let opening = stack[target]
    if target < stack.count - 1 { isPerfect = false }
    end(from: target + 1, at: index, &tokens)
    stack.removeLast()
    parentheses = opening.parentheses
    squares = opening.squares
    tokens[opening.index].link = index
    tokens[opening.index].isClosed = true
    tokens[index].link = opening.index
  }

  /// The place in the stack of the bracket that this one closes.
  private func target(of token: Token) -> Int? {
    switch token.text {
    case ")": parentheses > 0 ? stack.lastIndex { $0.sign == "(" } : nil
    case "]": squares > 0 ? stack.lastIndex { $0.sign == "[" } : nil
    default: brace(closedBy: token)
    }
  }

  private func brace(closedBy token: Token) -> Int? {
    guard let nearest = stack.lastIndex(where: { $0.sign == "{" }) else { return nil }
    guard usesIndentation, token.startsLine, stack[nearest].indentation > token.column else { return nearest }
    let floor = max(0, nearest - Self.reach)
    for place in (floor..<nearest).reversed() where stack[place].sign == "{" {
      if stack[place].indentation == token.column { return place }
      if stack[place].indentation < token.column { break }
    }
    return nearest
  }

  /// Ends brackets that nothing closes.
  private mutating func end(from place: Int, at index: Int, _ tokens: inout [Token]) {
    for open in stack[place...] {
      tokens[open.index].link = index
      tokens[open.index].isClosed = false
    }
    stack.removeSubrange(place...)
  }
}
