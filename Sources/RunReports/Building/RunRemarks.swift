import Diagnostics
import Metering
import Project
import RealtimeRules
import Simulation
import Workloads

/// The sentences that belong beside the figures of a run.
struct RunRemarks {
  let builder: ReportBuilder
  let variants: [VariantReport]

  var all: [String] { prices + rules + realtime + worlds + data + persistence + coldShares + leftOut }

  private var leftOut: [String] {
    let count = Int64(builder.suite.demandsLeftOut)
    guard count > 0 else { return [] }
    if let days = builder.suite.otherDays {
      let demands =
        count == 1 ? "1 assertion, claim or budget is" : "\(Grouped.count(count)) assertions, claims and budgets are"
      return [
        "\(demands) left out, since \(Grouped.counted(Int64(days), "day")) are played and not those of the workload"
      ]
    }
    let demands = count == 1 ? "1 assertion or claim is" : "\(Grouped.count(count)) assertions and claims are"
    return ["\(demands) left out, about variants that are not played or all of them together"]
  }

  /// Data that all users share in production is stored once there.
  private var worlds: [String] {
    var counts: [String: Set<Int64>] = [:]
    for variant in builder.suite.variants {
      for actor in variant.workload.actors where actor.world == .own && actor.count > 1 {
        counts[actor.name, default: []].insert(actor.count)
      }
    }
    return counts.sorted { $0.key < $1.key }.map { name, found in
      let times = found.count == 1 ? found.first.map { "\(Grouped.count($0)) times" } : nil
      return "`\(name)` lives in worlds of its own: what is stored in them counts \(times ?? "once for each")"
    }
  }

  /// Documents are counted, whatever is in them.
  private var data: [String] {
    guard let baseline = builder.suite.variants.first else { return [] }
    return zip(builder.suite.variants, variants).dropFirst().filter { variant, report in
      report.kind == .alternative && report.shortcomings.isEmpty && report.reads < variants[0].reads
        && variant.workload.data != baseline.workload.data
    }.map { variant, _ in
      "`\(variant.name)` starts from other data: it shows as many documents, what is in them is not compared"
    }
  }

  private var realtime: [String] {
    guard variants.contains(where: { $0.realtime != nil }) else { return [] }
    var remarks: [String] = []
    let named = Set(builder.input.surroundings.map { $0.realtimeRules?.source.path ?? "" }).sorted()
    remarks.append(
      named == [""]
        ? "no rules of the Realtime Database: everything is allowed, and nothing is indexed"
        : "rules of the Realtime Database: \(named.map { $0.isEmpty ? "none" : DisplayPath.name(of: $0) }.joined(separator: ", "))"
    )
    let books = Set(variants.compactMap { $0.realtime?.book }).sorted()
    remarks.append(
      books.isEmpty
        ? "no prices of the Realtime Database: its traffic without money"
        : "prices of the Realtime Database: the book \(books.joined(separator: ", "))")
    remarks.append("traffic of the Realtime Database is estimated, and without what the service adds inside of it")
    return remarks
  }

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
    // Where nobody asks Firestore, its rules are not missed.
    if without.isEmpty || builder.suite.variants.allSatisfy({ !$0.workload.usesFirestore }) { return [] }
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
      let other = variants.indices.dropFirst().first(where: { index in
        index != warm && variants[index].kind == .alternative && variants[index].shortcomings.isEmpty
      }), variants[other].reads < variants[0].reads
    else { return [] }
    let advertised = Percentage.text(variants[0].reads - variants[other].reads, of: variants[0].reads)
    let real = Percentage.text(variants[warm].reads - variants[other].reads, of: variants[warm].reads)
    if real == advertised { return [] }
    return [
      "with persistence on (`\(variants[warm].name)`) `\(variants[other].name)` saves \(real), not \(advertised)"
    ]
  }

  /// How many attaches could not resume decides what watermarks are worth.
  private var coldShares: [String] {
    variants.compactMap { variant in
      guard let share = variant.coldShare, share.part < share.whole else { return nil }
      let (part, whole) = reduced(share)
      return
        "`\(variant.name)`: saving depends on persistence: \(Grouped.count(part)) of \(Grouped.count(whole)) opens "
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
