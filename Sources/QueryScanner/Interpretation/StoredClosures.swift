import Diagnostics

/// Closures that are kept somewhere: who calls them is not seen, so each of them could be run from outside.
struct StoredClosures {
  private struct Kept {
    var reference: FunctionReference
    var state: PathState
  }

  private var kept: [Int: Kept] = [:]
  private var run: Set<Int> = []

  /// How many closures keep what was known where they were made: a state that is kept is copied when it changes.
  private static let stateLimit = 256

  func isNew(_ id: Int) -> Bool { kept[id] == nil && !run.contains(id) }

  func hasRun(_ id: Int) -> Bool { run.contains(id) }

  /// A closure was made in this state.
  mutating func note(_ reference: FunctionReference, _ state: PathState) {
    kept[reference.index] = Kept(reference: reference, state: kept.count < Self.stateLimit ? state : PathState())
  }

  mutating func markRun(_ id: Int) {
    run.insert(id)
    kept[id] = nil
  }

  /// Those that nothing has run, in the order in which they were met; they count as run from now on.
  mutating func takeAll() -> [(reference: FunctionReference, state: PathState)] {
    let waiting = kept.keys.sorted().compactMap { kept[$0] }
    kept.removeAll()
    run.formUnion(waiting.map(\.reference.index))
    return waiting.map { ($0.reference, $0.state) }
  }
}

extension Interpreter {
  /// Evaluates what properties, variables and records hold in the way of closures.
  func runStoredClosures() {
    // Closures may keep closures in their turn.
    for _ in 0..<8 {
      let waiting = stored.takeAll()
      if waiting.isEmpty { return }
      for (reference, state) in waiting { run(reference, in: state) }
    }
  }

  private func run(_ reference: FunctionReference, in state: PathState) {
    let info = index.functions[reference.index]
    let environment = environments[reference.environment]
    root(info.name, file: info.file, chain: [outside], receiver: environment?.receiver) {
      self.state = state
      let arguments = info.parameters.map { CallArgument(value: self.unknownParameter($0)) }
      _ = self.apply(.function(reference), arguments)
    }
  }
}
