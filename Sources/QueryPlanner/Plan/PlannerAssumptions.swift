package import FirestoreModel

/// How the open questions of planning are answered.
package typealias PlannerAssumptions = Assumptions<OpenQuestion>

extension OpenQuestion {
  package var defaultValue: String { answers.default }
  package var alternativeValue: String { answers.alternative }

  package var summary: String {
    switch self {
    case .trailingEquality: "whether a trailing index field or a backward scan serves a query over several ranges"
    case .mergedNameDescending: "whether several equalities ordered by `__name__` descending merge automatic indexes"
    case .arrayNameDescending: "whether array-contains ordered by `__name__` descending needs a composite index"
    case .equalityByDescendingIndex: "whether a descending single-field index alone serves an equality"
    case .groupCompositeMergesWithAutomatic: "whether a group-scope composite merges with collection-scope indexes"
    case .aggregatedDirection: "in which direction an aggregated field joins a descending order"
    case .aggregatedEquality: "whether an equality already makes an aggregated field available"
    case .mergeAfterDroppedOrder: "whether a branch whose order clause was dropped can be served by a merge"
    case .equalityBehindRange: "whether equality fields behind the range field can be served"
    case .nameDirectionAfterArray: "which direction `__name__` gets behind a final array field"
    case .orderWithEqualityKept: "whether a branch keeps an order clause whose field has an equality there"
    }
  }

  private var answers: (default: String, alternative: String) {
    switch self {
    case .trailingEquality, .equalityByDescendingIndex, .equalityBehindRange: ("not-served", "served")
    case .mergedNameDescending: ("served", "composite")
    case .arrayNameDescending: ("composite", "served")
    case .groupCompositeMergesWithAutomatic, .mergeAfterDroppedOrder: ("served", "not-served")
    case .aggregatedDirection: ("ascending", "descending")
    case .aggregatedEquality: ("satisfied", "required")
    case .nameDirectionAfterArray: ("descending", "ascending")
    case .orderWithEqualityKept: ("dropped", "kept")
    }
  }

  /// Only these are announced when a verdict depends on them.
  static let announced: [OpenQuestion] = [
    .mergedNameDescending, .arrayNameDescending, .equalityByDescendingIndex, .groupCompositeMergesWithAutomatic,
    .nameDirectionAfterArray,
  ]
}
