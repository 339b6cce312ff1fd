/// Smallest choice of candidates such that every goal is the union of chosen candidates that fit it.
///
/// The problem is NP-hard; instances of real projects are small and solved exactly, large ones greedily.
struct SetBasisSearch {
  struct Goal {
    var required: UInt64
    /// What existing indexes cover.
    var covered: UInt64
  }

  let goals: [Goal]
  /// Per candidate and goal: what it covers, nil if it does not fit.
  let candidates: [[UInt64?]]

  /// Positions of the chosen candidates, ascending. Goals that cannot be reached are left open.
  func solve() -> [Int] {
    let greedy = pruned(greedyChoice())
    guard candidates.count * goals.count <= 4_096 else { return greedy.sorted() }
    var exact = ExactSearch(search: self, best: greedy)
    exact.run()
    return exact.best.sorted()
  }

  fileprivate struct State {
    var covered: [UInt64]
    /// An empty goal is reached by a candidate that covers nothing but fits.
    var reached: [Bool]
  }

  fileprivate var initialState: State {
    State(covered: goals.map(\.covered), reached: goals.map { $0.required != 0 && $0.covered == $0.required })
  }

  fileprivate func add(_ candidate: Int, to state: inout State) {
    for goal in goals.indices where !state.reached[goal] {
      guard let gain = candidates[candidate][goal] else { continue }
      state.covered[goal] |= gain
      state.reached[goal] = state.covered[goal] == goals[goal].required
    }
  }

  // MARK: Greedy

  private func greedyChoice() -> [Int] {
    var state = initialState
    var chosen: [Int] = []
    while state.reached.contains(false) {
      var best: (candidate: Int, score: Score)?
      for candidate in candidates.indices where !chosen.contains(candidate) {
        let score = score(of: candidate, in: state)
        if score.gain > 0, best.map({ $0.score < score }) ?? true { best = (candidate, score) }
      }
      guard let best else { break }
      chosen.append(best.candidate)
      add(best.candidate, to: &state)
    }
    return chosen
  }

  /// Completed goals first, then usefulness for many goals, then size.
  private struct Score: Comparable {
    var completed = 0
    var users = 0
    var gain = 0

    static func < (lhs: Score, rhs: Score) -> Bool {
      (lhs.completed, lhs.users, lhs.gain) < (rhs.completed, rhs.users, rhs.gain)
    }
  }

  private func score(of candidate: Int, in state: State) -> Score {
    var score = Score()
    for goal in goals.indices where !state.reached[goal] {
      guard let cover = candidates[candidate][goal] else { continue }
      let after = state.covered[goal] | cover
      if after == goals[goal].required { score.completed += 1 }
      score.users += 1
      score.gain += (after & ~state.covered[goal]).nonzeroBitCount + (goals[goal].required == 0 ? 1 : 0)
    }
    return score
  }

  /// Drops choices that later ones made unnecessary.
  private func pruned(_ chosen: [Int]) -> [Int] {
    let wanted = state(after: chosen).reached
    return chosen.reduce(into: chosen) { kept, candidate in
      let rest = kept.filter { $0 != candidate }
      if state(after: rest).reached == wanted { kept = rest }
    }
  }

  private func state(after chosen: [Int]) -> State {
    chosen.reduce(into: initialState) { add($1, to: &$0) }
  }
}

/// Depth-first search with the best known size as bound: some candidate must cover the first open element of the goal
/// with the fewest choices.
private struct ExactSearch {
  let search: SetBasisSearch
  var best: [Int]
  /// Bounds the work on hostile inputs; the best choice found so far stands.
  private var nodes = 200_000

  init(search: SetBasisSearch, best: [Int]) {
    self.search = search
    self.best = best
  }

  mutating func run() {
    let reachable = (0..<search.goals.count).allSatisfy { goal in
      let all = search.candidates.reduce(search.goals[goal].covered) { $0 | ($1[goal] ?? 0) }
      return all & search.goals[goal].required == search.goals[goal].required
    }
    if reachable { extend([], search.initialState) }
  }

  private mutating func extend(_ chosen: [Int], _ state: SetBasisSearch.State) {
    nodes -= 1
    guard nodes > 0 else { return }
    guard let options = narrowestOptions(state) else {
      if chosen.count < best.count { best = chosen }
      return
    }
    guard chosen.count + 1 < best.count else { return }
    for candidate in options {
      var next = state
      search.add(candidate, to: &next)
      extend(chosen + [candidate], next)
    }
  }

  /// Candidates for the open goal that has the fewest; nil when every goal is reached.
  private func narrowestOptions(_ state: SetBasisSearch.State) -> [Int]? {
    var narrowest: [Int]?
    for goal in search.goals.indices where !state.reached[goal] {
      let open = search.goals[goal].required & ~state.covered[goal]
      let wanted: UInt64 = open & (~open &+ 1)
      let options = search.candidates.indices.filter { candidate in
        search.candidates[candidate][goal].map { $0 & wanted == wanted } ?? false
      }
      if options.count < narrowest?.count ?? .max { narrowest = options }
    }
    return narrowest
  }
}
