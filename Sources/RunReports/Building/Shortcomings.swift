import Diagnostics
import FirestoreModel
import Metering
import Simulation
import Workloads

/// What keeps a variant from being taken for another way to do the baseline's job: only what was measured counts.
struct Shortcomings {
  let baseline: VariantReport
  let variant: VariantReport
  let outcomes: (baseline: VariantOutcome, variant: VariantOutcome)
  let workload: Workload
  /// Reads that are the baseline's own: what they show less is chance.
  let unchanged: Set<Text>
  /// How much less they show, and of that what was to be seen.
  let byChance: (shown: Int64, intended: Int64)
  /// Refused requests by step: of the baseline those that it expects, of the variant all of them.
  let refusals: (expected: [Text: Int64], all: [Text: Int64])
  /// Whether steps of the variant ask once for what the baseline listens to.
  let asksOnce: Bool
  let failsAssertion: Bool
  let isPricedAlike: Bool

  var all: [String] { refused + shown + written + demanded + priced }

  private var shown: [String] {
    let missed = loss { $0.missed.value }
    let stale = loss { $0.stale.value }
    let intended = (
      baseline: outcomes.baseline.notes.intended.all.value, variant: outcomes.variant.notes.intended.all.value
    )
    var found: [String] = []
    if missed.count > 0 {
      found.append("misses \(Self.more(missed, baseline.correctness.missed, "document"))\(missed.place)")
    }
    if missed.count == 0 {
      if baseline.documentsShown - variant.documentsShown > byChance.shown {
        let share = Self.share(variant.documentsShown, of: baseline.documentsShown)
        found.append("shows \(share) documents\(fewer(\.shown))")
      } else if intended.variant == 0, intended.baseline > 0 {
        found.append("does not say what is to be seen (`intend`)")
      } else if intended.baseline - intended.variant > byChance.intended {
        let share = Self.share(intended.variant, of: intended.baseline)
        found.append("is to show \(share) documents\(fewer(\.intended))")
      }
    }
    if stale.count > 0 {
      found.append("shows \(Self.more(stale, baseline.correctness.stale, "outdated document"))\(stale.place)")
    }
    if asksOnce, max(missed.count, stale.count) > 0 { found.append("asks where the baseline listens") }
    return found
  }

  private func loss(_ figure: (RunNotes.Observation) -> Int64) -> Loss {
    Loss(outcomes.variant, beyond: outcomes.baseline, in: workload, figure)
  }

  private func fewer(_ seen: KeyPath<RunNotes, SeenCount>) -> String {
    let loss = Loss(outcomes.variant, beyond: outcomes.baseline, except: unchanged, seen)
    return loss.steps.isEmpty ? "" : ", fewer\(loss.place)"
  }

  /// `12 more documents`, where the baseline loses some, too.
  private static func more(_ loss: Loss, _ ofBaseline: Int64, _ noun: String) -> String {
    Grouped.counted(loss.count, ofBaseline > 0 ? "more \(noun)" : noun)
  }

  private static func share(_ part: Int64, of whole: Int64) -> String {
    "\(Grouped.count(part)) of \(Grouped.count(whole))"
  }

  /// What the baseline is refused in the same step, and says so, is no difference: nobody gets it from either.
  private var refused: [String] {
    let further = Loss(
      refusals.all.sorted { $0.key < $1.key }.map { step, count in
        ([step.string], count - (refusals.expected[step] ?? 0))
      })
    guard further.count > 0 else { return [] }
    let times = Grouped.counted(further.count, "time") + (further.count == variant.refused ? "" : " more")
    return ["is refused \(times)\(further.place)"]
  }

  /// How much is written is part of the way that data is kept; nothing at all is not.
  private var written: [String] {
    func changes(_ variant: VariantReport) -> Bool {
      variant.tally.writes > 0 || variant.tally.deletes > 0 || (variant.realtime?.writes ?? 0) > 0
    }
    return changes(baseline) && !changes(variant) ? ["writes nothing"] : []
  }

  private var demanded: [String] { failsAssertion ? ["fails an assertion"] : [] }

  private var priced: [String] { isPricedAlike ? [] : ["has other prices"] }
}

extension Assertion {
  /// Whether it asks about the variant: by its name, or about every one of them.
  func concerns(_ variant: String) -> Bool {
    var concerns = false
    root.visitScopes { scope in
      if scope.variant == nil || scope.variant == variant { concerns = true }
    }
    return concerns
  }
}
