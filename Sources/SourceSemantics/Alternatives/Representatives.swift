/// What stands for more alternatives than are listed: of each frame the least that is asked, the most, and what one step
/// more asks. Those are what indexes are made for, as merging them serves what lies between.
extension StepGuards {
  func representatives(limit: Int, _ roles: [StepRole], _ diagrams: inout Diagrams) -> [[Int]] {
    let parts = groups.filter { !$0.steps.isEmpty }.map { group in
      GroupFrames(group, roles, in: self, limit: limit, &diagrams)
    }
    let frames = Self.combinations(parts.map(\.frames.count), limit: limit)
    let singles = parts.enumerated().flatMap { part, frames in
      frames.additions.map(\.step).sorted().map { Rank.with($0, of: part) }
    }
    var chosen: [[Int]] = []
    var seen: Set<[Int]> = []
    for rank in [.least, .most] + singles {
      for frame in frames where chosen.count < limit {
        guard let steps = steps(rank, frame, parts, &diagrams), seen.insert(steps).inserted else { continue }
        chosen.append(steps)
      }
    }
    return chosen
  }

  private enum Rank {
    case least, most
    /// As little as possible with this step.
    case with(Int, of: Int)
  }

  private func steps(
    _ rank: Rank, _ frame: [Int], _ parts: [GroupFrames], _ diagrams: inout Diagrams
  ) -> [Int]? {
    var steps = always
    for (at, part) in parts.enumerated() {
      var way = part.frames[frame[at]]
      var takes = false
      switch rank {
      case .least: break
      case .most: takes = true
      case .with(let step, let owner) where owner == at:
        way.condition = diagrams.and(way.condition, conditions[step])
        if way.condition == .never { return nil }
      case .with: break
      }
      steps += extended(way, by: part.additions, takes: takes, &diagrams).steps
    }
    return steps.sorted()
  }

  /// The way with each of the further steps that has to be taken, or with each that can be.
  private func extended(
    _ way: Way, by additions: [(step: Int, floor: UInt32)], takes: Bool, _ diagrams: inout Diagrams
  ) -> Way {
    var way = way
    for (step, floor) in additions {
      let condition = conditions[step].negated(if: !takes)
      let preferred = diagrams.and(way.condition, condition)
      let isPossible = preferred != .never
      way.condition = diagrams.forget(above: floor, in: isPossible ? preferred : way.condition)
      if isPossible == takes { way.steps.append(step) }
    }
    return way
  }

  /// One choice for each of the counts: first those that differ least from the first choices.
  static func combinations(_ counts: [Int], limit: Int) -> [[Int]] {
    var all = [[Int](repeating: 0, count: counts.count)]
    var start = 0
    while start < all.count, all.count < limit {
      let base = all[start]
      start += 1
      let changed = base.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
      for place in changed..<max(changed, counts.count) {
        for choice in 1..<max(counts[place], 1) where all.count < limit {
          var next = base
          next[place] = choice
          all.append(next)
        }
      }
    }
    return all
  }
}

/// The frames that one group of steps can have.
private struct GroupFrames {
  var frames: [Way]
  var additions: [(step: Int, floor: UInt32)]

  init(
    _ group: StepGuards.Group, _ roles: [StepRole], in guards: StepGuards, limit: Int, _ diagrams: inout Diagrams
  ) {
    let framing = group.steps.filter { roles[$0] == .frame }
    let others = group.steps.filter { roles[$0] == .addition }
    frames = guards.someWays(of: framing, before: others, from: group.known, limit: limit, &diagrams)
    additions = guards.ordered(others, diagrams)
  }
}
