import FirestoreModel
import FirestoreRulesLanguage

/// A segment of the path that headers are matched against.
enum PathElement: Hashable, Sendable {
  case known(Text)
  /// One segment of unknown text.
  case unknown
  /// Any number of collection/document pairs of unknown text.
  case unknownPairs
}

/// Matches one request path against all blocks, in source order, depth first.
struct PathMatcher {
  let program: Program
  private let method: UInt8
  let elements: [PathElement]
  private(set) var found: [ApplicableStatement] = []
  /// What each capture so far has matched.
  private var captures: [Matched] = []
  /// Blocks and positions from which no statement is reached. Needed only where several recursive wildcards multiply.
  private var deadEnds: Set<DeadEnd> = []

  private enum Matched {
    case segment(Int)
    case run(Range<Int>)
  }

  private struct DeadEnd: Hashable {
    var block: Int
    var position: Int
  }

  /// Of more ways to match, each with a condition, evaluation would not reach the last one within its budget.
  static let limit = EvaluationLimits.expressions + 1

  init(_ program: Program, method: RulesMethod, elements: [PathElement]) {
    self.program = program
    self.method = method.bit
    self.elements = elements
  }

  mutating func run() {
    for block in program.blocks { _ = enter(block, at: 0, certain: true) }
  }

  /// Whether a statement was found in the block or below it.
  private mutating func enter(_ block: CompiledBlock, at position: Int, certain: Bool) -> Bool {
    let end = DeadEnd(block: block.id, position: position)
    if block.wildcardCount > 1, deadEnds.contains(end) { return false }
    let hasFound = header(block, segment: 0, at: position, certain: certain)
    if !hasFound, block.wildcardCount > 1 { deadEnds.insert(end) }
    return hasFound
  }

  /// Matches the rest of a header and, for each way to do so, what the block holds.
  private mutating func header(_ block: CompiledBlock, segment: Int, at position: Int, certain: Bool) -> Bool {
    guard segment < block.segments.count else { return body(block, at: position, certain: certain) }
    switch block.segments[segment] {
    case .literal(let text):
      guard position < elements.count else { return false }
      switch elements[position] {
      case .known(let known):
        return known == text && header(block, segment: segment + 1, at: position + 1, certain: certain)
      case .unknown: return header(block, segment: segment + 1, at: position + 1, certain: false)
      case .unknownPairs: return false
      }
    case .capture:
      guard position < elements.count else { return false }
      if case .unknownPairs = elements[position] { return false }
      captures.append(.segment(position))
      defer { captures.removeLast() }
      return header(block, segment: segment + 1, at: position + 1, certain: certain)
    case .recursive:
      return wildcard(block, segment: segment, at: position, certain: certain)
    }
  }

  /// Version 1: one segment or more; version 2: any number. Shortest first.
  private mutating func wildcard(_ block: CompiledBlock, segment: Int, at position: Int, certain: Bool) -> Bool {
    let shortest = program.version == .one ? position + 1 : position
    guard shortest <= elements.count else { return false }
    var hasFound = false
    for end in shortest...elements.count where found.count < PathMatcher.limit {
      captures.append(.run(position..<end))
      if header(block, segment: segment + 1, at: end, certain: certain) { hasFound = true }
      captures.removeLast()
    }
    return hasFound
  }

  private mutating func body(_ block: CompiledBlock, at position: Int, certain: Bool) -> Bool {
    var hasFound = false
    if position == elements.count {
      for statement in block.statements where program.cores[statement].methods & method != 0 {
        found.append(ApplicableStatement(statement: statement, captures: captures.map(capture), isCertain: certain))
        hasFound = true
      }
    }
    for nested in block.blocks where found.count < PathMatcher.limit {
      if enter(nested, at: position, certain: certain) { hasFound = true }
    }
    return hasFound
  }

  private func capture(_ matched: Matched) -> Capture {
    switch matched {
    case .segment(let position):
      if case .known(let text) = elements[position] { .segment(text) } else { .segment(nil) }
    case .run(let range): .path(RequestPath(elements[range]))
    }
  }
}

extension RequestPath {
  fileprivate init(_ elements: ArraySlice<PathElement>) {
    var head: [Text] = []
    var tail: [Text?] = []
    var hasUnknownMiddle = false
    for element in elements {
      switch element {
      case .known(let text) where tail.isEmpty && !hasUnknownMiddle: head.append(text)
      case .known(let text): tail.append(text)
      case .unknown: tail.append(nil)
      case .unknownPairs: hasUnknownMiddle = true
      }
    }
    self.init(head: head, hasUnknownMiddle: hasUnknownMiddle, tail: tail)
  }
}
