import FirestoreModel
import Metering
import Simulation
import Workloads

/// What assertions can ask about a finished run.
struct RunFigures: FigureSource {
  let suite: WorkloadSuite
  let outcomes: [VariantOutcome]
  let months: [MonthlyCost?]
  let pricings: [Pricing?]
  let days: Int64

  var variantNames: [String] { outcomes.map(\.name) }

  func users(actor: String?, variant: String) -> Int64 {
    guard let workload = suite.variants.first(where: { $0.name == variant })?.workload else { return 0 }
    if let actor { return workload.actor(named: actor)?.count ?? 0 }
    let users = workload.actors.filter { $0.client.platform != .server }
    return (users.isEmpty ? workload.actors : users).reduce(0) { $0 + $1.count }
  }

  func count(_ figure: CountedFigure, actor: String?, result: String?, variant: String) throws(FigureError) -> Int64 {
    guard let outcome = outcomes.first(where: { $0.name == variant }) else {
      throw FigureError("there is no variant `\(variant)`")
    }
    switch figure {
    case .reads: return try operations(outcome, actor, result).reads
    case .writes: return try operations(outcome, actor, result).writes
    case .deletes: return try operations(outcome, actor, result).deletes
    case .ttlDeletes: return try operations(outcome, actor, result).ttlDeletes
    case .egressBytes: return try operations(outcome, actor, result).bytes
    case .rtdbBytes: return try operations(outcome, actor, result).realtimeBytes
    case .calls: return try calls(outcome, actor, result)
    case .outsideWrites: return outcome.notes.outsideWrites.value
    case .missed: return try observed(outcome, actor, result, \.missed)
    case .stale: return try observed(outcome, actor, result, \.stale)
    case .duplicates: return try observed(outcome, actor, result, \.duplicates)
    case .visible: return try observed(outcome, actor, result, \.visible)
    case .denied: return sum(outcome.notes.denied, actor)
    case .indexErrors: return sum(outcome.notes.indexErrors, actor)
    }
  }

  func monthlyCost(_ part: MonthlyCost.Part?, actor: String?, variant: String) throws(FigureError) -> MonthlyAmount {
    guard actor == nil else { throw FigureError("the bill is one for all actors: quotas cannot be divided") }
    guard let index = outcomes.firstIndex(where: { $0.name == variant }), let month = months[index] else {
      throw FigureError("there is no price book for `\(variant)`")
    }
    guard let part else {
      var bill = MonthlyAmount(amount: month.amount, currency: month.currency)
      bill.unpriced = month.unpriced.map(\.rawValue)
      return bill
    }
    guard let line = month.line(part), let known = line.amount else {
      throw FigureError("the book has no price for `\(part.rawValue)`")
    }
    return MonthlyAmount(amount: known, currency: month.currency)
  }

  func unitPrice(_ part: MonthlyCost.Part, variant: String) throws(FigureError) -> MonthlyAmount {
    guard let index = outcomes.firstIndex(where: { $0.name == variant }), let pricing = pricings[index] else {
      throw FigureError("there is no price book for `\(variant)`")
    }
    guard let price = pricing.unitPrice(of: part) else {
      throw FigureError("the book has no price for `\(part.rawValue)`")
    }
    return MonthlyAmount(amount: price, currency: pricing.book.currency)
  }

  // MARK: Where figures come from

  private func operations(_ outcome: VariantOutcome, _ actor: String?, _ name: String?) throws(FigureError) -> Tally {
    if let name { return try operation(outcome, name).tally }
    guard let actor else { return outcome.ledger.total }
    return outcome.ledger.roles[Text(actor)] ?? .zero
  }

  private func calls(_ outcome: VariantOutcome, _ actor: String?, _ name: String?) throws(FigureError) -> Int64 {
    if let name { return try operation(outcome, name).calls }
    guard actor == nil else { throw FigureError("calls are counted by step, not by actor") }
    return outcome.ledger.operations.reduce(into: SaturatingSum()) { $0.add($1.calls) }.value
  }

  /// An operation by its name, or by the name of its result.
  private func operation(_ outcome: VariantOutcome, _ name: String) throws(FigureError) -> OperationAccount {
    if let account = outcome.ledger.operation(named: Text(name)) { return account }
    throw FigureError("no operation `\(name)` took part in `\(outcome.name)`")
  }

  private func observed(
    _ outcome: VariantOutcome, _ actor: String?, _ result: String?,
    _ figure: (RunNotes.Observation) -> SaturatingSum
  ) throws(FigureError) -> Int64 {
    let workload = suite.variants.first { $0.name == outcome.name }?.workload
    let names = result.map { workload?.observedNames(of: $0) ?? [$0] }
    let found = outcome.notes.observations.filter { key, _ in
      (actor == nil || key.actor == actor) && (names?.contains(key.result) ?? true)
    }
    if let result, found.isEmpty { throw FigureError("no result `\(result)` was delivered in `\(outcome.name)`") }
    return found.values.reduce(into: SaturatingSum()) { $0.add(figure($1).value) }.value
  }

  private func sum(_ counts: [String: SaturatingSum], _ actor: String?) -> Int64 {
    if let actor { return counts[actor]?.value ?? 0 }
    return counts.values.reduce(into: SaturatingSum()) { $0.add($1.value) }.value
  }
}

extension Workload {
  /// Under which names the results are observed that a name means: a result's own, or a step's with what it calls its
  /// result.
  fileprivate func observedNames(of name: String) -> Set<String> {
    var names: Set<String> = [name]
    visitSteps { step in
      guard step.operation.name.string == name else { return }
      switch step.action {
      case .read(let read): if let result = read.result { names.insert(result.text) }
      case .page(let page): if let result = page.result { names.insert(result.text) }
      case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group,
        .outsideWrite, .realtime:
        break
      }
    }
    return names
  }
}
