import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// The documents that deciding one request may read.
struct RuleReads {
  /// Each once, in the order of the conditions.
  private(set) var documents: [Term] = []

  init(_ terms: some Sequence<Term>) {
    for term in terms {
      for part in term.parts {
        if case .access(_, let path) = part.kind, !documents.contains(path) { documents.append(path) }
      }
    }
  }

  var count: Int { documents.count }

  /// A path with several reads that differ only in an index, as in `get(/users/$(members[0]))`, `…[1]`.
  var readPerElement: Term? {
    documents.first { one in
      documents.contains { $0 != one && $0.withoutIndices == one.withoutIndices && one.withoutIndices != nil }
    }
  }
}

extension Term {
  /// The text with every literal index replaced; nil when there is none.
  fileprivate var withoutIndices: String? {
    guard case .path(let pieces) = kind else { return nil }
    var hasIndex = false
    let parts = pieces.map { piece in
      switch piece {
      case .literal(let text): return text
      case .value(let term):
        guard case .index(let base, let index) = term.kind, case .integer = index.kind else { return "$(\(term.text))" }
        hasIndex = true
        return "$(\(base.text)[…])"
      }
    }
    return hasIndex ? parts.joined(separator: "/") : nil
  }
}
