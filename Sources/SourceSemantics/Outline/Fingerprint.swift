import Diagnostics
import SourceSyntax
import SourceTokens

/// The hash of a unit without what runs: bodies of functions, accessors and closures. Names count by their numbers: hashes
/// of one table of names can be compared.
enum Fingerprint {
  static func of(_ tree: SyntaxTree) -> ContentHash {
    var text: [UInt8] = []
    var next = 0
    for body in bodies(of: tree) where body.lowerBound >= next {
      add(next..<body.lowerBound, of: tree, to: &text)
      next = max(next, body.upperBound)
    }
    add(next..<max(next, tree.tokens.count), of: tree, to: &text)
    return ContentHash(text[...])
  }

  private static func bodies(of tree: SyntaxTree) -> [Range<Int>] {
    var bodies: [Range<Int>] = []
    for (index, node) in tree.nodes.enumerated() where [.function, .accessor, .closure].contains(node.kind) {
      guard let body = tree.children(of: NodeID(UInt32(index))).last else { continue }
      let kind = tree.kind(body)
      if kind == .block || kind.isExpression { bodies.append(Int(tree[body].first)..<Int(tree[body].end)) }
    }
    return bodies.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
  }

  private static func add(_ tokens: Range<Int>, of tree: SyntaxTree, to text: inout [UInt8]) {
    for index in tokens {
      let token = tree.tokens[index]
      text.append(token.kind.rawValue)
      switch token.kind {
      case .name, .quotedName, .directive, .markupName, .sign:
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
          text.append(UInt8(truncatingIfNeeded: token.payload >> shift))
        }
      case .number, .text, .textPart, .textEnd, .regex, .markupText:
        let span = tree.tokens.span(of: index)
        text += tree.unit.source.bytes[span.start..<max(span.start, span.end)]
      case .end, .textStart, .interpolationStart, .interpolationEnd, .leftParenthesis, .leftSquare, .leftBrace,
        .rightParenthesis, .rightSquare, .rightBrace:
        break
      }
    }
  }
}
