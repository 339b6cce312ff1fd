import Diagnostics

/// Variables of files and functions that other functions or closures assign: when these run nobody knows, so that the
/// first value is only one of theirs.
struct ReassignedVariables {
  /// A variable, by the place of its first value.
  private struct Key: Hashable {
    var file: Int
    var start: Int
  }

  /// What else a variable may hold.
  struct Others {
    var values: [ScannedValue] = []
    /// Something is assigned that is no literal.
    var isOpen = false
    /// It may be a query, a listener or a function.
    var mayAsk = false

    mutating func note(_ value: Expression, isCompound: Bool) {
      if value.mayAsk { mayAsk = true }
      guard !isCompound, let known = value.literals, values.count + known.count <= Self.limit else {
        isOpen = true
        return
      }
      for value in known where !values.contains(value) { values.append(value) }
    }

    /// What is put where something is kept: values of every kind that are written down.
    /// - Parameter value: nil where nothing is put there.
    mutating func noteWhole(_ value: Expression?) {
      guard let known = value.map(\.writtenValues) ?? [.null], values.count + known.count <= Self.limit else {
        isOpen = true
        return
      }
      for value in known where !values.contains(value) { values.append(value) }
    }

    func joined(_ more: Others) -> Others {
      var joined = self
      joined.isOpen = isOpen || more.isOpen || values.count + more.values.count > Self.limit
      if !joined.isOpen || more.values.count + values.count <= Self.limit {
        for value in more.values where !values.contains(value) { joined.values.append(value) }
      }
      return joined
    }

    private static let limit = 16
  }

  private var others: [Key: Others] = [:]
  /// What the code of a file assigns on some ways only: functions run after it, whichever it went.
  private var conditional: [Key: Others] = [:]

  init(_ index: DeclarationIndex) {
    for (file, info) in index.files.enumerated() where info.source.fence == nil && !info.variables.isEmpty {
      var names: [String: Others] = [:]
      for statement in info.source.statements {
        guard case .condition(let condition) = statement.kind else { continue }
        for branch in [condition.then, condition.otherwise] {
          var own: Set<String> = []
          for inner in branch { inner.collectDeclared(into: &own) }
          Self.note(branch, except: own, &names)
        }
      }
      if !names.isEmpty { conditional = noted(info.source.statements, names, file, in: conditional) }
    }
    let assigned = Self.assignedByFunctions(index)
    for (file, info) in index.files.enumerated() where info.source.language != .python {
      var names = assigned[file] ?? [:]
      for statement in info.source.statements where !statement.isDeclaration {
        Self.noteClosures(of: statement, &names)
      }
      note(info.source.statements, names, file)
    }
    for info in index.functions where index.files[info.file].source.language != .python {
      var names: [String: Others] = [:]
      for statement in info.body ?? [] { Self.noteClosures(of: statement, &names) }
      if !names.isEmpty { note(info.body ?? [], names, info.file) }
    }
  }

  /// - Parameter place: of the declaration, where it has no value.
  func others(of variable: Variable, in file: Int, place: Int? = nil) -> Others? {
    (variable.value?.span.start ?? place).flatMap { others[Key(file: file, start: $0)] }
  }

  /// What else the code of its file may have made of a variable that has a value where it is declared.
  func conditional(of variable: Variable, in file: Int) -> Others? {
    (variable.value?.span.start).flatMap { conditional[Key(file: file, start: $0)] }
  }

  private mutating func note(_ statements: [Statement], _ names: [String: Others], _ file: Int) {
    others = noted(statements, names, file, in: others)
  }

  private func noted(
    _ statements: [Statement], _ names: [String: Others], _ file: Int, in others: [Key: Others]
  ) -> [Key: Others] {
    var others = others
    for statement in statements {
      guard case .variable(let variable) = statement.kind, case .name(let name) = variable.pattern,
        let found = names[name]
      else { continue }
      others[Key(file: file, start: (variable.value?.span ?? statement.span).start)] = found
    }
    return others
  }

  /// What functions assign to names that they do not declare, by file.
  private static func assignedByFunctions(_ index: DeclarationIndex) -> [Int: [String: Others]] {
    var result: [Int: [String: Others]] = [:]
    for info in index.functions where !info.isClosure {
      guard let body = info.body, !index.files[info.file].variables.isEmpty else { continue }
      var own = Set(info.parameters.flatMap(\.pattern.names))
      for statement in body { statement.collectDeclared(into: &own) }
      // A member of the type that can be named without a receiver.
      if let type = info.type { own.formUnion(index.types[type].variables.keys) }
      note(body, except: own, &result[info.file, default: [:]])
    }
    return result
  }

  private static func note(_ body: [Statement], except own: Set<String>, _ names: inout [String: Others]) {
    for statement in body {
      statement.forEachNode { node in
        guard case .assignment(var target, let value, var isCompound) = node.kind else { return }
        // An element of it is assigned: `on[0] = true`.
        if case .index(let base, _) = target.kind { (target, isCompound) = (base, true) }
        guard case .name(let name) = target.kind, !own.contains(name) else { return }
        names[name, default: Others()].note(value, isCompound: isCompound)
      }
    }
  }

  /// What the closures and functions in a statement assign.
  private static func noteClosures(of statement: Statement, _ names: inout [String: Others]) {
    if case .function(let function) = statement.kind {
      var own = Set(function.parameters.flatMap(\.pattern.names))
      for inner in function.body ?? [] { inner.collectDeclared(into: &own) }
      note(function.body ?? [], except: own, &names)
      return
    }
    var closures: [Closure] = []
    statement.forEachNode { node in
      guard case .closure(let closure) = node.kind else { return }
      closures.append(closure)
    }
    for closure in closures {
      var own = Set(closure.parameters.flatMap(\.pattern.names))
      for inner in closure.body { inner.collectDeclared(into: &own) }
      note(closure.body, except: own, &names)
    }
  }
}

extension Interpreter {
  /// What a variable holds of which other functions change the value.
  /// - Parameter place: of the declaration, where it has no value.
  func widened(_ initial: ScannedValue, _ variable: Variable, in file: Int, place: Int? = nil) -> ScannedValue {
    guard let others = reassigned.others(of: variable, in: file, place: place) else { return initial }
    let unknown = ScannedValue.unknown(UnknownValue(.other, name: variable.pattern.names.first, type: variable.type))
    switch initial {
    case .boolean: return unknown
    case .null: return others.mayAsk ? initial : unknown
    case .integer: return others.isOpen ? unknown : ScannedValue.oneOf([initial] + others.values)
    case .text:
      if initial.knownText == "" { return unknown }
      return ScannedValue.oneOf([initial] + others.values + (others.isOpen ? [unknown] : []))
    case .list(let list) where others.isOpen && list.elements.allSatisfy { !$0.holdsQuery }:
      return .list(list.changed(called: variable.pattern.names.first))
    default: return initial
    }
  }

  /// What a variable of a file holds when functions run: the value that it is declared with, or one that the file's own
  /// code assigned in an `if`.
  func widenedByFile(_ initial: ScannedValue, _ variable: Variable, in file: Int) -> ScannedValue {
    guard let others = reassigned.conditional(of: variable, in: file) else { return initial }
    switch initial {
    case .boolean, .integer, .text:
      let unknown = ScannedValue.unknown(UnknownValue(.other, name: variable.pattern.names.first, type: variable.type))
      return ScannedValue.oneOf([initial] + others.values + (others.isOpen ? [unknown] : []))
    default: return initial
    }
  }
}

extension Expression {
  /// Whether it makes a query, listens or is a function, as far as its words say.
  fileprivate var mayAsk: Bool {
    var isFound = false
    forEachNode { node in
      switch node.kind {
      case .closure: isFound = true
      case .call(let call):
        if call.callee.lastName.map({ Self.askingWords.contains($0) }) != false { isFound = true }
      default: break
      }
    }
    return isFound
  }

  private static let askingWords: Set<String> = [
    "collection", "collectionGroup", "query", "where", "whereField", "whereEqualTo", "order", "orderBy", "limit", "doc",
    "document", "child", "ref", "reference", "getReference", "onSnapshot", "addSnapshotListener", "snapshots", "listen",
    "observe", "onValue", "addValueEventListener", "subscribe",
  ]

  /// The values of a literal, or of a conditional between literals.
  fileprivate var literals: [ScannedValue]? {
    switch kind {
    case .integer(let value): return [.integer(value)]
    case .text(let parts):
      var text = ""
      for part in parts {
        guard case .literal(let piece) = part else { return nil }
        text += piece
      }
      return [.text([.literal(text)])]
    case .conditional(_, let then, let otherwise):
      guard let first = then.literals, let second = otherwise.literals else { return nil }
      return first + second
    default: return nil
    }
  }
}

extension Expression {
  /// The values of what is written down: literals, lists and records of them, and conditionals between such.
  var writtenValues: [ScannedValue]? {
    switch kind {
    case .conditional(_, let then, let otherwise):
      guard let first = then.writtenValues, let second = otherwise.writtenValues else { return nil }
      return first + second
    default: return writtenValue.map { [$0] } ?? literals
    }
  }

  private var writtenValue: ScannedValue? {
    switch kind {
    case .null, .name("undefined"): return .null
    case .boolean(let value): return .boolean(value)
    case .list(let elements):
      let values = elements.compactMap(\.wholeLiteral)
      return values.count == elements.count ? .list(ScannedList(values)) : nil
    case .record(let entries):
      let values = entries.compactMap { entry -> ScannedEntry? in
        guard case .name(let key) = entry.key, let value = entry.value.wholeLiteral else { return nil }
        return ScannedEntry(key, value)
      }
      return values.count == entries.count ? .record(values.lastOfEachKey) : nil
    default: return nil
    }
  }

  private var wholeLiteral: ScannedValue? {
    if let value = writtenValue { return value }
    guard case .conditional = kind else { return literals?.first }
    return nil
  }
}

extension Statement {
  fileprivate var isDeclaration: Bool {
    switch kind {
    case .function, .type, .imported: true
    default: false
    }
  }

  /// Names that are variables here or in a block of it.
  fileprivate func collectDeclared(into names: inout Set<String>) {
    switch kind {
    case .variable(let variable): names.formUnion(variable.pattern.names)
    case .condition(let condition):
      names.formUnion(condition.bindings.flatMap(\.pattern.names))
      (condition.then + condition.otherwise).forEach { $0.collectDeclared(into: &names) }
    case .selection(let selection):
      for branch in selection.cases { branch.body.forEach { $0.collectDeclared(into: &names) } }
    case .loop(let loop): (loop.prelude + loop.body).forEach { $0.collectDeclared(into: &names) }
    case .attempt(let body, let handlers, let finally):
      (body + handlers.flatMap { $0 } + finally).forEach { $0.collectDeclared(into: &names) }
    case .block(let statements): statements.forEach { $0.collectDeclared(into: &names) }
    case .expression, .result, .function, .type, .imported, .leave, .other: break
    }
  }
}
