import Diagnostics

/// Code that cannot have to do with a query is not evaluated where nothing asks for its value: most of what is shown,
/// logged and measured. What it decides would only make more ways, each of which repeats all that stands around it.
extension Interpreter {
  /// What the code of a place may do whenever it runs.
  struct CodeFacts {
    /// It names what may have to do with a query, assigns something, or leaves what is around it.
    var acts: Bool
    /// Every name in it: what variables hold may have to do with a query all the same.
    var names: [String]

    static let acting = CodeFacts(acts: true, names: [])
  }

  struct CodePlace: Hashable {
    var file: Int
    var span: Span
    /// The code of a function: what leaves it leaves nothing else.
    var isBody = false
  }

  /// Whether evaluating an expression may show, change or leave anything, beside its value.
  func matters(_ expression: Expression) -> Bool {
    guard let facts = facts(of: expression) else { return false }
    return facts.acts || facts.names.contains(where: holdsWhatMatters)
  }

  /// Whether a statement may show, change, declare or leave anything.
  func matters(_ statement: Statement) -> Bool {
    // What a document shows is about queries.
    if source.fence != nil { return true }
    let place = CodePlace(file: file, span: statement.span)
    let facts =
      codeFacts[place]
      ?? noted(
        facts(leaves: statement.mayLeave, statement.forEachName, statement.forEachNode), at: place)
    return facts.acts || facts.names.contains(where: holdsWhatMatters)
  }

  /// Whether running a function may show or change anything, whoever calls it with what is not known.
  func matters(_ reference: FunctionReference) -> Bool {
    let info = index.functions[reference.index]
    guard info.isClosure, let body = info.body, let first = body.first, let last = body.last,
      let around = environments[reference.environment]
    else { return true }
    return within(around) {
      if source.fence != nil { return true }
      let place = CodePlace(file: file, span: Span(first.span.start, last.span.end), isBody: true)
      let facts =
        codeFacts[place]
        ?? noted(
          facts(
            { visit in body.forEach { $0.forEachName(visit) } }, { visit in body.forEach { $0.forEachNode(visit) } }),
          at: place)
      return facts.acts || facts.names.contains(where: holdsWhatMatters)
    }
  }

  /// Nil of what is never more than a value.
  private func facts(of expression: Expression) -> CodeFacts? {
    switch expression.kind {
    case .integer, .number, .boolean, .null: return nil
    case .text(let parts) where parts.allSatisfy(\.isLiteral): return nil
    default: break
    }
    if source.fence != nil { return .acting }
    let place = CodePlace(file: file, span: expression.span)
    return codeFacts[place] ?? noted(facts(expression.forEachName, expression.forEachNode), at: place)
  }

  private func noted(_ facts: CodeFacts, at place: CodePlace) -> CodeFacts {
    codeFacts[place] = facts
    return facts
  }

  private func holdsWhatMatters(_ name: String) -> Bool {
    (local(name) ?? broughtIn(name)).map(holdsWhatMatters) ?? false
  }

  /// What a script calls a component or imports under a name of its own: no other code says that name.
  private func broughtIn(_ name: String) -> ScannedValue? {
    guard source.language.isScript, name.first?.isUppercase == true || index.files[file].originals[name] == "default"
    else { return nil }
    return declared(name, Span(0, 0))
  }

  private func holdsWhatMatters(_ value: ScannedValue) -> Bool {
    switch value {
    case .unknown, .null, .boolean, .integer, .scalar, .text, .userID, .serverValue: false
    case .function(let reference): isAboutQueries(reference)
    case .alternatives(let values): values.contains(where: holdsWhatMatters)
    case .record(let entries): entries.contains { holdsWhatMatters($0.value) }
    case .list(let list): list.elements.contains(where: holdsWhatMatters)
    case .handle, .database, .query, .document, .batch, .transaction, .realtime, .constraint, .field, .direction,
      .aggregation, .transform, .result, .type, .instance:
      true
    }
  }

  /// Whether a word may mean more than a value.
  fileprivate func names(_ name: String) -> Bool {
    relevance.contains(name, in: file) || relevance.isImportedFromSDK(name, in: file)
  }
}

extension TextPart {
  fileprivate var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }
}

extension Interpreter {
  /// - Parameters:
  ///   - leaves: the code leaves what is around it.
  ///   - forEachName: visits every name of the code.
  ///   - forEachNode: visits every expression of it.
  fileprivate func facts(
    leaves: Bool = false, _ forEachName: ((String) -> Void) -> Void, _ forEachNode: ((Expression) -> Void) -> Void
  ) -> CodeFacts {
    var found: Set<String> = []
    var acts = leaves
    if !acts {
      forEachName { name in
        if !acts, found.insert(name).inserted, names(name) { acts = true }
      }
    }
    if !acts { forEachNode { if !acts, changesSomething($0) { acts = true } } }
    return acts ? .acting : CodeFacts(acts: false, names: found.sorted())
  }
}

extension Interpreter {
  /// Whether an expression changes something by itself; what is in it is asked for itself.
  fileprivate func changesSomething(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .assignment, .cascade: return true
    case .statements(let statements): return statements.contains(where: \.mayLeave)
    case .call(let call):
      guard let name = call.callee.lastName else { return true }
      return Self.changing.contains(name) || name.hasPrefix("set") || isOfConstructor(call.callee)
        || call.arguments.contains { isInout($0.value) }
    default: return false
    }
  }

  /// `super.below(user)`, `this.named("all")`
  private func isOfConstructor(_ callee: Expression) -> Bool {
    guard case .member(let base, _) = callee.kind, case .name(let name) = base.kind else { return false }
    return name == "super" || name == "this" && source.language == .dart
  }

  /// Methods that change what they are called on.
  private static let changing: Set<String> = [
    "push", "add", "append", "addAll", "insert", "extend", "addLast", "plusAssign", "unshift", "concat", "plus", "put",
    "putAll", "addEntries", "update", "merge", "putIfAbsent", "remove", "removeAll", "clear", "pop", "splice", "assign",
    "apply", "yield", "next", "super", "this", "init", "import", "require",
  ]
}

extension Statement {
  /// It leaves the code around it, or declares something there.
  fileprivate var mayLeave: Bool {
    switch kind {
    case .expression: false
    case .condition(let condition):
      condition.isGuard || (condition.then + condition.otherwise).contains(where: \.mayLeave)
    case .block(let inner): inner.contains(where: \.mayLeave)
    case .result, .leave, .variable, .function, .type, .imported, .selection, .loop, .attempt, .other: true
    }
  }
}
