/// Records the outcome of every evaluated node.
///
/// A record stands where its evaluation ended, after those of its operands: the records of everything below a node are
/// the ones directly before it, back to its ``Record/start``.
struct TraceRecorder: EvaluationObserver {
  typealias Outcome = RuleOutcome

  struct Record: Sendable {
    var expression: Int
    /// The first record below this one; its own place when there is none.
    var start: Int
    var outcome: RuleOutcome
    /// Nodes around it.
    var depth: Int
  }

  private(set) var records: [Record] = []
  private var starts: [Int] = []

  mutating func entered(_ expression: Int) { starts.append(records.count) }

  mutating func evaluated(_ expression: Int, _ outcome: RuleOutcome) {
    let start = starts.popLast() ?? records.count
    records.append(Record(expression: expression, start: start, outcome: outcome, depth: starts.count))
  }

  /// The places of a record's direct operands, in the order of evaluation.
  func children(of place: Int) -> [Int] {
    guard records.indices.contains(place) else { return [] }
    var found: [Int] = []
    var next = place - 1
    while next >= records[place].start {
      found.append(next)
      next = records[next].start - 1
    }
    return found.reversed()
  }
}
