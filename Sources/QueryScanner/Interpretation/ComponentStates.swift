import Diagnostics

/// What React's components that are classes put into `this.state`: what it is made with is only the first of its values.
struct ComponentStates {
  private var updates: [Int: StateUpdates] = [:]

  /// What the base class keeps.
  static let property = "state"
  static let setter = "setState"

  /// The property that stands for one of the values.
  static func name(of key: String) -> String { "\(property).\(key)" }

  init(_ index: DeclarationIndex) {
    for info in index.functions where index.files[info.file].source.language.isScript {
      guard let type = info.type, let body = info.body else { continue }
      // What it answers is put in.
      if info.simpleName == "getDerivedStateFromProps" { updates[type, default: StateUpdates()].open() }
      note(in: type) { visit in body.forEach { $0.forEachNode(visit) } }
    }
    for info in index.variables where index.files[info.file].source.language.isScript {
      guard let type = info.type, let value = info.variable.value else { continue }
      note(in: type) { value.forEachNode($0) }
    }
  }

  /// What is put into the state of a class and of those that it inherits from; nil: nothing.
  func updates(of type: Int, in index: DeclarationIndex) -> StateUpdates? {
    guard !updates.isEmpty else { return nil }
    return index.lineage(of: type).compactMap { updates[$0] }.reduce(nil as StateUpdates?) { all, more in
      all?.joined(more) ?? more
    }
  }

  private mutating func note(in type: Int, _ walk: ((Expression) -> Void) -> Void) {
    var calls: [Call] = []
    var names = 0
    var assigned: [(String, Expression, Bool)] = []
    walk { node in
      switch node.kind {
      case .member(_, Self.setter): names += 1
      case .call(let call): if case .member(_, Self.setter) = call.callee.kind { calls.append(call) }
      case .assignment(let target, let value, let isCompound):
        guard case .member(let state, let key) = target.kind, case .member(_, Self.property) = state.kind else {
          return
        }
        assigned.append((key, value, isCompound))
      default: break
      }
    }
    guard names > 0 || !assigned.isEmpty else { return }
    var found = updates[type] ?? StateUpdates()
    // It is handed on.
    if names > calls.count { found.open() }
    for call in calls { found.noteSet(call.arguments.first?.value, [Self.property]) }
    for (key, value, isCompound) in assigned { found.note(key, value, isCompound: isCompound) }
    updates[type] = found
  }
}

extension StateUpdates {
  /// `setState(value)`
  fileprivate mutating func noteSet(_ value: Expression?, _ previous: Set<String>) {
    switch value?.kind {
    case .record(let entries): noteParts(entries, previous: previous)
    case .conditional(_, let then, let otherwise):
      noteSet(then, previous)
      noteSet(otherwise, previous)
    case .closure(let closure):
      guard let result = closure.onlyResult else {
        open()
        return
      }
      noteSet(result, previous.union(closure.parameters.flatMap(\.pattern.names)))
    case .null: break
    default: open()
    }
  }
}

extension Closure {
  /// What it answers where it does nothing else.
  var onlyResult: Expression? {
    guard body.count == 1 else { return nil }
    switch body[0].kind {
    case .result(let value): return value
    case .expression(let value): return value
    default: return nil
    }
  }
}

extension Interpreter {
  /// `this.state` with what is put in later: on each way it is one and the same record.
  func changedState(_ value: ScannedValue, of receiver: ScannedValue) -> ScannedValue {
    guard case .instance(let instance) = receiver, let type = index.type(key: instance.type),
      let updates = states.updates(of: type, in: index)
    else { return value }
    let slot = Slot(owner: instance.object, name: "\(ComponentStates.property) now")
    if let now = state[slot] { return now }
    let records = value.possibilities.flatMap { single -> [ScannedValue] in
      guard case .record(let entries) = single else { return [single] }
      return updates.records(from: entries) { key in
        properties.reading(ComponentStates.name(of: key), of: .type(type), initial: nil)?.possibilities ?? []
      }
    }
    guard records.count > 1, let pick = choose(nil, records.count) else { return ScannedValue.oneOf(records) }
    state.set(slot, records[pick])
    return records[pick]
  }

  /// `this.setState({ sort: SORTS[0] })`: what is put in, as far as the code says it.
  func noteState(_ arguments: [CallArgument], of receiver: ScannedValue) {
    guard source.language.isScript, case .record(let entries)? = arguments.first?.value else { return }
    for case .instance(let instance) in receiver.possibilities {
      guard let type = index.type(key: instance.type) else { continue }
      for entry in entries where entry.pieces == nil {
        properties.collect(entry.value, for: ComponentStates.name(of: entry.key), of: .type(type))
      }
    }
  }
}
