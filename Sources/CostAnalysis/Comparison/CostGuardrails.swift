package import Diagnostics
import Metering
package import Workbench

extension CostComparison {
  /// FB7001 for every limit of `guardrails` in `firebreak.json` that the change exceeds, at the limit. What is not known
  /// exceeds nothing, and is said in a note.
  package func findings(_ guardrails: [FirebreakSettings.Guardrail]) -> [Diagnostic] {
    unknownMoney + guardrails.compactMap { guardrail in
      let limit = Amount(guardrail.maximum)
      switch guardrail.kind {
      case .increase:
        guard let difference = measured.difference else { return unknown(guardrail) }
        guard difference > limit else { return nil }
        return exceeded("a month costs \(money(difference)) more, \(money(limit)) at most is allowed", guardrail)
      case .increasePercent:
        guard let base = measured.base, let difference = measured.difference else { return unknown(guardrail) }
        guard difference * Amount(100) > limit * base, difference > .zero else { return nil }
        let more = base.isZero ? "\(money(difference)) and cost nothing before" : "\(ChangeText.percent(measured).trimmingPrefix("+")) more"
        return exceeded("a month costs \(more), \(guardrail.maximum) % at most is allowed", guardrail)
      case .total:
        guard let head = measured.head else { return unknown(guardrail) }
        guard head > limit else { return nil }
        return exceeded("a month costs \(money(head)), \(money(limit)) at most is allowed", guardrail)
      }
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
  private var measured: Change<Amount> { bill.base != nil && bill.head != nil ? bill : cost }

  private func money(_ amount: Amount) -> String { ChangeText.money(amount, currency) }

  private func exceeded(_ message: String, _ guardrail: FirebreakSettings.Guardrail) -> Diagnostic {
    Diagnostic(
      .budgetExceeded, message, at: guardrail.location,
      notes: unknownCount == 0 ? [] : ["the figures exclude \(unknownCount) unknown"],
      help: "find what bills more in the table, or raise the limit")
  }

  private func unknown(_ guardrail: FirebreakSettings.Guardrail) -> Diagnostic {
    Diagnostic(
      .costUnknown, "`\(guardrail.kind.rawValue)` cannot be judged: what a month costs is not known", at: guardrail.location,
      help: "name a price book with `prices` or `--prices`")
  }
}
