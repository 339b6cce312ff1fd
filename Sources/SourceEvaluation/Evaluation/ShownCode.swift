import SourceSemantics
import SourceSyntax
import SourceTokens

/// Code that documents show: pieces of it, which their authors shorten.
extension Evaluator {
  /// `query … .get()`: links of a chain are left out.
  mutating func leavingOutLinks(_ base: ValueID, _ origin: OriginID) -> ValueID {
    mapAlternatives(base) { evaluator, base in
      let links = evaluator.arena.make(.unfollowed, [])
      switch evaluator.arena.kind(base) {
      case .query: return evaluator.shortened(base, GuardedItem(.always, links, origin))
      case .symbol, .stuck: return evaluator.refined(base, evaluator.list(of: [links]), origin)
      default: return base
      }
    }
  }

  /// Nothing else makes the query that is known so far.
  private mutating func shortened(_ query: ValueID, _ step: GuardedItem) -> ValueID {
    let made = plus(query, step)
    guard let last = lastStep(query), let known = built[last], known.value == query else { return made }
    built[last] = nil
    noteBuilt(made, known.place)
    return made
  }

  /// Parts of a query that stand alone: `where("a", "==", 1), orderBy("b")`.
  mutating func noteShown(_ function: Int) {
    for shown in functions[function].graph.shown {
      noteParts(shown.values.map { value($0, of: function) }, origin(function, shown.site))
    }
  }
}
