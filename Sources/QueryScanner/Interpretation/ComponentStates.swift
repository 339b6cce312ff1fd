import Diagnostics

/// What React's components that are classes put into `this.state`: what it is made with is only the first of its values.
struct ComponentStates {
  /// What the code of one class puts in.
  struct Changes {
    fileprivate(set) var entries: [String: ReassignedVariables.Others] = [:]
    /// Something is put in of which not even the name is known.
    fileprivate(set) var isOpen = false
  }

  private var changes: [Int: Changes] = [:]

  /// What the base class keeps.
  static let property = "state"
  static let setter = "setState"

  /// The property that stands for one of the values.
  static func name(of key: String) -> String { "\(property).\(key)" }

  init(_ index: DeclarationIndex) {
    for info in index.functions where index.files[info.file].source.language.isScript {
      guard let type = info.type, let body = info.body else { continue }
      // What it answers is put in.
      if info.simpleName == "getDerivedStateFromProps" { changes[type, default: Changes()].isOpen = true }
      note(in: type) { visit in body.forEach { $0.forEachNode(visit) } }
    }
    for info in index.variables where index.files[info.file].source.language.isScript {
      guard let type = info.type, let value = info.variable.value else { continue }
      note(in: type) { value.forEachNode($0) }
    }
  }

  /// What is put into the state of a class and of those that it inherits from; nil: nothing.
  func changes(of type: Int, in index: DeclarationIndex) -> Changes? {
    guard !changes.isEmpty else { return nil }
    var all: Changes?
    for id in index.lineage(of: type) {
      guard let more = changes[id] else { continue }
      guard var known = all else {
        all = more
        continue
      }
      known.isOpen = known.isOpen || more.isOpen
      known.entries.merge(more.entries) { $0.joined($1) }
      all = known
    }
    return all
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
        guard case .member(let state, let key) = target.kind, case .member(_, Self.property) = state.kind else { return }
        assigned.append((key, value, isCompound))
      default: break
      }
    }
    guard names > 0 || !assigned.isEmpty else { return }
    var found = changes[type] ?? Changes()
    // It is handed on.
    if names > calls.count { found.isOpen = true }
    for call in calls { found.note(call.arguments.first?.value) }
    for (key, value, isCompound) in assigned {
      found.entries[key, default: ReassignedVariables.Others()].note(value, isCompound: isCompound)
    }
    changes[type] = found
  }
}

extension ComponentStates.Changes {
  /// `setState(value)`
  fileprivate mutating func note(_ value: Expression?) {
    switch value?.kind {
    case .record(let entries):
      for entry in entries {
        switch entry.key {
        case .name(let key): self.entries[key, default: ReassignedVariables.Others()].noteWhole(entry.value)
        // `...this.state`, `...previous`: nothing else is put in.
        case .spread where entry.value.isState: break
        case .spread, .computed: isOpen = true
        }
      }
    case .conditional(_, let then, let otherwise):
      note(then)
      note(otherwise)
    case .closure(let closure):
      guard let result = closure.onlyResult else {
        isOpen = true
        return
      }
      note(result)
    case .null: break
    default: isOpen = true
    }
  }
}

extension Expression {
  /// What a state is called that was there before.
  fileprivate var isState: Bool {
    lastName.map { ["state", "prev", "previous", "prevState", "previousState", "s"].contains($0) } ?? false
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
  /// `this.state` with what is put in later.
  func changedState(_ value: ScannedValue, of receiver: ScannedValue) -> ScannedValue {
    guard case .instance(let instance) = receiver, let type = index.type(key: instance.type),
      let changes = states.changes(of: type, in: index)
    else { return value }
    let records = value.possibilities.map { single -> ScannedValue in
      guard case .record(var entries) = single else { return single }
      for key in changes.entries.keys.sorted() where !entries.contains(where: { $0.key == key }) {
        entries.append(ScannedEntry(key, .null))
      }
      let changed = entries.map { entry -> ScannedEntry in
        guard entry.pieces == nil, let others = changes.entries[entry.key] ?? (changes.isOpen ? .anything : nil) else { return entry }
        let name = ComponentStates.name(of: entry.key)
        let known = properties.reading(name, of: .type(type), initial: nil)
        return ScannedEntry(entry.key, entry.value.kept(others, known?.possibilities ?? [], called: entry.key))
      }
      return .record(changed)
    }
    return ScannedValue.oneOf(records)
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

extension ScannedValue {
  /// A first value with what is put in its place later.
  /// - Parameter known: values that are put in, met by following the code.
  fileprivate func kept(_ others: ReassignedVariables.Others, _ known: [ScannedValue], called name: String) -> ScannedValue {
    let unknown = ScannedValue.unknown(UnknownValue(.other, name: name))
    let values = others.values + known.filter { !$0.isUnknown }
    switch self {
    // The parts of a record belong together; which ones it has is seen only where it is asked for each of them.
    case .boolean, .record, .unknown: return unknown
    case .null, .text, .integer:
      let isNothing = self == .null || knownText == ""
      let isPlain = values.allSatisfy { $0 == .null || $0.isPlainState }
      if others.isOpen || !isPlain {
        let told = (isNothing ? [] : [self]) + values.filter { $0 != .null && $0.knownText != "" && !$0.isRecord }
        return ScannedValue.oneOf(told + (told.contains(where: \.isAsked) ? [] : [unknown]))
      }
      return ScannedValue.oneOf([self] + values)
    case .list: return ScannedValue.oneOf([self] + values + (known.isEmpty ? [unknown] : []))
    default: return ScannedValue.oneOf([self] + values + (others.isOpen && known.isEmpty ? [unknown] : []))
    }
  }

  private var isPlainState: Bool {
    switch self {
    case .text, .integer: true
    default: false
    }
  }

  private var isRecord: Bool { if case .record = self { true } else { false } }

  private var isAsked: Bool {
    switch self {
    case .query, .document, .realtime: true
    default: false
    }
  }
}
