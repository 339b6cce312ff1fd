import Diagnostics

/// Which token every comment belongs to in the formatted text.
struct CommentPlacement {
  struct Remark {
    var text: String
    /// `// …`, which ends its line.
    var isLine: Bool
    /// Whether a blank line stands before it.
    var hasBlankBefore: Bool
  }

  /// The comments around one token.
  struct Place {
    /// On lines of their own above it.
    var above: [Remark] = []
    /// Directly before it on its line.
    var before: [Remark] = []
    /// Behind it on its line; only the last one can be a line comment.
    var behind: [Remark] = []
    /// Whether a blank line stands between what is above and the token.
    var hasBlankBefore = false
  }

  private(set) var places: [Place]
  /// How many of the tokens up to here, this one included, must begin a line because of comments.
  private var forcedBreaks: [Int] = []

  /// - hoisting: tokens that stand directly behind the one before them; of comments between the two, those from the
  ///   first one on that ends or begins a line go behind both.
  /// - dropping: tokens that are not printed; their comments go on to the next one.
  /// - leading: operators that begin a line where a line is broken; comments that follow them at the end of a line go
  ///   before them.
  init(_ ruleset: Ruleset, hoisting: Set<Int>, dropping: Set<Int>, leading: [Int]) {
    places = Array(repeating: Place(), count: ruleset.tokens.count)
    let scanner = RulesScanner(bytes: ruleset.source.bytes)
    var gap = Gap()
    var previous: Int?
    for (index, token) in ruleset.tokens.enumerated() {
      gap.append(Self.gap(before: token, scanner, isFirst: index == 0))
      if dropping.contains(index) { continue }
      if hoisting.contains(index) {
        if let previous { places[previous].behind += gap.takeInlineComments() }
        previous = index
        continue
      }
      place(gap, between: previous, and: index)
      gap = Gap()
      previous = index
    }
    for index in leading { moveBefore(index) }
    countForcedBreaks(dropping)
  }

  func forcesBreak(before token: Int) -> Bool {
    guard token > 0 else { return false }
    return forcedBreaks[token] > forcedBreaks[token - 1]
  }

  /// Whether a token of the range other than its first one must begin a line.
  func forcesBreak(inside range: Range<Int>) -> Bool {
    guard let first = range.first, let last = range.last else { return false }
    return forcedBreaks[last] > forcedBreaks[first]
  }

  // MARK: - The space between two tokens

  private struct Gap {
    var comments: [(remark: Remark, breaks: Int)] = []
    /// Line breaks behind the last comment.
    var breaks = 0

    /// What follows this gap when the token between the two is not there.
    mutating func append(_ other: Gap) {
      guard let first = other.comments.first else {
        breaks += other.breaks
        return
      }
      let joined = joining(first.breaks)
      comments.append((first.remark, joined))
      comments += other.comments.dropFirst()
      breaks = other.breaks
    }

    /// The block comments that stand on the line of the token before, which they are about.
    mutating func takeInlineComments() -> [Remark] {
      let inline = comments.prefix { $0.breaks == 0 && !$0.remark.isLine }.map(\.remark)
      comments.removeFirst(inline.count)
      return inline
    }

    private func joining(_ breaks: Int) -> Int {
      let sum = self.breaks + breaks
      return comments.last?.remark.isLine == true ? max(1, sum) : sum
    }
  }

  private static func gap(before token: Token, _ scanner: RulesScanner, isFirst: Bool) -> Gap {
    var gap = Gap()
    var position = token.leadingTrivia.start
    for comment in scanner.comments(in: token.leadingTrivia) {
      var breaks = lineBreaks(Span(position, comment.span.start), scanner)
      if isFirst, gap.comments.isEmpty { breaks = 1 }
      gap.comments.append((remark(comment, scanner, hasBlankBefore: breaks > 1), breaks))
      position = comment.span.end
    }
    gap.breaks = lineBreaks(Span(position, token.span.start), scanner)
    return gap
  }

  private static func remark(_ comment: Comment, _ scanner: RulesScanner, hasBlankBefore: Bool) -> Remark {
    let isLine = scanner.byte(comment.span.start + 1) == UInt8(ascii: "/")
    var bytes: [UInt8] = []
    for index in comment.span.start..<comment.span.end {
      let byte = scanner.bytes[index]
      guard byte == 0x0D else {
        bytes.append(byte)
        continue
      }
      if scanner.byte(index + 1) != 0x0A { bytes.append(0x0A) }
    }
    while isLine, let last = bytes.last, last.isSpace { bytes.removeLast() }
    return Remark(text: String(decoding: bytes, as: UTF8.self), isLine: isLine, hasBlankBefore: hasBlankBefore)
  }

  private static func lineBreaks(_ span: Span, _ scanner: RulesScanner) -> Int {
    var count = 0
    for index in span.start..<span.end {
      let byte = scanner.bytes[index]
      if byte == 0x0A || byte == 0x0D && scanner.byte(index + 1) != 0x0A { count += 1 }
    }
    return count
  }

  // MARK: - Placing

  /// Up to the first line break comments belong to the token before; behind the last one to the line of the token after;
  /// those between have lines of their own.
  private mutating func place(_ gap: Gap, between previous: Int?, and next: Int) {
    let breaks = gap.comments.map(\.breaks) + [gap.breaks]
    guard let first = breaks.firstIndex(where: { $0 > 0 }), let last = breaks.lastIndex(where: { $0 > 0 }) else {
      places[next].before = gap.comments.map(\.remark)
      return
    }
    for (index, comment) in gap.comments.enumerated() {
      if index < first, let previous {
        places[previous].behind.append(comment.remark)
      } else if index < last {
        places[next].above.append(comment.remark)
      } else {
        places[next].before.append(comment.remark)
      }
    }
    places[next].hasBlankBefore = breaks[last] > 1
  }

  /// `a && // why` and then `b`: the operator will stand on the line of `b`.
  private mutating func moveBefore(_ index: Int) {
    guard index > 0, index + 1 < places.count, places[index].before.isEmpty else { return }
    let moved = places[index].behind
    places[index].behind = []
    if places[index].above.isEmpty, !places[index - 1].behind.contains(where: \.isLine) {
      places[index - 1].behind += moved
    } else {
      places[index].above += moved
    }
    places[index].above += places[index + 1].above
    places[index + 1].above = []
  }

  private mutating func countForcedBreaks(_ dropped: Set<Int>) {
    var count = 0
    var follows = false
    for (index, place) in places.enumerated() {
      if dropped.contains(index) {
        forcedBreaks.append(count)
        continue
      }
      if follows || !place.above.isEmpty { count += 1 }
      follows = place.behind.contains(where: \.isLine)
      forcedBreaks.append(count)
    }
  }
}
