import Diagnostics

/// Links brackets with one another, also in code whose brackets do not fit.
struct BracketMatching {
  private struct Open {
    var index: Int
    var kind: Token.Kind
    /// The column where its line begins; asked for only when indentation decides.
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

  static func link(_ list: inout TokenArray) {
    link(0..<list.count, &list)
    for index in 0..<list.count where list.tokens[index].kind == .interpolationStart {
      link(index + 1..<max(index + 1, min(list.tokens[index].link, list.count)), &list)
    }
  }

  private static func link(_ range: Range<Int>, _ list: inout TokenArray) {
    var matching = BracketMatching(range, usesIndentation: false)
    matching.run(&list)
    guard !matching.isPerfect else { return }
    var second = BracketMatching(range, usesIndentation: true)
    second.run(&list)
  }

  private mutating func run(_ list: inout TokenArray) {
    var index = range.lowerBound
    var indentation = 0
    while index < range.upperBound {
      let token = list.tokens[index]
      if usesIndentation, token.startsLine || index == range.lowerBound { indentation = list.column(of: index) }
      switch token.kind {
      case .interpolationStart:
        // Brackets in there are of a range of their own.
        index = max(token.link, index + 1)
        continue
      case .leftParenthesis, .leftSquare, .leftBrace: open(token.kind, index, indentation)
      case .rightParenthesis, .rightSquare, .rightBrace: close(index, &list)
      default: break
      }
      index += 1
    }
    if !stack.isEmpty { isPerfect = false }
    end(from: 0, at: range.upperBound, &list)
  }

  private mutating func open(_ kind: Token.Kind, _ index: Int, _ indentation: Int) {
    stack.append(
      Open(index: index, kind: kind, indentation: indentation, parentheses: parentheses, squares: squares))
    switch kind {
    case .leftParenthesis: parentheses += 1
    case .leftSquare: squares += 1
    default:
      parentheses = 0
      squares = 0
    }
  }

  private mutating func close(_ index: Int, _ list: inout TokenArray) {
    guard let target = target(of: index, list) else {
      isPerfect = false
      list.tokens[index].payload = UInt32(truncatingIfNeeded: index)
      return
    }
    let opening = stack[target]
    if target < stack.count - 1 { isPerfect = false }
    end(from: target + 1, at: index, &list)
    stack.removeLast()
    parentheses = opening.parentheses
    squares = opening.squares
    list.tokens[opening.index].payload = UInt32(truncatingIfNeeded: index)
    list.tokens[index].payload = UInt32(truncatingIfNeeded: opening.index)
  }

  /// The place in the stack of the bracket that this one closes.
  private func target(of index: Int, _ list: TokenArray) -> Int? {
    switch list.tokens[index].kind {
    case .rightParenthesis: parentheses > 0 ? stack.lastIndex { $0.kind == .leftParenthesis } : nil
    case .rightSquare: squares > 0 ? stack.lastIndex { $0.kind == .leftSquare } : nil
    default: brace(closedBy: index, list)
    }
  }

  private func brace(closedBy index: Int, _ list: TokenArray) -> Int? {
    guard let nearest = stack.lastIndex(where: { $0.kind == .leftBrace }) else { return nil }
    guard usesIndentation, list.tokens[index].startsLine else { return nearest }
    let column = list.column(of: index)
    guard stack[nearest].indentation > column else { return nearest }
    let floor = max(0, nearest - Self.reach)
    for place in (floor..<nearest).reversed() where stack[place].kind == .leftBrace {
      if stack[place].indentation == column { return place }
      if stack[place].indentation < column { break }
    }
    return nearest
  }

  /// Ends brackets that nothing closes.
  private mutating func end(from place: Int, at index: Int, _ list: inout TokenArray) {
    for open in stack[place...] { list.tokens[open.index].payload = UInt32(truncatingIfNeeded: index) }
    stack.removeSubrange(place...)
  }
}
