package import Diagnostics
import Metering
package import Project

extension CostComparison {
  /// FB7001 for every limit of `guardrails` in `firebreak.json` that the change surely exceeds, at the limit; FB7009
  /// where what is not known may exceed it. What is not known is never taken for nothing.
  package func findings(_ guardrails: [FirebreakSettings.Guardrail]) -> [Diagnostic] {
    unknownMoney + guardrails.compactMap(finding)
  }

  private func finding(_ guardrail: FirebreakSettings.Guardrail) -> Diagnostic? {
    let limit = guardrail.maximum
    let changing = rows.filter { $0.isUnknown && !$0.isSteady }
    switch guardrail.kind {
    case .increase:
      if let atLeast = measured.atLeast, atLeast > limit {
        return exceeded(
          "\(sure(measured.difference))\(money(atLeast)) more, \(money(limit)) at most is allowed", changing, guardrail)
      }
      return measured.difference != nil && changing.isEmpty ? nil : unknown(guardrail, changing)
    case .increasePercent:
      guard let base = measured.base, let atLeast = measured.atLeast else { return unknown(guardrail, changing) }
      if base.isWhole, atLeast > .zero, atLeast * Rational(100) > limit * base.amount {
        let more =
          base.amount.isZero
          ? "\(money(atLeast)) and cost nothing before"
          : "\(ChangeText.percent(Change(base: base.amount, head: base.amount + atLeast)).trimmingPrefix("+")) more"
        return exceeded(
          "\(sure(measured.difference))\(more), \(guardrail.maximum.abbreviated) % at most is allowed", changing,
          guardrail)
      }
      guard let difference = measured.difference, changing.isEmpty else { return unknown(guardrail, changing) }
      // What is missing makes the whole larger, and the share of a known difference smaller.
      return difference <= .zero || difference * Rational(100) <= limit * base.amount
        ? nil : unknown(guardrail, rows.filter(\.isUnknown))
    case .total:
      let missing = rows.filter { $0.monthlyReads.head == nil }
      if let head = measured.head, head.amount > limit {
        return exceeded(
          "\(head.isWhole ? "" : "at least ")\(money(head.amount)), \(money(limit)) at most is allowed", missing,
          guardrail)
      }
      return measured.head?.isWhole == true && missing.isEmpty ? nil : unknown(guardrail, missing)
    }
  }

  /// FB7009 where money is left out of the comparison.
  private var unknownMoney: [Diagnostic] {
    if currencies.count > 1 {
      return [
        Diagnostic(
          .costUnknown, "no money is compared: the reports are in \(currencies.joined(separator: " and "))",
          help: "run both sides with one price book")
      ]
    }
    guard !unpriced.isEmpty else { return [] }
    let names = unpriced.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return [
      Diagnostic(
        .costUnknown, "the price book has no price for \(names): what a month costs is not known",
        help: "name a location or a price book that has it: `--location`, `--prices`")
    ]
  }

  /// The bill where the runs know it, else the operations at their prices.
  private var measured: CostChange { bill.base != nil && bill.head != nil ? bill : cost }

  private func money(_ amount: Rational) -> String { ChangeText.money(amount, currency) }

  private func sure(_ exact: Rational?) -> String { exact == nil ? "at least " : "" }

  private func exceeded(
    _ message: String, _ excluded: [Row], _ guardrail: FirebreakSettings.Guardrail
  ) -> Diagnostic {
    Diagnostic(
      .budgetExceeded, "a month costs \(message)", at: guardrail.location,
      notes: excluded.isEmpty ? [] : ["the figures exclude \(excluded.count) unknown"],
      help: "find what bills more in the table, or raise the limit")
  }

  private func unknown(_ guardrail: FirebreakSettings.Guardrail, _ excluded: [Row]) -> Diagnostic {
    let (reason, help) = ignorance(excluded)
    return Diagnostic(
      .costUnknown, "`\(guardrail.kind.rawValue)` cannot be judged: \(reason)", at: guardrail.location, help: help)
  }

  /// What is not known, and what to do about it.
  private func ignorance(_ excluded: [Row]) -> (reason: String, help: String) {
    let prices = "name a price book with `prices` or `--prices`"
    guard currency != nil else { return ("what a month costs is not known", prices) }
    guard excluded.isEmpty else {
      let reasons = excluded.compactMap(\.unknownBecause)
      let more = reasons.count > 3 ? ", and \(reasons.count - 3) more are unknown" : ""
      return (
        reasons.prefix(3).joined(separator: ", ") + more,
        isWeighted
          ? "say in `traffic` how often operations of the runs are called" : "run the same workloads on both sides"
      )
    }
    let parts = measured.unpriced.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return parts.isEmpty
      ? ("what a month costs is not known", prices)
      : ("there is no price for \(parts)", "name a location or a price book that has it: `--location`, `--prices`")
  }
}
