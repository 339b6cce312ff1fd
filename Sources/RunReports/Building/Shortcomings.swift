import Diagnostics
import FirestoreModel
import Metering
import Simulation
import Workloads

/// What keeps a variant from being taken for another way to do the baseline's job: only what was measured counts.
struct Shortcomings {
  let baseline: VariantReport
  let variant: VariantReport
  /// Documents that `intend:` names, of the baseline and of the variant.
  let intended: (baseline: Int64, variant: Int64)
  /// How much less of both is shown by reads that are the baseline's own, as chance has it.
  let byChance: (shown: Int64, intended: Int64)
  /// Refused requests by step: of the baseline those that it expects, of the variant all of them.
  let refusals: (expected: [Text: Int64], all: [Text: Int64])
  /// Whether steps of the variant ask once for what the baseline listens to.
  let asksOnce: Bool
  let failsAssertion: Bool
  let isPricedAlike: Bool

  var all: [String] { refused + shown + written + demanded + priced }

  private var shown: [String] {
    let correctness = variant.correctness
    var found: [String] = []
    if correctness.missed > 0 { found.append("misses \(Grouped.counted(correctness.missed, "document"))") }
    if correctness.missed == 0 {
      if baseline.documentsShown - variant.documentsShown > byChance.shown {
        found.append("shows \(Self.share(variant.documentsShown, of: baseline.documentsShown)) documents")
      } else if intended.variant == 0, intended.baseline > 0 {
        found.append("does not say what is to be seen (`intend`)")
      } else if intended.baseline - intended.variant > byChance.intended {
        found.append("is to show \(Self.share(intended.variant, of: intended.baseline)) documents")
      }
    }
    // What the baseline shows as old as that is no difference.
    if correctness.stale > baseline.correctness.stale {
      found.append("shows \(Grouped.counted(correctness.stale, "outdated document"))")
    }
    if asksOnce, max(correctness.missed, correctness.stale) > 0 { found.append("asks where the baseline listens") }
    return found
  }

  private static func share(_ part: Int64, of whole: Int64) -> String {
    "\(Grouped.count(part)) of \(Grouped.count(whole))"
  }

  /// What the baseline is refused in the same step, and says so, is no difference: nobody gets it from either.
  private var refused: [String] {
    let further = refusals.all.reduce(0) { sum, refusal in
      SaturatingSum.of(sum, max(0, refusal.value - (refusals.expected[refusal.key] ?? 0)))
    }
    guard further > 0 else { return [] }
    return ["is refused \(Grouped.counted(further, "time"))\(further == variant.refused ? "" : " more")"]
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
