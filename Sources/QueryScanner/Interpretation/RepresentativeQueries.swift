import FirestoreModel
import QueryModel

extension QueryDraft {
  private enum Part: Hashable {
    case filter(Filter)
    case order(Order)
    case limit, start, end
  }

  /// What has been asked of it, without regard to how often.
  private var parts: Set<Part> {
    var result = Set(query.orders.map(Part.order))
    if case .and(let filters)? = query.filter {
      result.formUnion(filters.map(Part.filter))
    } else if let filter = query.filter {
      result.insert(.filter(filter))
    }
    if query.limit != nil { result.insert(.limit) }
    if query.start != nil { result.insert(.start) }
    if query.end != nil { result.insert(.end) }
    return result
  }

  /// Of more queries than are followed: the least refined, those that one step refines, and the most refined.
  static func representatives(of drafts: [QueryDraft]) -> [QueryDraft] {
    let sorted = drafts.enumerated().sorted { ($0.element.size, $0.offset) < ($1.element.size, $1.offset) }.map(\.element)
    guard let least = sorted.first, let most = sorted.last else { return [] }
    let base = least.parts
    var kept: [(draft: QueryDraft, parts: Set<Part>)] = []
    for draft in sorted.dropFirst() where kept.count < stepLimit {
      let parts = draft.parts.subtracting(base)
      if parts.isEmpty || kept.contains(where: { $0.parts.isSubset(of: parts) }) { continue }
      kept.append((draft, parts))
    }
    return [least] + kept.map(\.draft) + (kept.contains { $0.draft == most } || most == least ? [] : [most])
  }

  private static let stepLimit = 24
}
