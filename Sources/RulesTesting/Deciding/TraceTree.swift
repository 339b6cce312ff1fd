import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// The evaluated expressions of a trace, nested as they were evaluated: below a call stands what its function evaluated.
struct TraceTree {
  package struct Node {
    var entry: Trace.Entry
    var children: [Node]
  }

  /// The conditions that were evaluated to their end, one per tried statement that has one, in order.
  private(set) var roots: [Node] = []
  private let expressions: [Int: FirestoreRulesLanguage.Expression]

  init(_ trace: Trace) {
    var expressions: [Int: FirestoreRulesLanguage.Expression] = [:]
    trace.rules.ruleset.forEachExpression { expressions[$0.id] = $0 }
    self.expressions = expressions
    // Operands come before what they are part of, one level deeper.
    var waiting: [[Node]] = []
    for entry in trace.entries {
      while waiting.count <= entry.depth + 1 { waiting.append([]) }
      let node = Node(entry: entry, children: waiting[entry.depth + 1])
      waiting[entry.depth + 1] = []
      waiting[entry.depth].append(node)
    }
    roots = waiting.first ?? []
  }

  func kind(of node: Node) -> FirestoreRulesLanguage.Expression.Kind? { expressions[node.entry.expression]?.kind }
}

extension TraceTree.Node {
  var isTrue: Bool { outcomeIs(true) }
  var isFalse: Bool { outcomeIs(false) }
  var isError: Bool { entry.error != nil }

  private func outcomeIs(_ wanted: Bool) -> Bool {
    if case .value(.boolean(wanted)) = entry.outcome { true } else { false }
  }

  /// The value, or the error's text.
  var text: String { entry.value ?? entry.error ?? "" }

  /// The source on one line, shortened where it is long.
  var source: String { entry.text.onOneLine(limit: 120) }

  func child(_ expression: FirestoreRulesLanguage.Expression) -> TraceTree.Node? {
    children.first { $0.entry.expression == expression.id }
  }
}

extension String {
  /// Words with one blank between them.
  package func onOneLine(limit: Int) -> String {
    let words = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > limit ? String(words.prefix(limit - 1)) + "…" : words
  }
}
