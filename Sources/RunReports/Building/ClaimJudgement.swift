import Diagnostics
import Metering
import Workloads

extension Claim {
  /// Compares what the document says with what the run makes of it, by the evaluation that assertions have.
  func judged(_ figures: some FigureSource, in suite: WorkloadSuite) -> ClaimReport {
    let (theirs, list) = (self.theirs?.evaluate(figures), self.list?.evaluate(figures))
    let expected = self.expected.values(figures)
    let isShare = expected.all.contains { $0.isShare }
    var notes = [note].compactMap { $0 }
    for case .undecidable(let reason)? in [theirs, list] { notes.append(reason) }
    return ClaimReport(
      id: id, place: place, quote: quote, claimed: expected.exact.map { ClaimFigure($0, asShare: isShare) },
      atLeast: expected.least.map { ClaimFigure($0, asShare: isShare) },
      atMost: expected.most.map { ClaimFigure($0, asShare: isShare) },
      theirs: theirs?.value.map { ClaimFigure($0, asShare: isShare) },
      list: list?.value.map { ClaimFigure($0, asShare: isShare) }, verdict: verdict(theirs, list, expected),
      note: notes.isEmpty ? nil : notes.joined(separator: "; "), location: suite.location(span))
  }

  private func verdict(
    _ theirs: FigureOutcome?, _ list: FigureOutcome?, _ expected: ExpectedValues
  ) -> ClaimVerdict {
    guard !expected.all.isEmpty else { return verdict ?? .notReproduced }
    guard let first = theirs ?? list, let value = first.value, let holds = expected.holds(value) else {
      return .notReproduced
    }
    guard holds else { return .wrong }
    if theirs != nil, let atList = list?.value, expected.holds(atList) == false { return .onlyTheirs }
    return .reproduced
  }
}

/// What a document says, evaluated.
struct ExpectedValues {
  var exact: FigureValue?
  /// Digits behind the point in which the exact one is written.
  var places: Int?
  var least: FigureValue?
  var most: FigureValue?

  var all: [FigureValue] { [exact, least, most].compactMap { $0 } }

  /// Nil: the two cannot be compared.
  func holds(_ value: FigureValue) -> Bool? {
    guard all.allSatisfy({ $0.kindName == value.kindName }) else { return nil }
    if let exact, value.equals(exact, places: places) != true { return false }
    if let least, value.value < least.value { return false }
    if let most, value.value > most.value { return false }
    return true
  }
}

extension Claim.Expected {
  func values(_ figures: some FigureSource) -> ExpectedValues {
    switch self {
    case .nothing: ExpectedValues()
    case .exactly(let figure): ExpectedValues(exact: figure.evaluate(figures).value, places: figure.places)
    case .between(let least, let most):
      ExpectedValues(least: least?.evaluate(figures).value, most: most?.evaluate(figures).value)
    }
  }
}

extension ClaimFigure {
  /// - Parameter asShare: a number that stands beside percentages is one.
  init(_ value: FigureValue, asShare: Bool) {
    amount = value.value
    switch value {
    case .number: unit = asShare ? .share : .number
    case .share: unit = .share
    case .money(_, let currency), .moneyAtLeast(_, let currency, _): unit = .money(currency: currency)
    }
  }
}

extension FigureValue {
  var isShare: Bool { if case .share = self { true } else { false } }
}

extension ClaimReport {
  /// FB7023 for a claim that does not come out with list prices.
  var diagnostic: Diagnostic? {
    guard verdict != .reproduced else { return nil }
    let figures = [
      claimedText.map { "claimed: \($0)" }, theirs.map { "with their prices: \(FigureText.claimed($0))" },
      list.map { "with list prices: \(FigureText.claimed($0))" }, note,
    ]
    let verdict = self.verdict == .onlyTheirs ? "reproduced with their prices only" : self.verdict.words
    let at = place.isEmpty ? "" : " of \(QuotedText.singleLine(place))"
    return Diagnostic(
      .claimNotReproduced,
      "the claim \(QuotedText.of(id))\(at) is \(verdict): \(QuotedText.of(quote, limit: 120))", at: location,
      notes: figures.compactMap { $0 }.map { QuotedText.singleLine($0) })
  }
}
