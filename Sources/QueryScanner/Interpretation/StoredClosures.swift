import Diagnostics

/// Closures that are kept somewhere: who calls them is not seen, so each of them could be run from outside.
struct StoredClosures {
  struct Kept {
    var reference: FunctionReference
    /// What was known where it was made, or handed out last.
    var state: PathState
    /// The functions that were being evaluated.
    var chain: [Int]
  }

  /// By the closure's number: one for each run of the code around it.
  private var kept: [Int: [Kept]] = [:]
  private var run: Set<Int> = []
  /// Closures that functions make, and that may have to do with a query.
  private var madeByCalls: Set<Int> = []
  /// Closures that were run since the last ones were taken.
  private var called: Set<Int> = []
  /// Closures that are named as values: others than those that are read may call them.
  private var handedOut: Set<Int> = []
  private var count = 0

  /// How many closures keep what was known where they were made: a state that is kept is copied when it changes.
  private static let stateLimit = 256

  /// How many runs of the code around it are told apart for one closure, and for all of them.
  private static let runLimit = 32
  private static let allRunsLimit = 1_024

  func hasRun(_ id: Int) -> Bool { run.contains(id) }

  /// It was kept, and nothing has run it since.
  func isKept(_ id: Int) -> Bool { kept[id] != nil }

  /// Functions make it, not the code at the top of a file, and it may have to do with a query.
  func isMadeByCall(_ id: Int) -> Bool { madeByCalls.contains(id) }

  /// Nothing has run it, and it was not met in this run of the code around it.
  func isNew(_ reference: FunctionReference) -> Bool {
    if run.contains(reference.index) { return false }
    guard let known = kept[reference.index] else { return true }
    return known.count <= Self.runLimit && !known.contains { $0.reference.environment == reference.environment }
  }

  /// A closure was made in this state.
  mutating func note(_ reference: FunctionReference, _ state: PathState, _ chain: [Int]) {
    let id = reference.index
    guard let known = kept[id] else {
      if let last = chain.last, last >= 0 { madeByCalls.insert(id) }
      kept[id] = [Kept(reference: reference, state: kept.count < Self.stateLimit ? state : PathState(), chain: chain)]
      return
    }
    let entry = Kept(reference: reference, state: state, chain: chain)
    if let same = known.firstIndex(where: { $0.reference.environment == reference.environment }) {
      kept[id]?[same] = entry
    } else if known.count < Self.runLimit, count < Self.allRunsLimit {
      kept[id]?.append(entry)
      count += 1
    } else {
      // The last one stands for those that are not told apart.
      kept[id]?[known.count - 1].state.isTruncated = true
    }
  }

  mutating func markHandedOut(_ id: Int) { handedOut.insert(id) }

  /// What calls it has said what with, and nothing else can call it.
  func isAnswered(_ id: Int) -> Bool { called.contains(id) && !handedOut.contains(id) }

  mutating func markRun(_ id: Int) {
    run.insert(id)
    called.insert(id)
    kept[id] = nil
  }

  /// Those that nothing has run, in the order in which they were met; they count as run from now on.
  mutating func takeAll() -> [Kept] {
    let waiting = kept.keys.sorted()
    let all = waiting.flatMap { kept[$0] ?? [] }
    kept.removeAll()
    called.removeAll(keepingCapacity: true)
    run.formUnion(waiting)
    return all
  }
}

extension Interpreter {
  /// Evaluates what properties, variables and records hold in the way of closures.
  func runStoredClosures() {
    // Closures may keep closures in their turn.
    for _ in 0..<8 {
      let waiting = stored.takeAll()
      if waiting.isEmpty { return }
      var last: (id: Int, isAnswered: Bool) = (-1, false)
      for closure in callersFirst(waiting) {
        let id = closure.reference.index
        if last.id != id { last = (id, stored.isAnswered(id)) }
        if !last.isAnswered { run(closure) }
      }
    }
  }

  /// Closures before those that they call, as far as that can be said.
  private func callersFirst(_ waiting: [StoredClosures.Kept]) -> [StoredClosures.Kept] {
    var levels: [Int: Int] = [:]
    for closure in waiting { levels[closure.reference.index] = 0 }
    guard levels.count > 1 else { return waiting }
    var calls: [(caller: Int, callee: Int)] = []
    let outer = (state, scope)
    for closure in waiting {
      let id = closure.reference.index
      guard let around = environments[closure.reference.environment], let body = index.functions[id].body else {
        continue
      }
      (state, scope) = (closure.state, around)
      let names = Set(body.flatMap(\.names))
      for name in names {
        for callee in functions(called: name, among: names) where callee.index != id && levels[callee.index] != nil {
          calls.append((id, callee.index))
        }
      }
    }
    (state, scope) = outer
    for _ in 0..<Self.levelLimit {
      var isChanged = false
      for (caller, callee) in calls {
        guard let above = levels[caller], above < Self.levelLimit, levels[callee, default: 0] <= above else { continue }
        levels[callee] = above + 1
        isChanged = true
      }
      if !isChanged { break }
    }
    let ordered = waiting.enumerated().sorted { left, right in
      let (mine, other) = (levels[left.element.reference.index] ?? 0, levels[right.element.reference.index] ?? 0)
      return mine != other ? mine < other : left.offset < right.offset
    }
    return ordered.map(\.element)
  }

  /// The functions that code may mean by a name: a variable, or a member of an object (`api.load()`).
  private func functions(called name: String, among names: Set<String>) -> [FunctionReference] {
    switch local(name) ?? literalMember(name) ?? writtenObject(name) {
    case .function(let function)?: [function]
    case .record(let entries)?:
      entries.compactMap { entry in
        if case .function(let function) = entry.value, names.contains(entry.key) { function } else { nil }
      }
    default: []
    }
  }

  /// An object that the top of a file declares.
  private func writtenObject(_ name: String) -> ScannedValue? {
    let info = index.files[file]
    guard info.variables[name] != nil || info.imports.contains(where: { $0.names[name] != nil }) else { return nil }
    return declared(name, Span(0, 0))
  }

  /// How far closures that call one another are put in order.
  private static let levelLimit = 8

  private func run(_ closure: StoredClosures.Kept) {
    let info = index.functions[closure.reference.index]
    let environment = environments[closure.reference.environment]
    root(info.name, file: info.file, chain: closure.chain, receiver: environment?.receiver) {
      self.state = closure.state
      _ = self.forgetWhatOthersAssign()
      _ = self.apply(.function(closure.reference), self.unknownArguments(of: info))
    }
  }

  private func unknownArguments(of info: FunctionInfo) -> [CallArgument] {
    info.parameters.map { CallArgument(value: unknownParameter($0)) }
  }

  // MARK: In objects and lists

  /// Objects and lists go where nothing is read, with closures in them that the code around has just made: whoever gets
  /// these may run them.
  func deliverHeld(by arguments: [CallArgument]) {
    guard silence == 0, chain.last != outside else { return }
    for argument in arguments where argument.value.mayHoldFunctions {
      for reference in argument.value.heldFunctions(depth: 4) where stored.isMadeByCall(reference.index) {
        let info = index.functions[reference.index]
        let before = state
        _ = apply(
          .function(reference), within(environments[reference.environment] ?? scope) { unknownArguments(of: info) })
        state = PathState.joined([state, before]) ?? before
      }
    }
  }
}

extension Statement {
  fileprivate var names: [String] {
    var names: [String] = []
    forEachName { names.append($0) }
    return names
  }
}

extension ScannedValue {
  fileprivate var mayHoldFunctions: Bool {
    switch self {
    case .list(let list): !list.elements.isEmpty
    case .record(let entries): !entries.isEmpty
    case .alternatives(let values): values.contains(where: \.mayHoldFunctions)
    default: false
    }
  }

  fileprivate func heldFunctions(depth: Int) -> [FunctionReference] {
    guard depth >= 0 else { return [] }
    switch self {
    case .function(let reference): return [reference]
    case .list(let list): return list.elements.flatMap { $0.heldFunctions(depth: depth - 1) }
    case .record(let entries): return entries.flatMap { $0.value.heldFunctions(depth: depth - 1) }
    case .alternatives(let values): return values.flatMap { $0.heldFunctions(depth: depth) }
    default: return []
    }
  }
}
