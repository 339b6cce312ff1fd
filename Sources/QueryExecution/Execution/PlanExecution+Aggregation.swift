import DocumentStore
import FirestoreModel
import QueryModel
import QueryPlanner

extension PlanExecution {
  /// Executes as an aggregation: counts come from the index's own counts where its ranges are the matches.
  ///
  /// Offset and limit bound the scan before aggregating, `up_to` caps a count; no look-ahead entry is read (recorded in
  /// production), and they count in the plan's scan order. Every aggregation of the request sees only documents that hold
  /// all aggregated fields, because the index does.
  func aggregates() throws(FirestoreError) -> AggregationResult {
    var statistics = ExecutionStatistics()
    var values: [AggregationResult.Entry] = []
    if plan.query.nearest != nil {
      let nearest = try nearestDocuments()
      statistics.vectorEntriesScanned = nearest.statistics.vectorEntriesScanned
      let documents = nearest.documents()
      values = plan.aggregations.map { $0.evaluated(count: documents.count) { documents } }
    } else if plan.query.limit == 0 {
      values = plan.aggregations.map { $0.evaluated(count: 0) { [] } }
    } else {
      let scan = scanForAggregation()
      statistics.indexEntriesScanned = scan.entriesScanned
      values = plan.aggregations.map { $0.evaluated(count: scan.count, documents: scan.documents) }
    }
    return AggregationResult(
      values: values, readTime: snapshot.time, plan: plan, statistics: statistics, missingIndexes: missingIndexes)
  }

  private struct Scan {
    var count: Int
    var entriesScanned: Int
    var documents: () -> [Document]
  }

  private func scanForAggregation() -> Scan {
    let offset = Int(plan.query.offset)
    let cap = scanCap
    if let counted = countedDisjunct {
      var scanned = 0
      let entries = countedEntries(counted) { matches in
        let skipped = min(offset, matches)
        let taken = min(cap ?? matches, matches - skipped)
        scanned = skipped + taken
        return skipped..<(skipped + taken)
      }
      let window = ResultWindow(counted: entries, snapshot: snapshot, space: space, reversed: false)
      return Scan(count: window.count, entriesScanned: scanned) {
        (0..<window.count).compactMap { window.document(at: $0) }
      }
    }
    let walk = walk(offset: offset, limit: cap, looksAhead: false)
    return Scan(count: walk.paths.count, entriesScanned: walk.entriesScanned) {
      walk.paths.compactMap { snapshot.document($0) }
    }
  }

  /// How many matches have to be visited: the query's limit, and the largest `up_to` when there are only counts.
  private var scanCap: Int? {
    var caps: [Int] = []
    for aggregation in plan.aggregations {
      guard case .count(let upTo?) = aggregation.op else { return plan.query.limit.map(Int.init) }
      caps.append(Int(clamping: upTo))
    }
    let cap = caps.max()
    guard let limit = plan.query.limit.map(Int.init) else { return cap }
    return cap.map { min($0, limit) } ?? limit
  }
}

extension Aggregation {
  fileprivate func evaluated(count: Int, documents: () -> [Document]) -> AggregationResult.Entry {
    let value: Value
    switch op {
    case .count(let upTo): value = .integer(min(Int64(count), upTo ?? .max))
    case .sum(let path): value = NumericAccumulator(documents(), path).sum
    case .average(let path): value = NumericAccumulator(documents(), path).average
    }
    return AggregationResult.Entry(alias: alias ?? "", value: value)
  }
}

/// Sum and average of the numbers of one field; other types are skipped.
struct NumericAccumulator {
  /// Exact: an intermediate overflow of 64 bits must not change a final sum that fits.
  private var integers: Int128 = 0
  private var doubles = 0.0
  /// What rounding has taken from the sum so far, to be made good at the end: production's sums show no such loss (recorded
  /// there by tests of Google's Go client). How it adds is not known.
  private var lost = 0.0
  private var hasDouble = false
  private var numbers = 0

  init(_ documents: [Document], _ path: FieldPath) {
    for document in documents {
      switch document.fields[path] {
      case .integer(let value):
        integers += Int128(value)
        numbers += 1
      case .double(let value):
        add(value)
        hasDouble = true
        numbers += 1
      default: continue
      }
    }
    guard hasDouble else { return }
    add(Double(integers))
    add(Double(integers - Int128(Double(integers))))
  }

  private mutating func add(_ value: Double) {
    let sum = doubles + value
    lost += abs(doubles) >= abs(value) ? (doubles - sum) + value : (value - sum) + doubles
    doubles = sum
  }

  /// Infinities have lost nothing that is a number.
  private var total: Double { hasDouble ? (lost.isFinite ? doubles + lost : doubles) : Double(integers) }

  /// Integer while every number is one and the sum fits 64 bits, otherwise double; 0 of nothing.
  var sum: Value {
    if !hasDouble, let exact = Int64(exactly: integers) { return .integer(exact) }
    return .double(total)
  }

  /// Always double; null of nothing.
  var average: Value {
    numbers == 0 ? .null : .double(total / Double(numbers))
  }
}
