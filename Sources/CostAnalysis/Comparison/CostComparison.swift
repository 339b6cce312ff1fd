import Diagnostics
import FirestoreModel
package import Metering
import Workloads

/// What a change of the project changes in its bill, operation by operation.
package struct CostComparison: Sendable {
  package struct Row: Sendable {
    /// The shortest name that says which operation.
    package var name: String
    package var workload: String
    package var step: String
    /// Nil on the side where it was not called. Of a month nil where it is not known: a step that a workload does not
    /// have, is called never in a month; a step of a workload that was not run, nobody knows how often.
    package var readsPerCall: Change<Rational>
    package var callsPerMonth: Change<Rational>
    package var monthlyReads: Change<Rational>
    /// Reads, writes and deletes at their prices, before any free quota.
    package var monthlyCost: CostChange
    package var causes: [String]
    /// Why a figure of a month is missing; nil where none is.
    package var unknownBecause: String?
    /// However often it is called, it costs what it did.
    package var isSteady = false
    /// `src/feed.ts:57`, of the head, else of the base.
    package var source: String?

    /// Whether a figure is missing, so that totals leave it out.
    package var isUnknown: Bool { monthlyReads.difference == nil }
    /// Whether a call bills otherwise than before, nobody knows how often.
    var isUnknownChange: Bool { isUnknown && !isSteady && readsPerCall.difference != nil }
    /// A new, a gone or an unknown operation is a difference only where the sides differ in it.
    package var isChange: Bool {
      readsPerCall.isChange || callsPerMonth.isChange || monthlyReads.isChange || monthlyCost.isChange
    }
  }

  /// What has changed and is called nobody knows how often first, then the largest differences, the other unknown ones last.
  package var rows: [Row]
  /// Of the rows that are known on both sides; unknown where no row is.
  package var reads: Change<Rational>
  /// Of the same rows.
  package var cost: CostChange
  /// The whole bills of the runs; unknown where somebody else says how often operations are called.
  package var bill: CostChange
  /// Nil: no money is known, or the sides have different currencies.
  package var currency: String?
  /// Those of both sides, sorted.
  package var currencies: [String]
  /// What either side has used and has no price for.
  package var unpriced: [MonthlyCost.Part]
  /// Traffic says how often operations are called, not the runs.
  package var isWeighted: Bool

  package var unknownCount: Int { rows.count(where: \.isUnknown) }

  /// What the totals leave out: `3 unknown, 1 of them changed: orders 10 → 21 reads/call`. Nil where it is nothing.
  var exclusion: String? {
    guard unknownCount > 0 else { return nil }
    let changed = rows.filter(\.isUnknownChange)
    guard !changed.isEmpty else { return "\(unknownCount) unknown" }
    let shown = changed.prefix(3).map { "\($0.name) \(ChangeText.both($0.readsPerCall, ChangeText.count)) reads/call" }
    let rest = changed.count > shown.count ? ", …" : ""
    return "\(unknownCount) unknown, \(changed.count) of them changed: \(shown.joined(separator: ", "))\(rest)"
  }

  /// Whether nothing differs.
  package var isEmpty: Bool { !rows.contains(where: \.isChange) && !bill.isChange }

  /// - Parameter traffic: nil: operations are called as often as in the runs.
  package init(base: MeasuredSide, head: MeasuredSide, traffic: TrafficWeights? = nil) {
    let steps = base.steps + head.steps.filter { base.operations[$0] == nil }
    let currencies = base.currencies.union(head.currencies)
    currency = currencies.count == 1 ? currencies.first : nil
    self.currencies = currencies.sorted { Text($0) < Text($1) }
    unpriced = MonthlyCost.Part.allCases.filter(base.unpriced.union(head.unpriced).contains)
    isWeighted = traffic != nil
    let hasMoney = currency != nil
    let twins = steps.reduce(into: [Text: Int]()) { $0[$1.name, default: 0] += 1 }
    rows = steps.map { step in
      Row(
        step, name: twins[step.name] == 1 ? step.name.string : "\(step.workload.string)/\(step.name.string)",
        base: base.operations[step], head: head.operations[step],
        isRun: (base.wasRun(step), head.wasRun(step)),
        traffic: traffic?.calls(of: step, twins: twins[step.name] ?? 1), hasMoney: hasMoney)
    }
    let names = rows.map(\.name)
    rows += (traffic?.unused(among: steps) ?? []).map { Row($0, near: NearestName.of($0.name, among: names)) }
    rows.sort(by: Row.precedes)
    let known = rows.filter { !$0.isUnknown }
    let isKnown = rows.isEmpty || !known.isEmpty
    reads = isKnown ? Self.sum(known.map(\.monthlyReads)) : Change(base: nil, head: nil)
    cost = hasMoney && isKnown ? CostChange.sum(known.map(\.monthlyCost)) : .unknown
    bill = isWeighted || !hasMoney ? .unknown : CostChange(base: base.bill, head: head.bill)
  }

  private static func sum(_ changes: [Change<Rational>]) -> Change<Rational> {
    Change(
      base: changes.reduce(.zero) { $0 + ($1.base ?? .zero) }, head: changes.reduce(.zero) { $0 + ($1.head ?? .zero) })
  }
}

extension CostComparison.Row {
  fileprivate init(
    _ step: MeasuredSide.Step, name: String, base: MeasuredOperation?, head: MeasuredOperation?,
    isRun: (base: Bool, head: Bool), traffic: TrafficWeights.Found?, hasMoney: Bool
  ) {
    self.name = name
    workload = step.workload.string
    self.step = step.name.string
    source = head?.source ?? base?.source
    readsPerCall = Change(base: base?.readsPerCall, head: head?.readsPerCall)
    causes = []
    let quoted = QuotedText.of(name, limit: 100)
    if let base, let head {
      causes = ChangeCause.words(from: base, to: head)
      isSteady = base.costsAsMuch(as: head)
    } else {
      causes = [base == nil ? "new operation" : "gone operation"]
      let other = base == nil ? "before" : "after"
      if base == nil ? !isRun.base : !isRun.head {
        causes.append("no run of the workload \(other)")
        unknownBecause = "\(quoted) was not run \(other)"
      }
    }
    func both(_ figure: (MeasuredOperation) -> Rational?) -> Change<Rational> {
      Change(
        base: base.map(figure) ?? (isRun.base ? .zero : nil), head: head.map(figure) ?? (isRun.head ? .zero : nil))
    }
    func costs(_ calls: Rational?) -> CostChange {
      CostChange(
        base: base.map { $0.monthlyCost(calls: calls) } ?? (isRun.base ? KnownCost() : nil),
        head: head.map { $0.monthlyCost(calls: calls) } ?? (isRun.head ? KnownCost() : nil))
    }
    switch traffic {
    case nil:
      callsPerMonth = both(\.callsPerMonth)
      monthlyReads = both { $0.monthlyReads(calls: nil) }
      monthlyCost = costs(nil)
    case .calls(let calls):
      callsPerMonth = both { _ in calls }
      monthlyReads = both { $0.monthlyReads(calls: calls) }
      monthlyCost = costs(calls)
      if isUnknown, unknownBecause == nil { unknownBecause = "\(quoted) was not called in a run" }
    case .missing, .ambiguous:
      callsPerMonth = Change(base: nil, head: nil)
      monthlyReads = Change(base: nil, head: nil)
      monthlyCost = .unknown
      causes.append(
        traffic == .ambiguous ? "several workloads have it: name it `workload/step` in traffic" : "no traffic figure")
      unknownBecause = "\(quoted) has no traffic figure\(traffic == .ambiguous ? " of its own" : "")"
    }
    if !hasMoney { monthlyCost = .unknown }
  }

  /// An operation that only the traffic names.
  fileprivate init(_ weight: TrafficWeights.Weight, near: String?) {
    name = weight.name
    workload = ""
    step = weight.name
    let nothing = Change<Rational>(base: nil, head: nil)
    (readsPerCall, callsPerMonth, monthlyReads, monthlyCost) = (nothing, nothing, nothing, .unknown)
    causes = ["no run recorded\(near.map { ": did you mean \(QuotedText.of($0, limit: 100))?" } ?? "")"]
    unknownBecause = "\(QuotedText.of(weight.name, limit: 100)) was not run"
  }

  /// Changes that nobody can weigh first, other unknown ones last, then by the size of the difference, then by name.
  fileprivate static func precedes(_ first: Self, _ second: Self) -> Bool {
    if first.isUnknownChange != second.isUnknownChange { return first.isUnknownChange }
    if first.isUnknown != second.isUnknown { return second.isUnknown }
    let (one, other) = (first.weight, second.weight)
    return one == other ? Text(first.name) < Text(second.name) : one > other
  }

  private var weight: Rational {
    let difference = monthlyReads.difference ?? .zero
    return difference < .zero ? .zero - difference : difference
  }
}
