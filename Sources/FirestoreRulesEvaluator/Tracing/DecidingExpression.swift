import FirestoreRulesLanguage

/// Finds what decided: the smallest expression below one that came out false or in error, through conjunctions,
/// function bodies and variables.
struct DecidingExpression {
  let program: Program
  let recorder: TraceRecorder

  /// - Parameter place: of a record whose outcome is not true.
  func below(_ place: Int) -> Int {
    let children = recorder.children(of: place)
    let record = recorder.records[place]
    switch program.nodes[record.expression] {
    case .parenthesized: return children.last.map(below) ?? place
    case .binding(_, let value):
      // A variable that was used before has been evaluated there.
      let evaluated = children.last ?? recorder.records[..<place].lastIndex { $0.expression == value }
      return evaluated.map(below) ?? place
    case .call(let function, _):
      if let body = children.last, recorder.records[body].expression == program.functions[function].result {
        return below(body)
      }
      return failed(children, else: place)
    case .logical(let op, _):
      if record.outcome.isError {
        // An alternative in error is one of several that did not hold: the others were asked, too.
        if op == .or, children.contains(where: { recorder.records[$0].outcome.isBoolean }) { return place }
        return children.first { !recorder.records[$0].outcome.isBoolean }.map(below) ?? place
      }
      return op == .and ? children.last.map(below) ?? place : place
    case .conditional:
      guard let condition = children.first else { return place }
      if !recorder.records[condition].outcome.isBoolean { return below(condition) }
      return children.last.map(below) ?? place
    case .constant, .failure, .unreachable, .request, .requestMember, .resource, .documentData, .capture, .parameter,
      .list, .map, .path, .unary, .binary, .typeTest, .member, .element, .slice, .builtin, .access, .method:
      return record.outcome.isError ? failed(children, else: place) : place
    }
  }

  /// How many conjuncts were true before one was not.
  func satisfiedConjuncts(of place: Int) -> Int {
    let children = recorder.children(of: place)
    let record = recorder.records[place]
    if record.outcome.isTrue { return 1 }
    switch program.nodes[record.expression] {
    case .logical(.and, _): return children.reduce(0) { $0 + satisfiedConjuncts(of: $1) }
    case .parenthesized, .binding, .call: return children.last.map(satisfiedConjuncts) ?? 0
    case .constant, .failure, .unreachable, .request, .requestMember, .resource, .documentData, .capture, .parameter,
      .list, .map, .path, .unary, .binary, .logical, .conditional, .typeTest, .member, .element, .slice, .builtin,
      .access, .method:
      return 0
    }
  }

  /// The operand that an error comes from.
  private func failed(_ children: [Int], else place: Int) -> Int {
    children.first { recorder.records[$0].outcome.isError }.map(below) ?? place
  }
}

extension RuleOutcome {
  var isError: Bool {
    if case .error = self { true } else { false }
  }

  var isBoolean: Bool {
    if case .value(.boolean) = self { true } else { false }
  }

  var isTrue: Bool {
    if case .value(.boolean(true)) = self { true } else { false }
  }

  /// The value or the error's text, for people.
  var text: String {
    switch self {
    case .value(let value): value.text
    case .error(let error): error.message
    }
  }
}
