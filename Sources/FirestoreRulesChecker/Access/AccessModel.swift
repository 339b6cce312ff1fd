package import Diagnostics
package import FirestoreRulesEvaluator
package import FirestoreRulesLanguage

/// What the rules allow, statement by statement: for every block its paths, for every statement and method the ways to
/// satisfy its condition.
package struct AccessModel: Sendable {
  package var source: SourceText
  package var version: RulesVersion
  /// Blocks that some document's path matches, in source order.
  package var blocks: [Block]
  /// One for each statement and method, in source order and then in the order of ``RulesMethod``.
  package var grants: [Grant]
  private var grantsOfBlock: [[Int]]
  private var coveringBlocks: [[Int]]
  private var covers: CoverIndex

  /// A match block with its whole path.
  package struct Block: Sendable {
    package var index: Int
    package var pattern: PathPattern
    package var header: Span
    package var statements: [AllowStatement]
  }

  /// One statement for one method.
  package struct Grant: Sendable {
    package var block: Int
    /// Counted over all statements of the file.
    package var statement: Int
    package var span: Span
    package var method: RulesMethod
    /// The word of the statement that covers the method.
    package var word: Name
    package var condition: Term?
    package var alternatives: [[Term]]
  }

  package init(_ ruleset: Ruleset) {
    source = ruleset.source
    version = ruleset.effectiveVersion
    var walk = AccessWalk(ruleset)
    walk.run()
    blocks = walk.blocks
    grants = walk.grants
    grantsOfBlock = Array(repeating: [], count: walk.blocks.count)
    for (index, grant) in walk.grants.enumerated() { grantsOfBlock[grant.block].append(index) }
    let index = CoverIndex(walk.blocks.map(\.pattern))
    covers = index
    coveringBlocks = walk.blocks.map { block in index.covering(block.pattern).filter { $0 != block.index } }
  }
}

extension AccessModel {
  package func grants(ofBlock block: Int) -> [Grant] { grantsOfBlock[block].map { grants[$0] } }

  /// The grants of a method that apply to every document of a block, its own first.
  package func grants(_ method: RulesMethod, coveringBlock index: Int) -> [Grant] {
    ([index] + coveringBlocks[index]).flatMap { block in
      grantsOfBlock[block].lazy.map { grants[$0] }.filter { $0.method == method }
    }
  }

  /// The blocks that match every document of a pattern.
  func blocks(covering pattern: PathPattern) -> [Block] { covers.covering(pattern).map { blocks[$0] } }

  package func pattern(of grant: Grant) -> PathPattern { blocks[grant.block].pattern }

  /// The grants of each statement together, in source order.
  package var statements: [[Grant]] {
    var groups: [[Grant]] = []
    for grant in grants {
      if let last = groups.last?.first, last.statement == grant.statement {
        groups[groups.count - 1].append(grant)
      } else {
        groups.append([grant])
      }
    }
    return groups
  }
}

/// Collects blocks and grants, with the declarations around each.
private struct AccessWalk {
  private let ruleset: Ruleset
  var blocks: [AccessModel.Block] = []
  var grants: [AccessModel.Grant] = []
  private var statementCount = 0
  /// Terms that may still be made: many statements that call large functions would take more than anybody waits for.
  private var remainingTerms = 400_000

  init(_ ruleset: Ruleset) { self.ruleset = ruleset }

  mutating func run() {
    guard let service = ruleset.firestoreService else { return }
    let levels = [
      Surroundings.Level(functions: Self.named(ruleset.functions), captures: [:]),
      Surroundings.Level(functions: Self.named(service.functions), captures: [:]),
    ]
    for match in service.matches { visit(match, below: [], Surroundings(levels: levels)) }
  }

  private mutating func visit(_ match: MatchBlock, below outer: [MatchSegment], _ around: Surroundings) {
    let header = outer + match.path.segments
    let position = blocks.count
    var surroundings = around
    surroundings.levels.append(
      Surroundings.Level(
        functions: Self.named(match.functions),
        captures: Self.captures(header, from: outer.count, block: match.span.start)))
    if let pattern = PathPattern(header: header, version: ruleset.effectiveVersion) {
      blocks.append(
        AccessModel.Block(index: position, pattern: pattern, header: match.path.span, statements: match.allows))
      for allow in match.allows { add(allow, block: position, surroundings) }
    }
    for inner in match.matches { visit(inner, below: header, surroundings) }
  }

  private mutating func add(_ allow: AllowStatement, block: Int, _ surroundings: Surroundings) {
    var builder = TermBuilder(surroundings, limit: remainingTerms)
    let condition = allow.condition.map { builder.term(of: $0) }
    remainingTerms -= builder.count
    for method in RulesMethod.allCases {
      guard let word = allow.methods.first(where: { method.isCovered(by: $0.text) }) else { continue }
      grants.append(
        AccessModel.Grant(
          block: block, statement: statementCount, span: allow.span, method: method, word: word, condition: condition,
          alternatives: Alternatives(of: condition, for: method).list))
    }
    statementCount += 1
  }

  /// The first of several functions of one name; production refuses to compile more.
  private static func named(_ functions: [FunctionDeclaration]) -> [String: FunctionDeclaration] {
    Dictionary(functions.map { ($0.name.text, $0) }) { first, _ in first }
  }

  private static func captures(_ header: [MatchSegment], from start: Int, block: Int) -> [String: PathVariable] {
    var found: [String: PathVariable] = [:]
    let wildcard = header.firstIndex { $0.kind.isRecursive }
    for index in start..<header.count {
      let floats = wildcard.map { $0 < index } ?? false
      switch header[index].kind {
      case .literal: continue
      case .capture(let name):
        let place: PathVariable.Place =
          if index == 1, case .literal("databases") = header[0].kind {
            .database
          } else if floats {
            .floating(block: block, segment: index)
          } else {
            .segment(index - 3)
          }
        found[name] = PathVariable(name: name, place: place)
      case .recursive(let name):
        found[name] = PathVariable(
          name: name, place: floats ? .floating(block: block, segment: index) : .tail(from: index - 3))
      }
    }
    return found
  }
}
