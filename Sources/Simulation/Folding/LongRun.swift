package import Diagnostics
import Workloads

/// A run whose users have to be played one by one, so often that somebody waits for it.
package struct LongRun: Hashable, Sendable {
  /// Of all variants together.
  package var sessions: Int64
  /// The steps that all of them take, as far as that can be told.
  package var steps: Int64
  /// Users of the largest variant.
  package var users: Int64
  /// Why none of them can stand for others.
  package var reason: String
  package var location: SourceLocation
  /// Whether there are days to leave out.
  package var isPlayingDays: Bool
  /// Whether some of the users see one another's data.
  package var isShared: Bool

  /// So many sessions are played in a second or two.
  static let threshold: Int64 = 20_000
  static let stepThreshold: Int64 = 80_000

  /// Nil for a run that is over soon, or takes no longer with more users.
  package init?(_ input: RunInput) {
    sessions = 0
    steps = 0
    users = 0
    isPlayingDays = input.suite.variants.contains { $0.workload.clock.days > 1 }
    isShared = input.suite.variants.contains { $0.workload.actors.contains { $0.world == .shared && $0.count > 1 } }
    var obstacle: FoldingObstacle?
    for (index, variant) in input.suite.variants.enumerated() {
      let workload = variant.workload
      let surroundings = index < input.surroundings.count ? input.surroundings[index] : VariantSurroundings()
      let rules = FoldingRules(access: surroundings.access, realtime: surroundings.realtimeRules)
      guard let found = FoldingPlan.obstacle(in: workload, under: rules) else { continue }
      obstacle = obstacle ?? found
      let days = Int64(workload.clock.days)
      for actor in workload.actors {
        let perDay = actor.sessions?.perDay.constant ?? (actor.sessions == nil ? 0 : 1)
        let played = Int64(clamping: Int128(actor.count) * Int128(max(0, perDay)) * Int128(days))
        sessions = sessions.addingClamped(played)
        let taken = Int128(played) * Int128(workload.stepCount(actor.steps, depth: 0))
        steps = steps.addingClamped(Int64(clamping: taken))
      }
      users = max(users, workload.actors.reduce(Int64(0)) { $0.addingClamped($1.count) })
    }
    guard let obstacle, sessions >= Self.threshold || steps >= Self.stepThreshold else { return nil }
    reason = obstacle.reason
    location = input.suite.source.location(obstacle.span)
  }
}

extension Workload {
  /// How many steps a list comes to, with what is repeated a known number of times.
  fileprivate func stepCount(_ steps: [Step], depth: Int) -> Int64 {
    guard depth < 16 else { return 0 }
    return steps.reduce(0) { count, step in
      let inner: [Step] =
        switch step.action {
        case .group(let steps): steps
        case .perform(let name): procedure(named: name.text)?.steps ?? []
        default: []
        }
      let times = max(0, step.repetition.map { $0.constant ?? 1 } ?? 1)
      let once = 1 + stepCount(inner, depth: depth + 1)
      return count.addingClamped(Int64(clamping: Int128(times) * Int128(once)))
    }
  }
}
