import Diagnostics
import SourceSyntax
import SourceTokens

extension SyntaxTree {
  /// What every tree holds to, and this one does not; for tests.
  func violations() -> [String] { tokenViolations() + nodeViolations() }

  /// Tokens stand in their order, and only white space and comments stand between them.
  private func tokenViolations() -> [String] {
    var found: [String] = []
    var last = unit.span.start
    for index in 0..<tokens.count {
      let span = tokens.span(of: index)
      if span.start < last || span.end < span.start || span.end > unit.span.end {
        found.append("token \(index) at \(span.start)..<\(span.end) behind \(last)")
      } else if !isTrivia(last, span.start) {
        found.append("text before token \(index) at \(last)..<\(span.start)")
      }
      last = max(last, span.end)
    }
    return found
  }

  private func isTrivia(_ start: Int, _ end: Int) -> Bool {
    let bytes = unit.source.bytes[start..<end]
    let content = bytes.drop { $0 <= 0x20 }
    guard let first = content.first else { return true }
    if unit.language == .page, first == UInt8(ascii: "<") { return true }
    let comments = [UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "\\"), 0xC2, 0xEF]
    return comments.contains(first)
  }

  /// Every node but the root is the child of one other; ranges nest, and siblings stand side by side in their order.
  private func nodeViolations() -> [String] {
    var found: [String] = []
    var holders = Array(repeating: 0, count: nodes.count)
    for index in nodes.indices {
      let node = nodes[index]
      var last = node.first
      if node.end < node.first || node.place < node.first || node.place > node.end { found.append("range of \(index)") }
      for child in children(of: NodeID(UInt32(index))) {
        holders[Int(child.raw)] += 1
        let range = self[child]
        if range.first < last || range.end > node.end { found.append("\(range.kind) in \(node.kind) \(index)") }
        if child.raw >= index { found.append("order of \(index)") }
        last = max(last, range.end)
      }
    }
    if let orphan = holders.dropLast().firstIndex(where: { $0 != 1 }) {
      found.append("\(nodes[orphan].kind) \(orphan) has \(holders[orphan]) holders")
    }
    let whole = self[root]
    if whole.first != 0 || Int(whole.end) != tokens.count { found.append("the root is not everything") }
    return found
  }
}
