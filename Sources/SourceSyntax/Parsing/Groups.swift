import SourceTokens

/// Groups in brackets and what stands in them.
extension Parser {
  /// Reads the content of the group that opens here and moves behind it. What the content leaves over is `skipped`.
  mutating func inGroup(_ read: (inout Parser) -> Void) {
    let opening = current
    guard opening.kind.isOpening else { return }
    let outer = (end: end, lines: linesMatter, braces: bracesBeginBodies, cascades: cascadesEnd)
    let isClosed = tokens.isClosed(position)
    let closing = min(opening.link, end)
    position += 1
    end = max(closing, position)
    linesMatter = opening.kind == .leftBrace
    bracesBeginBodies = false
    cascadesEnd = false
    // What is nested too deeply is skipped.
    if isTooDeep { noteCut() } else { deeper(by: 1, read) }
    skipRest()
    (end, linesMatter, bracesBeginBodies, cascadesEnd) = outer
    if isClosed, position < end { position += 1 }
  }

  /// Reads what a text or element interpolates, at its opening sign, and moves behind it.
  mutating func inInterpolation(_ read: (inout Parser) -> Void) {
    let outer = (end: end, lines: linesMatter, braces: bracesBeginBodies, cascades: cascadesEnd)
    let closing = min(current.link, tokens.count)
    position += 1
    end = max(closing, position)
    linesMatter = false
    bracesBeginBodies = false
    cascadesEnd = false
    if isTooDeep { noteCut() } else { deeper(by: 1, read) }
    skipRest()
    (end, linesMatter, bracesBeginBodies, cascadesEnd) = outer
    if isAt(kind: .interpolationEnd) { position += 1 }
  }

  /// Reads the items between commas up to the end of the group. What follows an item before the next comma is skipped.
  mutating func items(_ read: (inout Parser) -> Void) {
    while !isAtEnd {
      let before = position
      if !isAt(.comma) { read(&self) }
      skipItems(until: .comma)
      if !take(.comma), position == before { skipItemAsNode() }
    }
  }

  /// The items between the commas of the group that opens here.
  mutating func separated(_ read: (inout Parser) -> Void) {
    inGroup { $0.items(read) }
  }
}
