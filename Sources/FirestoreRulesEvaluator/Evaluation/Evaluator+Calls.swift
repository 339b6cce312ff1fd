import FirestoreModel
import FirestoreRulesLanguage

/// Functions, literals of several parts, and the request.
extension Evaluator {
  mutating func values(
    of expressions: [Int], _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> [Outcome] {
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(expressions.count)
    for expression in expressions { outcomes.append(try value(of: expression, &session)) }
    return outcomes
  }

  /// A declared function: its arguments in the caller's frame, then its body in its own.
  mutating func call(
    _ function: Int, _ arguments: [Int], _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let called = program.functions[function]
    let inner = frames.count
    var possible: EvaluationError?
    var certain: EvaluationError?
    for argument in arguments {
      let outcome = try value(of: argument, &session)
      // An error in an argument is one of the call, also where the function does not use it (not recorded).
      if let failure = domain.error(of: outcome) {
        if failure.isCertain { certain = certain ?? failure.error } else { possible = possible ?? failure.error }
      }
      frames.append(outcome)
    }
    defer { frames.removeLast(max(0, frames.count - inner)) }
    if let certain { return domain.failure(possible ?? certain) }
    for _ in arguments.count..<max(arguments.count, called.frameSize) { frames.append(nil) }
    let outer = frame
    frame = inner
    let outcome = try value(of: called.result, &session)
    frame = outer
    return possible.map { domain.either(outcome, domain.failure($0)) } ?? outcome
  }

  mutating func builtin(
    _ function: BuiltinFunction, _ arguments: [Int], _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let outcomes = try values(of: arguments, &session)
    // Observed: the hosted test service does not know `debug`, production returns its argument.
    if function == .debug, !session.ledger.semantics.isLive {
      return domain.failure(.functionNotFound(function.rawValue))
    }
    return domain.call(function, outcomes)
  }

  mutating func method(
    _ receiver: Int, _ name: Text, _ arguments: [Int], _ pattern: Pattern?, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let base = try value(of: receiver, &session)
    return domain.method(name, of: base, try values(of: arguments, &session), pattern: pattern)
  }

  mutating func access(
    _ function: DocumentFunction, _ path: Int, from site: Int, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let argument = try value(of: path, &session)
    let database = bindings.database
    return domain.access(function, argument) { session.read($0, $1, database: database, from: site) }
  }

  // MARK: - Operators

  mutating func binary(
    _ op: BinaryOperator, _ left: Int, _ right: Int, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let first = try value(of: left, &session)
    return domain.binary(op, first, try value(of: right, &session))
  }

  mutating func element(
    _ base: Int, _ index: Int, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let receiver = try value(of: base, &session)
    return domain.element(of: receiver, at: try value(of: index, &session))
  }

  mutating func slice(
    _ base: Int, _ start: Int, _ end: Int, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    let receiver = try value(of: base, &session)
    let first = try value(of: start, &session)
    return domain.slice(of: receiver, from: first, to: try value(of: end, &session))
  }

  // MARK: - Literals

  mutating func map(
    _ entries: [(key: Text, value: Int)], _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    var outcomes: [(key: Text, value: Outcome)] = []
    for entry in entries { outcomes.append((key: entry.key, value: try value(of: entry.value, &session))) }
    return domain.map(outcomes)
  }

  mutating func path(
    _ pieces: [PathPart<Int>], _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    var parts: [PathPart<Outcome>] = []
    parts.reserveCapacity(pieces.count)
    for piece in pieces {
      switch piece {
      case .literal(let text): parts.append(.literal(text))
      case .value(let expression): parts.append(.value(try value(of: expression, &session)))
      }
    }
    return domain.path(parts)
  }

  // MARK: - The request

  /// `request.auth` without making a map of all members first; `request` is charged as the node it is.
  mutating func requestMember(
    _ member: RequestMember, _ request: Int, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    if Observer.isObserving { _ = try value(of: request, &session) } else { try session.charge() }
    return bindings.member(member)
  }

  /// `resource.data` counts the node below it, `request.resource.data` two.
  mutating func data(
    of role: DocumentRole, _ document: Int, _ session: inout RequestSession<Reader>
  ) throws(BudgetExceeded) -> Outcome {
    if Observer.isObserving {
      _ = try value(of: document, &session)
    } else {
      try session.charge(role == .stored ? 1 : 2)
    }
    return bindings.data(of: role)
  }
}
