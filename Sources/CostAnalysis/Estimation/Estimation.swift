package import Diagnostics
import Metering
import RunReports
package import Simulation
import Workloads

/// Evaluates one variant of a workload at every point that is asked for, and finds where bills begin.
package struct Estimation {
  private let request: EstimateRequest
  private let opened: CountedRun.Opened
  private let path: String
  private var run: CountedRun
  /// What the simulations of a search may cost, and the largest value that is simulated for it: where every value has to
  /// be simulated, nobody waits for an exact place.
  private static let searchedSimulations = 64
  private static let searchedValue: Int64 = 100
  /// About so many sizes are looked at beside those that are asked for: nobody knows before.
  private static let searchedSizes = 12

  /// Told how far the evaluation is.
  package var progress: @Sendable (RunProgress) -> Void = { _ in }
  /// Sizes that were evaluated.
  private var evaluated = 0

  package init(_ opened: CountedRun.Opened, path: String, variant: String, _ request: EstimateRequest) {
    self.request = request
    self.opened = opened
    self.path = path
    run = opened.run(variant: variant)
  }

  /// The parameter whose size is looked for: one that counts users and is swept, else one that counts users.
  private var counting: String? {
    let names = opened.counting
    if let swept = request.sweeps.map(\.name).first(where: names.contains) { return swept }
    return names.contains("users") ? "users" : names.first
  }

  package mutating func evaluate() async throws(CountedRun.Failure) -> (EstimateReport.Series, findings: [Diagnostic]) {
    var points: [EstimateReport.Point] = []
    var crossings: [EstimateReport.Crossing] = []
    var tooLarge: Diagnostic?
    for combination in request.combinations {
      do throws(CountedRun.Failure) {
        if let months = request.months {
          let series = try await self.months(months, from: combination)
          points += series
          crossings += monthCrossings(series, combination)
        } else {
          points.append(try await point(combination).point)
        }
      } catch {
        // What is known of the sizes before stays known.
        guard case .refused(let diagnostic) = error, !points.isEmpty else { throw error }
        tooLarge = diagnostic
        break
      }
    }
    // Only the sizes that were asked for are somebody's problem.
    let known = run.problems.count
    let problems = run.problems + [tooLarge].compactMap(\.self)
    if request.months == nil { crossings = try await sizes() }
    var remarks: [String] = []
    if points.contains(where: { !$0.isMultiplied && $0.users > 0 }) {
      remarks.append("instances meet or differ: every one was simulated")
    }
    if points.contains(where: { $0.refused > 0 }) {
      remarks.append("some requests are refused: what they would have read is not in the figures")
    }
    if run.problems.count > known {
      remarks.append(
        "some requests are refused at other sizes: where the free tier or a budget ends is said without what they would have read"
      )
    }
    if request.months == nil, counting == nil {
      remarks.append(
        "no parameter that could be larger counts users: nothing can be said about the size at which the free tier or a budget ends"
      )
    }
    let pricing = try await point(request.combinations.first ?? []).pricing
    let nowhere = unknownLocations(pricing).filter { $0.code == .unknownLocation }
    guard nowhere.isEmpty else { throw .unreadable(nowhere) }
    let series = EstimateReport.Series(
      workload: opened.name, path: path, variant: run.variant, book: pricing?.book.name, bookDay: pricing?.book.asOf,
      location: pricing?.book.locations.isEmpty ?? true ? nil : pricing?.location,
      given: opened.given.map { EstimateReport.Assignment(name: $0.name, value: $0.value) }, points: points,
      crossings: crossings, remarks: remarks)
    return (
      series,
      opened.findings + run.fileFindings + problems + unknownLocations(pricing) + unpricedParts(points, pricing)
    )
  }

  /// What has no price in a location that has some.
  private func unpricedParts(_ points: [EstimateReport.Point], _ pricing: Pricing?) -> [Diagnostic] {
    guard let book = pricing?.book else { return [] }
    return locations.enumerated().compactMap { index, location in
      guard book.prices(at: location ?? pricing?.location) != nil else { return nil }
      let found = Set(points.flatMap { $0.months[index]?.unpriced ?? [] })
      return .unpriced(MonthlyCost.Part.allCases.filter(found.contains), in: locations.count > 1 ? location : nil)
    }
  }

  // MARK: Points

  private func overrides(_ set: [EstimateReport.Assignment]) -> [ParameterOverride] {
    set.map { assignment in
      var override = ParameterOverride(name: assignment.name, value: assignment.value)
      override.argument = request.sweeps.first { $0.name == assignment.name }?.argument
      return override
    }
  }

  private mutating func point(
    _ set: [EstimateReport.Assignment], month: Int? = nil
  ) async throws(CountedRun.Failure) -> (point: EstimateReport.Point, answer: CountedRun.Answer, pricing: Pricing?) {
    let total = Double(request.pointCount + (request.months == nil && counting != nil ? Self.searchedSizes : 0))
    let label = set.map { "\($0.name)=\($0.value.value.interpolationText)" }.joined(separator: " ")
    run.progress = { [progress, evaluated] part in
      progress(RunProgress(fraction: min((Double(evaluated) + part) / total, 0.99), label: label))
    }
    let answer = try await run.answer(overrides(set))
    evaluated += 1
    let pricings = pricings(answer.pricing)
    let point = EstimateReport.Point(
      set: set, month: month, tally: answer.figures.total, days: answer.days, users: answer.users,
      storedBytes: answer.period.storedBytes, months: pricings.map { $0?.month(of: answer.period) },
      refused: answer.figures.refused, isMultiplied: answer.isMultiplied)
    return (point, answer, pricings.first ?? nil)
  }

  private func pricings(_ pricing: Pricing?) -> [Pricing?] {
    guard var pricing else { return [nil] }
    if !request.hasFreeQuota { pricing.book.free = .none }
    guard !request.locations.isEmpty else { return [pricing] }
    return request.locations.map { location in
      var other = pricing
      other.location = location
      return other
    }
  }

  /// The first one is looked at where the book is read.
  private func unknownLocations(_ pricing: Pricing?) -> [Diagnostic] {
    guard let book = pricing?.book else { return [] }
    return request.locations.dropFirst().compactMap { location in
      book.finding(forLocation: location, at: .argument(location, of: "--location"))
    }
  }

  // MARK: Months

  private mutating func months(
    _ count: Int, from first: [EstimateReport.Assignment]
  ) async throws(CountedRun.Failure) -> [EstimateReport.Point] {
    var start = first
    let used = try await run.answer(overrides(first)).parameters
    for growth in request.growths {
      let name = try growing(growth)
      guard !start.contains(where: { $0.name == name }) else { continue }
      guard let parameter = used.first(where: { $0.name.text == name }) else { throw unknown(name, growth) }
      start.append(EstimateReport.Assignment(name: name, value: parameter.value))
    }
    var points: [EstimateReport.Point] = []
    let names = try request.growths.map { growth throws(CountedRun.Failure) in try growing(growth) }
    if let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
      throw .unreadable([
        Diagnostic(
          .malformedInput, "`--growth` is given twice for \(QuotedText.of(names[twice]))",
          at: request.growths[twice].namePlace,
          severity: .error, help: "say what grows from one month to the next in one: `\(names[twice])=20%`")
      ])
    }
    for month in 1...max(1, count) {
      var set = start
      for (growth, name) in zip(request.growths, names) {
        for index in set.indices where set[index].name == name {
          guard case .integer(let value) = set[index].value else { throw notWhole(name, growth) }
          set[index].value = .integer(growth.value(after: month - 1, from: value))
        }
      }
      points.append(try await point(set, month: month).point)
    }
    return points
  }

  private func growing(_ growth: ParameterGrowth) throws(CountedRun.Failure) -> String {
    if let name = growth.name { return name }
    guard let name = counting else {
      throw .unreadable([
        Diagnostic(
          .unknownWorkloadName, "no parameter of `\(opened.name)` counts the instances of an actor",
          at: growth.changePlace ?? opened.source.start, severity: .error,
          help: "name the parameter that grows: `--growth NAME=20%`")
      ])
    }
    return name
  }

  private func unknown(_ name: String, _ growth: ParameterGrowth) -> CountedRun.Failure {
    let known = opened.parameters.map(\.name.text)
    return .unreadable([
      Diagnostic(
        .unknownWorkloadName, "there is no parameter \(QuotedText.of(name))",
        at: growth.namePlace ?? opened.source.start,
        severity: .error,
        help: NearestName.of(name, among: known).map { "did you mean `\($0)`?" }
          ?? (known.isEmpty ? "the workload has no parameters" : "parameters: \(known.joined(separator: ", "))"))
    ])
  }

  private func notWhole(_ name: String, _ growth: ParameterGrowth) -> CountedRun.Failure {
    .unreadable([
      Diagnostic(
        .wrongType, "the parameter \(QuotedText.of(name)) is no whole number, which could grow",
        at: growth.namePlace ?? opened.source.start, severity: .error)
    ])
  }

  private func monthCrossings(
    _ points: [EstimateReport.Point], _ fixed: [EstimateReport.Assignment]
  ) -> [EstimateReport.Crossing] {
    locations.indices.flatMap { index in
      subjects(points.first?.months[index]).compactMap { subject in
        let first = points.first { Self.exceeds($0.months[index], subject) }
        let before = points.prefix { !Self.exceeds($0.months[index], subject) }
        var place: EstimateReport.Crossing.Place = first?.month.map { .month($0) } ?? .noMonth(points.count)
        if let parts = Self.unknown(before.last?.months[index], subject) {
          place = .unknown(parts, atLatest: first?.month.map(Int64.init))
        }
        return EstimateReport.Crossing(
          subject: subject, location: locations[index], parameter: "month", fixed: fixed, place: place,
          parts: parts(first?.months[index], subject))
      }
    }
  }

  private var locations: [String?] { request.locations.isEmpty ? [nil] : request.locations }

  private func subjects(_ month: MonthlyCost??) -> [EstimateReport.Crossing.Subject] {
    guard let month = month ?? nil else { return [] }
    let money = request.budget.map { EstimateReport.Crossing.Subject.money($0, currency: month.currency) }
    return (request.hasFreeQuota ? [.freeTier] : []) + [money].compactMap(\.self)
  }

  private static func exceeds(_ month: MonthlyCost?, _ subject: EstimateReport.Crossing.Subject) -> Bool {
    guard let month else { return false }
    switch subject {
    case .freeTier: return month.lines.contains { $0.billed.map { $0 > .zero } ?? false }
    case .money(let amount, _): return month.amount > amount
    case .budget: return false
    }
  }

  /// The parts without a price, for which a month that seems to be within a budget may be beyond it. Nil: it is within.
  private static func unknown(
    _ month: MonthlyCost??, _ subject: EstimateReport.Crossing.Subject
  ) -> [MonthlyCost.Part]? {
    guard case .money = subject, let unpriced = (month ?? nil)?.unpriced, !unpriced.isEmpty else { return nil }
    return unpriced
  }

  private func parts(_ month: MonthlyCost??, _ subject: EstimateReport.Crossing.Subject) -> [String] {
    guard case .freeTier = subject, let month = month ?? nil else { return [] }
    return month.lines.filter { $0.billed.map { $0 > .zero } ?? false }.map(\.part.rawValue)
  }

  // MARK: Sizes

  /// Where the bill begins and where budgets end, for every combination of the other sweeps.
  private mutating func sizes() async throws(CountedRun.Failure) -> [EstimateReport.Crossing] {
    guard let counting else { return [] }
    var others = request
    others.sweeps.removeAll { $0.name == counting }
    var found: [EstimateReport.Crossing] = []
    for fixed in others.combinations {
      var search = SizeSearch(parameter: counting, fixed: fixed)
      // What was asked for is known already. Where each size is a simulation of its own, it is all that anybody waits for.
      for case .integer(let value) in request.sweeps.first(where: { $0.name == counting })?.values ?? [] where value > 0
      {
        _ = try await size(value, &search)
      }
      search.isClosed = search.known.values.contains { !$0.point.isMultiplied && $0.point.users > 0 }
      guard let first = try await smallest(&search)?.size else { continue }
      for (index, location) in locations.enumerated() {
        for subject in subjects(first.point.months[index]) {
          if subject == .freeTier, !hasQuota(first.pricing) { continue }
          if var place = try await place(&search, { Self.exceeds($0.point.months[index], subject) }) {
            place = Self.judged(place, subject, search, index)
            var parts: [String] = []
            if case .at(_, _, let after) = place { parts = self.parts(after.months[index], subject) }
            found.append(
              EstimateReport.Crossing(
                subject: subject, location: location, parameter: counting, fixed: fixed, place: place, parts: parts))
          }
        }
      }
      for (index, demand) in first.answer.budgets.enumerated() {
        let monthDays = first.pricing?.book.calendar.monthDays ?? 30
        let place = try await place(&search) { value in
          index < value.answer.budgets.count
            && value.answer.budgets[index].isExceeded(
              by: value.answer.figures, days: value.answer.days, monthDays: monthDays)
        }
        guard let place else { continue }
        found.append(
          EstimateReport.Crossing(
            subject: .budget(demand.text), location: nil, parameter: counting, fixed: fixed, place: place, parts: []))
      }
    }
    return found
  }

  private func hasQuota(_ pricing: Pricing?) -> Bool {
    guard let pricing else { return false }
    return pricing.book.free.applies(to: pricing.database)
  }

  private typealias Size = (point: EstimateReport.Point, answer: CountedRun.Answer, pricing: Pricing?)

  /// Values of one parameter that were evaluated, the others being fixed.
  private struct SizeSearch {
    var parameter: String
    var fixed: [EstimateReport.Assignment]
    var known: [Int64: Size] = [:]
    /// Whether no further values are evaluated.
    var isClosed = false
    /// Whether larger values need simulations of their own.
    var isSimulated = false
    /// The smallest value that is too large to be simulated.
    var refused: Int64?

    /// Between which of the known values it lies, where no more are evaluated.
    func place(beyond low: Int64, _ property: (Size) -> Bool) -> EstimateReport.Crossing.Place {
      let larger = known.filter { $0.key > low }.sorted { $0.key < $1.key }
      let high = larger.first { property($0.value) }?.key
      let last = larger.last { !property($0.value) && $0.key < high ?? .max }?.key ?? low
      return high.map { .between(last, $0) } ?? .notUpTo(last, isLimit: true)
    }
  }

  /// Unknown instead of a place, where the largest size within the budget has parts without a price.
  private static func judged(
    _ place: EstimateReport.Crossing.Place, _ subject: EstimateReport.Crossing.Subject, _ search: SizeSearch,
    _ index: Int
  ) -> EstimateReport.Crossing.Place {
    switch place {
    case .at(let value, let before, _):
      unknown(before.months[index], subject).map { .unknown($0, atLatest: value) } ?? place
    case .notUpTo(let value, _):
      unknown(search.known[value]?.point.months[index], subject).map { .unknown($0, atLatest: nil) } ?? place
    case .between(let low, let high):
      unknown(search.known[low]?.point.months[index], subject).map { .unknown($0, atLatest: high) } ?? place
    case .always, .month, .noMonth, .unknown: place
    }
  }

  /// Nil: too large to be simulated.
  private mutating func size(_ value: Int64, _ search: inout SizeSearch) async throws(CountedRun.Failure) -> Size? {
    if let known = search.known[value] { return known }
    if let refused = search.refused, value >= refused { return nil }
    let set = search.fixed + [EstimateReport.Assignment(name: search.parameter, value: .integer(value))]
    do {
      let found = try await point(set)
      search.known[value] = found
      return found
    } catch {
      guard case .refused = error else { throw error }
      search.refused = value
      return nil
    }
  }

  /// Where a search begins. Nil: too large to be simulated.
  private mutating func smallest(
    _ search: inout SizeSearch
  ) async throws(CountedRun.Failure) -> (value: Int64, size: Size)? {
    let first = search.isClosed ? search.known.keys.min() ?? 1 : 1
    return try await size(first, &search).map { (first, $0) }
  }

  /// The smallest value that has the property, by halving the interval between one that does not and one that does.
  /// Nil: every value would have to be simulated, and nobody knows.
  private mutating func place(
    _ search: inout SizeSearch, _ property: (Size) -> Bool
  ) async throws(CountedRun.Failure) -> EstimateReport.Crossing.Place? {
    let limit = run.simulations + Self.searchedSimulations
    guard let (start, first) = try await smallest(&search) else { return nil }
    if property(first) { return .always(start) }
    if search.isClosed { return search.place(beyond: start, property) }
    var (low, lowest) = (start, first)
    var high: (value: Int64, size: Size)?
    var candidate: Int64 = 10
    while high == nil, candidate < WorkloadActor.maximumCount {
      if search.isSimulated, candidate > Self.searchedValue, search.known[candidate] == nil {
        return search.place(beyond: low, property)
      }
      let simulations = run.simulations
      defer { search.isSimulated = search.isSimulated || run.simulations > simulations && candidate > 10 }
      guard let size = try await size(candidate, &search), run.simulations < limit else {
        return search.place(beyond: low, property)
      }
      if property(size) { high = (candidate, size) } else { (low, lowest) = (candidate, size) }
      candidate *= 10
    }
    guard var high else { return .notUpTo(low, isLimit: false) }
    while high.value - low > 1 {
      let middle = low + (high.value - low) / 2
      guard let size = try await size(middle, &search), run.simulations < limit else { return nil }
      if property(size) { high = (middle, size) } else { (low, lowest) = (middle, size) }
    }
    return .at(high.value, before: lowest.point, after: high.size.point)
  }
}
