import Diagnostics

/// Prints a layout: a group goes on one line when what follows up to the next possible line break fits.
struct LayoutPrinter {
  private let ruleset: Ruleset
  private let scanner: RulesScanner
  private let comments: CommentPlacement
  private var output = ""
  private var line = LineState()
  private var stack: [Frame] = []
  /// Comments behind the last token that have not been printed yet: something may be added before them.
  private var behind: [CommentPlacement.Remark] = []
  private var isBlankLineAllowed = false
  private var blankLinesFollowComments = false
  /// The closing brace whose comments stand inside the block.
  private var printedComments: Int?

  private struct Frame {
    var layouts: [Layout]
    var index = 0
    var indent: Int
    var isBroken: Bool
  }

  init(_ ruleset: Ruleset, _ comments: CommentPlacement) {
    self.ruleset = ruleset
    self.comments = comments
    scanner = RulesScanner(bytes: ruleset.source.bytes)
  }

  mutating func print(_ layouts: [Layout]) -> String {
    stack = [Frame(layouts: layouts, indent: 0, isBroken: true)]
    while let top = stack.indices.last {
      guard stack[top].index < stack[top].layouts.count else {
        stack.removeLast()
        continue
      }
      let layout = stack[top].layouts[stack[top].index]
      stack[top].index += 1
      place(layout, stack[top].indent, stack[top].isBroken)
    }
    flushBehind()
    return output.isEmpty ? output : output + "\n"
  }

  private mutating func place(_ layout: Layout, _ indent: Int, _ isBroken: Bool) {
    switch layout {
    case .token(let index): token(index, indent)
    case .added(let text): output += line.write(text, indent: indent)
    case .space: line.needsSpace = true
    case .line: if isBroken { breakLine() } else { line.needsSpace = true }
    case .softLine: if isBroken { breakLine() }
    case .hardLine: breakLine()
    case .statement(let isFirst):
      breakLine()
      isBlankLineAllowed = !isFirst
      blankLinesFollowComments = true
    case .commentsBefore(let index, let isFirst):
      breakLine()
      isBlankLineAllowed = !isFirst
      blankLinesFollowComments = true
      for remark in comments.places[index].above + comments.places[index].before { ownLine(remark, indent) }
      blankLinesFollowComments = false
      isBlankLineAllowed = false
      printedComments = index
    case .sequence(let layouts):
      stack.append(Frame(layouts: layouts, indent: indent, isBroken: isBroken))
    case .indented(let layouts):
      stack.append(Frame(layouts: layouts, indent: indent + 2, isBroken: isBroken))
    case .group(let range, let layouts):
      let isFlat = !comments.forcesBreak(inside: range) && fits(layouts, range, indent)
      stack.append(Frame(layouts: layouts, indent: indent, isBroken: !isFlat))
    }
  }

  private mutating func breakLine() {
    flushBehind()
    line.needsBreak = line.hasBegun
  }

  private mutating func flushBehind() {
    for remark in behind {
      line.needsSpace = true
      output += line.write(comment: remark.text, indent: 0)
      if remark.isLine { line.needsBreak = true }
    }
    behind = []
  }

  private mutating func token(_ index: Int, _ indent: Int) {
    flushBehind()
    let place = comments.places[index]
    if index != printedComments {
      for remark in place.above { ownLine(remark, indent) }
      if isBlankLineAllowed, place.hasBlankBefore, line.needsBreak { output += "\n" }
      for remark in place.before { output += line.write(comment: remark.text, indent: indent) }
    }
    isBlankLineAllowed = false
    blankLinesFollowComments = false
    output += line.write(text(index), indent: indent, isSegment: isSegment(index))
    behind = place.behind
  }

  private mutating func ownLine(_ remark: CommentPlacement.Remark, _ indent: Int) {
    line.needsBreak = line.hasBegun
    if isBlankLineAllowed, remark.hasBlankBefore, line.needsBreak { output += "\n" }
    output += line.write(comment: remark.text, indent: indent)
    line.needsBreak = true
    isBlankLineAllowed = isBlankLineAllowed || blankLinesFollowComments
  }

  private func text(_ index: Int) -> String { scanner.text(ruleset.tokens[index].span) }

  private func isSegment(_ index: Int) -> Bool { ruleset.tokens[index].kind == .segment }

  // MARK: - Fitting

  /// Whether the group, and what stands behind it up to the next possible line break, fits on the line.
  private func fits(_ layouts: [Layout], _ range: Range<Int>, _ indent: Int) -> Bool {
    var trial = Trial(line: line, behind: behind)
    var frames = [Frame(layouts: layouts, indent: indent, isBroken: false)]
    var rest = stack.count - 1
    while true {
      guard var frame = frames.popLast() else {
        guard rest >= 0 else { return true }
        frames.append(stack[rest])
        rest -= 1
        continue
      }
      guard frame.index < frame.layouts.count else { continue }
      let layout = frame.layouts[frame.index]
      frame.index += 1
      frames.append(frame)
      switch layout {
      case .token(let index):
        if index != range.lowerBound, comments.forcesBreak(before: index) { return true }
        trial.write(text(index), comments.places[index], frame.indent, isSegment: isSegment(index))
      case .added(let text): _ = trial.line.write(text, indent: frame.indent)
      case .space: trial.line.needsSpace = true
      case .line:
        if frame.isBroken { return true }
        trial.line.needsSpace = true
      case .softLine: if frame.isBroken { return true }
      case .statement, .commentsBefore, .hardLine: return true
      case .sequence(let inner), .indented(let inner), .group(_, let inner):
        frames.append(Frame(layouts: inner, indent: frame.indent, isBroken: frame.isBroken))
      }
      if trial.line.column > CloudRulesFormatter.width { return false }
    }
  }

  private struct Trial {
    var line: LineState
    var behind: [CommentPlacement.Remark]

    mutating func write(_ text: String, _ place: CommentPlacement.Place, _ indent: Int, isSegment: Bool) {
      for remark in behind {
        line.needsSpace = true
        _ = line.write(comment: remark.text, indent: indent)
        if remark.isLine { line.needsBreak = true }
      }
      if !place.above.isEmpty { line.needsBreak = true }
      for remark in place.before { _ = line.write(comment: remark.text, indent: indent) }
      _ = line.write(text, indent: indent, isSegment: isSegment)
      behind = place.behind
    }
  }
}

/// The end of what has been printed, and what has to come before the next text.
struct LineState {
  var column = 0
  var needsSpace = false
  var needsBreak = false
  var hasBegun = false
  private var isBehindComment = false
  private var isBehindSegment = false
  private var last: UInt8 = 0

  /// The text with the white space before it.
  mutating func write(_ text: String, indent: Int, isSegment: Bool = false) -> String {
    let first = text.utf8.first ?? 0
    var space = needsSpace
    // A path goes on to the next character that cannot be part of a segment.
    if isBehindSegment, first.isSegmentPart { space = true }
    if isBehindComment, first.isWordPart || first.isQuote || first.isOperator { space = true }
    let prefix = prefix(space: space, indent: indent)
    advance(prefix + text)
    isBehindSegment = isSegment
    isBehindComment = false
    return prefix + text
  }

  mutating func write(comment: String, indent: Int) -> String {
    let prefix = prefix(space: needsSpace || !Self.openers.contains(last), indent: indent)
    advance(prefix + comment)
    isBehindSegment = false
    isBehindComment = true
    return prefix + comment
  }

  private static let openers = Array("([{!$".utf8)

  private func prefix(space: Bool, indent: Int) -> String {
    guard hasBegun else { return "" }
    if needsBreak { return "\n" + String(repeating: " ", count: indent) }
    return space ? " " : ""
  }

  private mutating func advance(_ text: String) {
    for scalar in text.unicodeScalars { column = scalar == "\n" ? 0 : column + 1 }
    last = text.utf8.last ?? last
    hasBegun = true
    needsSpace = false
    needsBreak = false
  }
}

extension UInt8 {
  /// Begins an operator, a path or something in brackets.
  fileprivate var isOperator: Bool { "&|=<>+-*/%?!{([".utf8.contains(self) }
}
