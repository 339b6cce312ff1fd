/// The lists of steps that a guarded list stands for.
package struct Listing: Hashable, Sendable {
  package struct Alternative: Hashable, Sendable {
    /// Places of its steps, in order.
    package var steps: [Int]
    /// More steps than these may be taken.
    package var isOpen: Bool
  }

  package var alternatives: [Alternative]
  /// All that is possible is listed. Otherwise these stand for more.
  package var isExact: Bool
}

extension GuardedList {
  /// How many steps with conditions of their own are told apart.
  package static var stepLimit: Int { 128 }

  /// How many alternatives stand for more of them.
  package static var representativeLimit: Int { 60 }

  /// What is possible under the condition: all of it up to the limit, beyond it what stands for all.
  package func alternatives(
    under condition: CondID = .always, limit: Int = 64, _ diagrams: inout Diagrams
  ) -> Listing {
    guard let guards = StepGuards(self, under: condition, limit: Self.stepLimit, &diagrams) else {
      return Listing(alternatives: [], isExact: true)
    }
    let places: [[Int]]
    let exact = guards.all(limit: limit, &diagrams)
    if let exact {
      places = exact
    } else {
      let roles = steps.map(\.role)
      places = guards.representatives(limit: min(limit, Self.representativeLimit), roles, &diagrams)
    }
    return Listing(
      alternatives: distinct(places).map { alternative($0, isOpen: guards.leavesOutSteps) }, isExact: exact != nil)
  }

  private func alternative(_ places: [Int], isOpen: Bool) -> Listing.Alternative {
    Listing.Alternative(steps: places, isOpen: isOpen || places.contains { steps[$0].repeats })
  }

  /// The first of those that have equal steps.
  private func distinct(_ lists: [[Int]]) -> [[Int]] {
    var seen: Set<[Content]> = []
    return lists.filter { list in seen.insert(list.map { steps[$0].content }).inserted }
  }
}
