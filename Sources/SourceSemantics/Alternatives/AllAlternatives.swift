/// Steps of one group that are taken together, and under what.
struct Way {
  var steps: [Int] = []
  var condition: CondID
}

extension StepGuards {
  /// All lists of steps, by their places; nil where they are more than the limit.
  func all(limit: Int, _ diagrams: inout Diagrams) -> [[Int]]? {
    var lists = [always]
    for group in groups where !group.steps.isEmpty {
      guard let ways = allWays(of: group, limit: limit / lists.count, &diagrams) else { return nil }
      lists = lists.flatMap { list in ways.map { list + $0.steps } }
    }
    return lists.map { $0.sorted() }
  }

  private func allWays(of group: Group, limit: Int, _ diagrams: inout Diagrams) -> [Way]? {
    var ways = [Way(condition: group.known)]
    for (step, floor) in ordered(group.steps, diagrams) {
      let (without, with) = split(ways, by: step, floor: floor, &diagrams)
      // Each of them can be completed.
      if without.count + with.count > limit { return nil }
      ways = without + with
    }
    return sorted(ways)
  }

  /// Some of the sets of these steps that can be taken, up to the limit.
  /// - Parameter others: steps that are decided later.
  func someWays(
    of steps: [Int], before others: [Int], from known: CondID, limit: Int, _ diagrams: inout Diagrams
  ) -> [Way] {
    let needed = others.map { diagrams.level(conditions[$0]) }.max() ?? 0
    var ways = [Way(condition: known)]
    for (step, floor) in ordered(steps, diagrams) {
      let (without, with) = split(ways, by: step, floor: max(floor, needed), &diagrams)
      // Steps that stand first in the code are met last: they go before those that were met already.
      ways = Array((without.prefix(1) + with + without.dropFirst()).prefix(limit))
    }
    return sorted(ways)
  }

  /// Each way without the step and with it, where that is possible.
  private func split(
    _ ways: [Way], by step: Int, floor: UInt32, _ diagrams: inout Diagrams
  ) -> (without: [Way], with: [Way]) {
    var (without, with): ([Way], [Way]) = ([], [])
    for way in ways {
      let yes = diagrams.and(way.condition, conditions[step])
      let no = yes == .never ? way.condition : diagrams.and(way.condition, !conditions[step])
      if no != .never {
        without.append(Way(steps: way.steps, condition: diagrams.forget(above: floor, in: no)))
      }
      if yes != .never {
        with.append(Way(steps: way.steps + [step], condition: diagrams.forget(above: floor, in: yes)))
      }
    }
    return (without, with)
  }

  /// The steps in the order in which diagrams decide their conditions, each with the first atom that later ones do not
  /// depend on.
  func ordered(_ steps: [Int], _ diagrams: Diagrams) -> [(step: Int, floor: UInt32)] {
    let sorted = steps.sorted { left, right in
      (diagrams.level(conditions[left]), left) > (diagrams.level(conditions[right]), right)
    }
    return zip(sorted.indices, sorted).map { place, step in
      (step, place + 1 < sorted.count ? diagrams.level(conditions[sorted[place + 1]]) : 0)
    }
  }

  /// Those with fewer and earlier steps first.
  private func sorted(_ ways: [Way]) -> [Way] {
    ways.map { Way(steps: $0.steps.sorted(), condition: $0.condition) }.sorted { left, right in
      left.steps.count == right.steps.count
        ? left.steps.lexicographicallyPrecedes(right.steps) : left.steps.count < right.steps.count
    }
  }
}

extension Diagrams {
  /// What the condition says of the atoms up to a level: that there are values of the later ones with which it holds.
  mutating func forget(above floor: UInt32, in condition: CondID) -> CondID {
    var rest = condition
    while !rest.isConstant, level(rest) > floor {
      let (high, low) = parts(of: rest, at: level(rest))
      rest = or(high, low)
    }
    return rest
  }
}
