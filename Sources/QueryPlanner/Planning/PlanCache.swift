/// Decisions by requirement. Requirements hold no values, so queries of the same shape, and queries that differ only in
/// the number of `in` values, are decided once.
package struct PlanCache: Sendable {
  struct Entry: Hashable, Sendable {
    var decision: DisjunctDecision
    var openQuestions: [OpenQuestion]
  }

  private var entries: [IndexRequirement: Entry] = [:]
  /// Shapes are few; hostile ones must not grow the cache without bound.
  private let capacity: Int

  package init(capacity: Int = 10_000) { self.capacity = capacity }

  package var count: Int { entries.count }

  mutating func entry(for requirement: IndexRequirement, decide: () -> Entry) -> Entry {
    if let known = entries[requirement] { return known }
    let entry = decide()
    if entries.count >= capacity { entries.removeAll(keepingCapacity: true) }
    entries[requirement] = entry
    return entry
  }
}
