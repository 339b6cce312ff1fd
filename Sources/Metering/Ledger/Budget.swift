package import FirestoreModel

/// So much at most, of one metric, of one operation or of all.
package struct CostBudget: Hashable, Sendable {
  package enum Period: String, Hashable, Sendable, CaseIterable {
    case call, session, day, month
    /// One user's day.
    case userDay = "user-day"
    /// The whole simulated period.
    case run
  }

  /// Nil: all operations together.
  package var operation: Text?
  package var metric: Usage.Metric
  package var period: Period
  package var maximum: Rational
  /// The share of the maximum from which on a warning is given, 9/10 for `90%`.
  package var warnAt: Rational?

  package init(
    operation: Text?, metric: Usage.Metric, period: Period, maximum: Rational, warnAt: Rational? = nil
  ) {
    self.operation = operation
    self.metric = metric
    self.period = period
    self.maximum = maximum
    self.warnAt = warnAt
  }
}

/// What came of one budget. The level of a budget, hence the severity of its finding, is the reader's concern.
package struct BudgetResult: Hashable, Sendable {
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case passed
    /// FB7002
    case nearlyUsed
    /// FB7001
    case exceeded
    /// FB7005: no operation of this name took part in the run.
    case unknownOperation
  }

  package var budget: CostBudget
  package var verdict: Verdict
  /// The largest call, session or day, or the sum; nil for an unknown operation.
  package var measured: Rational?
}

extension CostBudget {
  /// - Parameters:
  ///   - simulatedDays: to scale a monthly budget; at least 1.
  ///   - monthDays: of the price book.
  ///   - knownOperations: names that exist though they may not have run.
  package func evaluate(
    _ ledger: Ledger, simulatedDays: Int64, monthDays: Int64 = 30, knownOperations: Set<Text> = []
  ) -> BudgetResult {
    var account: OperationAccount?
    if let operation {
      account = ledger.operation(named: operation)
      if account == nil, !knownOperations.contains(operation) {
        return BudgetResult(budget: self, verdict: .unknownOperation, measured: nil)
      }
    }
    let month = Rational(monthDays) / Rational(max(1, simulatedDays))
    let measured = measure(ledger, account) * (period == .month ? month : Rational(1))
    return BudgetResult(budget: self, verdict: verdict(measured), measured: measured)
  }

  private func verdict(_ measured: Rational) -> BudgetResult.Verdict {
    if measured > maximum { return .exceeded }
    guard let warnAt, measured >= maximum * warnAt, !measured.isZero else { return .passed }
    return .nearlyUsed
  }

  private func measure(_ ledger: Ledger, _ account: OperationAccount?) -> Rational {
    if operation != nil, account == nil { return .zero }
    let peak = account?.peak ?? ledger.peak
    switch period {
    case .call: return Rational(peak.call[metric])
    case .session: return Rational(peak.session[metric])
    case .userDay: return Rational(peak.userDay[metric])
    case .day:
      let days = account?.days ?? ledger.dailyUsage
      return Rational(days.values.map { $0[metric] }.max() ?? 0)
    case .month, .run: return Rational((account?.usage ?? ledger.usage)[metric])
    }
  }
}
