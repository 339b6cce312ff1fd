import Metering

/// The sentences that belong beside the figures of a run.
struct RunRemarks {
  let builder: ReportBuilder
  let variants: [VariantReport]

  var all: [String] { prices + rules + persistence + coldShares }

  /// Money is only as good as its book, so the book is named.
  private var prices: [String] {
    guard let pricing = builder.input.surroundings.first?.pricing else { return ["no prices: reads without money"] }
    let day = pricing.book.asOf.map { " as of \($0)" } ?? ""
    let place = pricing.location.map { ", location \($0)" } ?? ""
    return ["prices of the book \(pricing.book.name)\(place)\(day)"]
  }

  private var rules: [String] {
    let without = builder.suite.variants.indices.filter { index in
      let surroundings = builder.input.surroundings
      return index >= surroundings.count || surroundings[index].access == nil
    }
    if without.isEmpty { return [] }
    if without.count == builder.suite.variants.count { return ["no rules were evaluated: the workload names none"] }
    let names = without.map { "`\(builder.suite.variants[$0].name)`" }.joined(separator: ", ")
    return ["no rules were evaluated in \(names), which \(without.count == 1 ? "names" : "name") none"]
  }

  /// A saving measured without persistence is not the saving of an app that has it.
  private var persistence: [String] {
    let suite = builder.suite
    guard let baseline = suite.variants.first, variants.count > 2 else { return [] }
    let cold = baseline.workload.withPersistence(.on)
    guard cold != baseline.workload,
      let warm = suite.variants.indices.dropFirst().first(where: { suite.variants[$0].workload == cold }),
      let other = variants.indices.dropFirst().first(where: { $0 != warm }),
      variants[other].reads < variants[0].reads
    else { return [] }
    let advertised = Percentage.text(variants[0].reads - variants[other].reads, of: variants[0].reads)
    let real = Percentage.text(variants[warm].reads - variants[other].reads, of: variants[warm].reads)
    return [
      "with persistence on (`\(variants[warm].name)`) `\(variants[other].name)` saves \(real), not \(advertised)"
    ]
  }

  /// How many attaches could not resume decides what watermarks are worth.
  private var coldShares: [String] {
    variants.compactMap { variant in
      guard let share = variant.coldShare, share.part < share.whole else { return nil }
      let (part, whole) = reduced(share)
      return "`\(variant.name)`: saving depends on persistence: \(Grouped.count(part)) of \(Grouped.count(whole)) opens "
        + "\(part == 1 ? "is" : "are") cold"
    }
  }

  private func reduced(_ share: Share) -> (Int64, Int64) {
    var (a, b) = (share.part, share.whole)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 0 ? (share.part, share.whole) : (share.part / a, share.whole / a)
  }
}

extension Workload {
  fileprivate func withPersistence(_ persistence: ClientProfile.Persistence) -> Workload {
    var changed = self
    for index in changed.actors.indices where changed.actors[index].client.platform != .server {
      changed.actors[index].client.persistence = persistence
    }
    return changed
  }
}
