import Diagnostics

/// Closures that are kept somewhere: who calls them is not seen, so each of them could be run from outside.
struct StoredClosures {
  private struct Kept {
    var reference: FunctionReference
    var state: PathState
  }

  private var kept: [Int: Kept] = [:]
  private var hasRun: Set<Int> = []

  /// A closure was made in this state.
  mutating func note(_ reference: FunctionReference, _ state: PathState) {
    guard kept[reference.index] == nil, !hasRun.contains(reference.index) else { return }
    kept[reference.index] = Kept(reference: reference, state: state)
  }

  mutating func markRun(_ id: Int) {
    hasRun.insert(id)
    kept[id] = nil
  }

  /// One that nothing has run, in the order of the code; it counts as run from now on.
  mutating func next() -> (reference: FunctionReference, state: PathState)? {
    guard let first = kept.keys.min(), let found = kept[first] else { return nil }
    markRun(first)
    return (found.reference, found.state)
  }
}

extension Interpreter {
  /// Evaluates what properties, variables and records hold in the way of closures.
  func runStoredClosures() {
    while let (reference, state) = stored.next() {
      let info = index.functions[reference.index]
      guard (info.body ?? []).contains(where: isRelevant) else { continue }
      let environment = environments[reference.environment]
      root(info.name, file: info.file, chain: [], receiver: environment?.receiver) {
        self.state = state
        let arguments = info.parameters.map { CallArgument(value: self.unknownParameter($0)) }
        _ = self.apply(.function(reference), arguments)
      }
    }
  }
}
