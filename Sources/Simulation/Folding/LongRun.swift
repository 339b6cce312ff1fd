package import Diagnostics
import Workloads

/// A run whose users have to be played one by one, so often that somebody waits for it.
package struct LongRun: Hashable, Sendable {
  /// Of all variants together.
  package var sessions: Int64
  /// Users of the largest variant.
  package var users: Int64
  /// Why none of them can stand for others.
  package var reason: String
  package var location: SourceLocation
  /// Whether there are days to leave out.
  package var isPlayingDays: Bool

  /// So many sessions are played in a second or two.
  static let threshold: Int64 = 20_000

  /// Nil for a run that is over soon, or takes no longer with more users.
  package init?(_ input: RunInput) {
    sessions = 0
    users = 0
    isPlayingDays = input.suite.variants.contains { $0.workload.clock.days > 1 }
    var obstacle: FoldingObstacle?
    for (index, variant) in input.suite.variants.enumerated() {
      let workload = variant.workload
      let surroundings = index < input.surroundings.count ? input.surroundings[index] : VariantSurroundings()
      let rules = FoldingRules(access: surroundings.access, realtime: surroundings.realtimeRules)
      guard let found = FoldingPlan.obstacle(in: workload, under: rules) else { continue }
      obstacle = obstacle ?? found
      let days = Int64(workload.clock.days)
      let played = workload.actors.reduce(Int64(0)) { sum, actor in
        let perDay = actor.sessions?.perDay.constant ?? (actor.sessions == nil ? 0 : 1)
        let product = Int128(actor.count) * Int128(max(0, perDay)) * Int128(days)
        return sum.addingClamped(Int64(clamping: product))
      }
      sessions = sessions.addingClamped(played)
      users = max(users, workload.actors.reduce(Int64(0)) { $0.addingClamped($1.count) })
    }
    guard let obstacle, sessions >= Self.threshold else { return nil }
    reason = obstacle.reason
    location = input.suite.source.location(obstacle.span)
  }
}
