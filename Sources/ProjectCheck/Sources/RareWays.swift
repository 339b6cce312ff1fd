import Diagnostics
import QueryShapes

/// Places that ask one of several queries, by conditions that come together, and of which most are valid: that a query is
/// refused which only some of the ways make is not certain. What the code checks before may rule that way out.
struct RareWays {
  private var places: Set<SourceLocation> = []

  init(_ shapes: [QueryShape], _ judgements: [[Diagnostic]]) {
    var ways: [SourceLocation: (all: Int, refused: Int)] = [:]
    for (shape, findings) in zip(shapes, judgements) {
      ways[shape.location, default: (0, 0)].all += 1
      if findings.contains(where: Self.isRefusal) { ways[shape.location, default: (0, 0)].refused += 1 }
    }
    // One condition makes two ways: then it is the query of one of its answers.
    places = Set(ways.filter { $0.value.all > 2 && $0.value.refused * 2 < $0.value.all }.keys)
  }

  func judged(_ finding: Diagnostic, of shape: QueryShape) -> Diagnostic {
    guard Self.isRefusal(finding), places.contains(shape.location) else { return finding }
    var judged = finding
    judged.severity = .warning
    judged.notes.append("most ways that lead here ask what is valid: it is refused only where their conditions meet")
    return judged
  }

  private static func isRefusal(_ finding: Diagnostic) -> Bool {
    finding.code.subject == .queries && finding.severity == .error
  }
}
