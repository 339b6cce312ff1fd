import SourceSyntax
import SourceTokens

/// The state of a walk: what the variables are, and under which condition this place is reached.
struct Flow {
  var names: [NameID: GraphNode] = [:]
  var this = GraphBuilder.absent
  /// `no` behind a `return` and the like.
  var reached = GraphBuilder.yes

  var isDead: Bool { reached == GraphBuilder.no }
}

extension GraphBuilder {
  /// The two ways behind a decision.
  mutating func join(_ condition: GraphNode, _ high: Flow, _ low: Flow, before: GraphNode) -> Flow {
    if high.isDead { return low }
    if low.isDead { return high }
    var result = high
    result.this = gamma(condition, high.this, low.this)
    for (name, value) in low.names {
      guard let other = high.names[name] else {
        result.names[name] = value
        continue
      }
      if other != value { result.names[name] = gamma(condition, other, value) }
    }
    let isWhole = high.reached == and(before, condition) && low.reached == and(before, not(condition))
    result.reached = isWhole ? before : or(high.reached, low.reached)
    return result
  }
}
