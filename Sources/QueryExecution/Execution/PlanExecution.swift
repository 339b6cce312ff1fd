import DocumentStore
import FirestoreModel
import QueryModel
import QueryPlanner

/// One execution of a plan at one version of the database.
struct PlanExecution {
  private let compiled: CompiledPlan
  let snapshot: Snapshot
  private let disjuncts: [CompiledDisjunct]

  var plan: QueryPlan { compiled.plan }
  var missingIndexes: [MissingIndex] { compiled.missingIndexes }
  var space: NameSpace { compiled.space }

  init(plan: QueryPlan, missingIndexes: [MissingIndex], snapshot: Snapshot) throws(FirestoreError) {
    try self.init(CompiledPlan(plan, missingIndexes, database: snapshot.database), on: snapshot)
  }

  init(_ compiled: CompiledPlan, on snapshot: Snapshot) throws(FirestoreError) {
    self.compiled = compiled
    self.snapshot = snapshot
    disjuncts = try compiled.disjuncts(in: snapshot)
  }

  /// Executes as a document query.
  func documents() throws(FirestoreError) -> QueryResult {
    if plan.query.nearest != nil { return try nearestDocuments() }
    let offset = Int(plan.query.offset)
    let limit = plan.query.limit.map(Int.init)
    if limit == 0 { return result(listed([]), ExecutionStatistics()) }
    if let counted = countedDisjunct { return countedResult(counted, offset: offset, limit: limit) }
    let walk = walk(offset: offset, limit: limit, looksAhead: true)
    var statistics = ExecutionStatistics()
    statistics.documentsSkipped = walk.skipped
    statistics.documentsReturned = walk.paths.count
    statistics.indexEntriesScanned = walk.entriesScanned
    statistics.duplicates = walk.duplicates
    return result(listed(walk.paths), statistics)
  }

  /// The only disjunct, when its matches are whole index ranges.
  var countedDisjunct: CompiledDisjunct? {
    disjuncts.count == 1 && disjuncts[0].isCounted(in: space) ? disjuncts[0] : nil
  }

  private func countedResult(_ disjunct: CompiledDisjunct, offset: Int, limit: Int?) -> QueryResult {
    var statistics = ExecutionStatistics()
    let entries = countedEntries(disjunct) { matches in
      let skipped = min(offset, matches)
      let returned = min(limit ?? matches, matches - skipped)
      statistics.documentsSkipped = skipped
      statistics.documentsReturned = returned
      // A limited scan has read one entry beyond the last one it needed (recorded in production).
      statistics.indexEntriesScanned = min(matches, limit == nil ? matches : skipped + returned + 1)
      return skipped..<(skipped + returned)
    }
    let window = ResultWindow(counted: entries, snapshot: snapshot, space: space, reversed: plan.query.reversed)
    return result(window, statistics)
  }

  func countedEntries(_ disjunct: CompiledDisjunct, window: (_ matches: Int) -> Range<Int>) -> CountedEntries {
    let member = disjunct.members[0]
    return CountedEntries(
      tree: snapshot.index(member.layout), layout: member.layout, space: space, disjunct: disjunct,
      isWhole: plan.query.limit == nil && plan.query.offset == 0, window: window)
  }

  private func listed(_ paths: [DocumentPath]) -> ResultWindow {
    ResultWindow(
      listed: ListedEntries(paths), snapshot: snapshot, space: space, reversed: plan.query.reversed)
  }

  func result(_ window: ResultWindow, _ statistics: ExecutionStatistics) -> QueryResult {
    QueryResult(
      window: window, distances: nil, plan: plan, statistics: statistics, missingIndexes: missingIndexes)
  }
}

// MARK: - Walking

extension PlanExecution {
  struct Walk {
    var paths: [DocumentPath] = []
    var skipped = 0
    var entriesScanned = 0
    var duplicates = 0
  }

  /// Walks matches in order, passing over `offset` and taking at most `limit`.
  func walk(offset: Int, limit: Int?, looksAhead: Bool) -> Walk {
    var walk = Walk()
    var matches = MatchSequence(streams())
    while limit.map({ walk.paths.count < $0 }) ?? true, let entry = matches.next() {
      guard let path = path(of: entry), space.reaches(path) else { continue }
      if walk.skipped < offset {
        walk.skipped += 1
      } else {
        walk.paths.append(path)
      }
    }
    walk.entriesScanned = matches.entriesScanned
    walk.duplicates = matches.duplicates
    if limit != nil, looksAhead { walk.entriesScanned += matches.lookAhead() }
    return walk
  }

  private func streams() -> [DisjunctStream] {
    disjuncts.enumerated().map { DisjunctStream($1, number: $0, snapshot: snapshot) }
  }

  func path(of entry: MatchedEntry) -> DocumentPath? {
    space.path(ofName: entry.name, descending: plan.disjuncts[entry.disjunct].nameIsDescending)
  }
}

extension DisjunctPlan {
  var nameIsDescending: Bool { suffix.last?.direction == .descending }
}

/// All matches of a plan in order: one stream, or several merged.
struct MatchSequence {
  private var single: DisjunctStream?
  private var union: UnionStream?

  init(_ streams: [DisjunctStream]) {
    if streams.count == 1 { single = streams[0] } else { union = UnionStream(streams) }
  }

  var entriesScanned: Int { single?.entriesScanned ?? union?.entriesScanned ?? 0 }

  var duplicates: Int { union?.duplicates ?? 0 }

  mutating func next() -> MatchedEntry? { single != nil ? single?.next() : union?.next() }

  /// The entries read beyond the last match when more are available: one for a plain scan, none for a merge of indexes;
  /// a union already holds its heads.
  mutating func lookAhead() -> Int {
    guard single?.looksAhead == true else { return 0 }
    return next() == nil ? 0 : 1
  }
}
