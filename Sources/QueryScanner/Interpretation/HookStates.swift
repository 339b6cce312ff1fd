import Diagnostics

/// What React's components put into what `useState` keeps, by the place of its call.
///
/// A setter that is only called says all that is kept; one that is handed on may be called with anything.
struct HookStates {
  private var found: [Int: [Int: StateUpdates]] = [:]

  init(_ index: DeclarationIndex) {
    let files = index.files.map { $0.source.language.isScript && $0.source.source.bytes.contains(word: Self.word) }
    guard files.contains(true) else { return }
    for info in index.functions where files[info.file] {
      note(info.file, index.files[info.file].source.source.bytes) { visit in
        info.body?.forEach { $0.forEachNode(visit) }
      }
    }
    for info in index.variables where files[info.file] {
      note(info.file, index.files[info.file].source.source.bytes) { info.variable.value?.forEachNode($0) }
    }
  }

  /// By the place of `useState` in a file.
  func states(in file: Int) -> [Int: StateUpdates] { found[file] ?? [:] }

  private static let word = "useState"

  /// - Parameter walk: goes through the code of one component.
  private mutating func note(_ file: Int, _ bytes: [UInt8], _ walk: ((Expression) -> Void) -> Void) {
    var places: [(place: Int, state: String, setter: String)] = []
    walk { node in
      guard case .call(let call) = node.kind, call.callee.lastName == Self.word else { return }
      let place = call.callee.span.end - Self.word.utf8.count
      guard place >= 0 else { return }
      let names = ReactState.names(before: place, in: bytes)
      if names.count == 2 { places.append((place, names[0], names[1])) }
    }
    guard !places.isEmpty else { return }
    let setters = Set(places.map(\.setter))
    let states = Set(places.map(\.state))
    var updates: [String: StateUpdates] = [:]
    // How often each is named other than to call it.
    var named: [String: Int] = [:]
    walk { node in
      switch node.kind {
      case .name(let name) where setters.contains(name): named[name, default: 0] += 1
      case .call(let call):
        guard case .name(let callee) = call.callee.kind else { return }
        if setters.contains(callee) {
          named[callee, default: 0] -= 1
          updates[callee, default: StateUpdates()].notePut(call.arguments.first?.value, states)
        } else if callee.hasPrefix("use") {
          // Dependencies of a hook.
          for case .list(let names) in call.arguments.map(\.value.kind) {
            for case .name(let name) in names.map(\.kind) where setters.contains(name) { named[name, default: 0] -= 1 }
          }
        }
      default: break
      }
    }
    for (place, _, setter) in places {
      var state = updates[setter] ?? StateUpdates()
      if named[setter, default: 0] > 0 { state.wholes.isOpen = true }
      found[file, default: [:]][place] = state
    }
  }
}

extension StateUpdates {
  /// `setState(value)`
  /// - Parameter previous: what records are called that were there before.
  fileprivate mutating func notePut(_ value: Expression?, _ previous: Set<String>) {
    switch value?.kind {
    case .closure(let closure)?:
      let own = closure.parameters.flatMap(\.pattern.names)
      if let result = closure.onlyResult { notePut(result, previous.union(own)) } else { wholes.isOpen = true }
    case .record(let entries)?
    where entries.contains { $0.key == .spread && $0.value.lastName.map(previous.contains) == true }:
      noteParts(entries, previous: previous)
    default: wholes.noteWhole(value)
    }
  }
}

extension [UInt8] {
  fileprivate func contains(word: String) -> Bool {
    let wanted = [UInt8](word.utf8)
    guard let first = wanted.first else { return false }
    var start = startIndex
    while let place = self[start...].firstIndex(of: first) {
      if self[place...].starts(with: wanted) { return true }
      start = place + 1
    }
    return false
  }
}
