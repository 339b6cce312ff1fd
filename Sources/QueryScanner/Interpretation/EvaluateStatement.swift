import Diagnostics

extension Interpreter {
  /// Runs statements from each of the states.
  /// - Parameter tail: the last statement's value is that of the block.
  func execute(_ statements: [Statement], from states: [PathState], tail: Bool) -> [Path] {
    guard nesting < Self.nestingLimit else { return states.map { Path(state: $0) } }
    nesting += 1
    defer { nesting -= 1 }
    var live = states
    var done: [Path] = []
    hoist(statements, &live)
    let isLong = statements.count > Self.longBlock
    for (place, statement) in statements.enumerated() {
      var next: [PathState] = []
      let isLast = tail && place == statements.count - 1
      for start in live {
        state = start
        for path in execute(statement, tail: isLast) {
          if path.isNormal { next.append(path.state) } else { done.append(path) }
        }
      }
      live = isLong ? boundedOfLongBlock(next) : PathState.bounded(next, isExhausted ? 1 : PathState.limit)
      if live.isEmpty { break }
    }
    return done + live.map { Path(state: $0) }
  }

  /// Every statement goes through all ways that are told apart: of blocks with very many statements, which tools write,
  /// few are, and one once some were given up, with few queries that stand for all, as these grow with every statement.
  private func boundedOfLongBlock(_ states: [PathState]) -> [PathState] {
    let ways = isExhausted || states.contains(where: \.isTruncated) ? 1 : Self.waysOfLongBlock
    return PathState.bounded(states, ways, standIns: Self.standInsOfLongBlock)
  }

  private static let longBlock = 1_000
  private static let waysOfLongBlock = 2
  private static let standInsOfLongBlock = 8

  /// Functions can be called before the place where they are declared.
  private func hoist(_ statements: [Statement], _ states: inout [PathState]) {
    guard depth > 0 || !chain.isEmpty else { return }
    for statement in statements {
      guard case .function(let function) = statement.kind, function.extendedType == nil else { continue }
      let value = reference(toLocal: function, statement.span)
      for place in states.indices {
        state = states[place]
        declare(function.name, value)
        states[place] = state
      }
    }
  }

  /// A block with names of its own.
  func executeBlock(_ statements: [Statement], tail: Bool) -> [Path] {
    let declares = statements.contains { statement in
      switch statement.kind {
      case .variable, .function: true
      case .condition(let condition): condition.isGuard
      default: false
      }
    }
    guard declares, source.language != .python else { return execute(statements, from: [state], tail: tail) }
    let inner = Scope(id: newID(), parent: scope, file: scope.file, isFunction: false)
    return closing(inner, within(inner) { execute(statements, from: [state], tail: tail) })
  }

  func closing(_ scope: Scope, _ paths: [Path]) -> [Path] {
    paths.map { path in
      var path = path
      path.state.close(scope)
      return path
    }
  }

  private func execute(_ statement: Statement, tail: Bool) -> [Path] {
    allowance.left -= 1
    if !tail, statement.isSkippable, !matters(statement) { return [Path(state: state)] }
    switch statement.kind {
    case .variable(let variable): return forking { self.declareVariable(variable, at: statement.span.start) }
    case .expression(let expression):
      return forking {
        let value = tail ? self.evaluate(expression, as: self.expectedResult) : self.evaluate(expression)
        if self.source.fence != nil { self.noteShown([value], [expression]) }
        return [Path(state: self.state, completion: tail ? .value(value) : .normal)]
      }
    case .result(let expression):
      return forking {
        // What is returned ends the loop around it, unless it fails.
        let outer = self.repetition
        if case .repeated? = outer { self.repetition = self.repetitionOfCall }
        defer { self.repetition = outer }
        let value = expression.map { self.evaluate($0, as: self.expectedResult) } ?? .null
        if self.source.fence != nil, self.chain.allSatisfy({ $0 < 0 }) { self.markEscaped(value) }
        return [Path(state: self.state, completion: .returned(value))]
      }
    case .condition(let condition): return execute(condition, statement.span, tail: tail)
    case .selection(let selection): return execute(selection, tail: tail)
    case .loop(let loop): return execute(loop, statement.span)
    case .attempt(let body, let handlers, let finally): return attempt(body, handlers, finally, tail: tail)
    case .block(let statements): return executeBlock(statements, tail: tail)
    case .leave(let leave): return execute(leave)
    case .other(let expressions):
      return forking {
        let values = expressions.map(self.evaluate)
        if self.source.fence != nil { self.noteShown(values, expressions) }
        return [Path(state: self.state)]
      }
    case .function(let function):
      // A decorator may hand it on: `@app.route("/posts") def posts(): …`.
      if source.language == .python, !chain.isEmpty, let value = local(function.name) { noteHandedOut(value) }
      return [Path(state: state)]
    case .type, .imported: return [Path(state: state)]
    }
  }

  /// A document may show a query alone, or parts of one: `where("a", "==", 1), orderBy("b")`.
  private func noteShown(_ values: [ScannedValue], _ expressions: [Expression]) {
    values.forEach { markEscaped($0) }
    noteUnsentConstraints(zip(values, expressions).map { CallArgument(value: $0, span: $1.span) }, of: nil)
  }

  private func declareVariable(_ variable: Variable, at place: Int) -> [Path] {
    noteElements(of: variable)
    guard let expression = variable.value else {
      if let getter = variable.getter {
        let value = reference(
          to: Closure(parameters: [], body: getter, returnsLastExpression: true), getterSpan(getter))
        declare(variable.pattern, value)
        return [Path(state: state)]
      }
      // Declared without a value: null where the language says so, otherwise assigned before it is read.
      let typed = variable.type.flatMap { typedValue($0, file: file) }
      declare(variable.pattern, widened(hasImplicitReceiver ? typed ?? .null : .null, variable, in: file, place: place))
      return [Path(state: state)]
    }
    let value = oneWhole(
      widened(copied(cast(evaluate(expression, as: variable.type), expression), from: expression), variable, in: file))
    noteCount(of: value, by: expression, as: variable.pattern)
    if isTold(value, by: expression), expression.isPartOfVariable || isConstant(variable.pattern, expression) {
      declareTold(variable.pattern, value)
    } else {
      declare(variable.pattern, named(value, expression, variable.pattern))
    }
    return [Path(state: state)]
  }

  /// One of several records, lists or objects: their parts belong together.
  private func oneWhole(_ value: ScannedValue) -> ScannedValue {
    guard case .alternatives(let values) = value, values.count <= 16, values.allSatisfy(\.isComposite),
      let pick = choose(nil, values.count)
    else { return value }
    return values[pick]
  }

  /// One of several records.
  func oneRecord(_ value: ScannedValue) -> ScannedValue {
    guard case .alternatives(let values) = value, values.allSatisfy({ if case .record = $0 { true } else { false } })
    else {
      return value
    }
    return oneWhole(value)
  }

  private func getterSpan(_ statements: [Statement]) -> Span {
    Span(statements.first?.span.start ?? 0, statements.last?.span.end ?? 0)
  }

  /// An unknown value takes the name of its variable, and what is a condition stays one.
  private func named(_ value: ScannedValue, _ expression: Expression, _ pattern: Pattern) -> ScannedValue {
    guard case .name(let name) = pattern, case .unknown(var unknown) = value else { return value }
    if unknown.name == nil { unknown.name = name }
    return asCondition(.unknown(unknown), expression, of: name, in: source.language == .python ? scope.function : scope)
  }

  private func execute(_ leave: Statement.Leave) -> [Path] {
    switch leave {
    case .breaking: return [Path(state: state, completion: .broke)]
    case .continuing: return [Path(state: state, completion: .continued)]
    case .throwing(let expression):
      if let expression { _ = evaluate(expression) }
      return [Path(state: state, completion: .threw)]
    }
  }

  private func attempt(
    _ body: [Statement], _ handlers: [[Statement]], _ finally: [Statement], tail: Bool
  ) -> [Path] {
    let initial = state
    let paths = executeBlock(body, tail: tail)
    var result: [Path] = []
    var thrown: [PathState] = [initial]
    for path in paths {
      if case .threw = path.completion, !handlers.isEmpty { thrown.append(path.state) } else { result.append(path) }
    }
    for handler in handlers {
      state = PathState.joined(thrown) ?? initial
      result += executeBlock(handler, tail: tail)
    }
    guard !finally.isEmpty else { return result }
    return result.flatMap { path -> [Path] in
      state = path.state
      return executeBlock(finally, tail: false).map { last in
        last.isNormal ? Path(state: last.state, completion: path.completion) : last
      }
    }
  }
}

extension Statement {
  /// Nothing asks for a value of it.
  fileprivate var isSkippable: Bool {
    switch kind {
    case .expression, .condition, .block: true
    default: false
    }
  }
}

extension ScannedValue {
  fileprivate var isComposite: Bool {
    switch self {
    case .record, .list, .instance: true
    default: false
    }
  }
}
