import Diagnostics

extension Interpreter {
  // MARK: if and guard

  func execute(_ condition: Condition, _ span: Span, tail: Bool) -> [Path] {
    forking {
      condition.isGuard ? self.executeGuard(condition) : self.executeIf(condition, tail: tail)
    }
  }

  private func executeIf(_ condition: Condition, tail: Bool) -> [Path] {
    let inner = Scope(id: newID(), parent: scope, file: scope.file, isFunction: false)
    let holds = within(inner) { test(condition) }
    let outcome = holds ?? chosen(condition)
    var paths: [Path] = []
    let tested = state
    if outcome != false {
      within(inner) {
        condition.tests.forEach { refine($0) }
        let narrowed = narrow(condition.tests)
        paths += closing(inner, executeBlock(condition.then, tail: tail)).map { path in
          var path = path
          path.state.widen(narrowed)
          return path
        }
      }
    }
    if outcome != true {
      state = tested
      state.close(inner)
      if condition.tests.count == 1, condition.bindings.isEmpty { refine(condition.tests[0], holds: false) }
      let narrowed = narrow(condition.tests, hold: false).filter { !condition.then.decides($0.slot.name) }
      paths += executeBlock(condition.otherwise, tail: tail && !condition.otherwise.isEmpty).map { path in
        var path = path
        path.state.widen(narrowed)
        return path
      }
    }
    return paths
  }

  private func executeGuard(_ condition: Condition) -> [Path] {
    let holds = test(condition)
    let outcome = holds ?? chosen(condition)
    let tested = state
    var paths: [Path] = []
    if outcome != true { paths += executeBlock(condition.otherwise, tail: false).filter { !$0.isNormal } }
    if outcome != false {
      state = tested
      condition.tests.forEach { refine($0) }
      _ = narrow(condition.tests)
      paths.append(Path(state: state))
    }
    return paths
  }

  /// Binds what a condition binds, then tests the rest; nil when only the run knows.
  private func test(_ condition: Condition) -> Bool? {
    var answers: [Bool?] = []
    for binding in condition.bindings {
      let value: ScannedValue
      if let expression = binding.value {
        value = cast(unwrapped(evaluate(expression, as: binding.type), expression), expression)
      } else {
        value = binding.pattern.names.first.map { self.value(ofName: $0, Span(0, 0)) } ?? .unknown(UnknownValue())
      }
      answers.append(value == .null ? false : isThere(value) && binding.type == nil ? true : nil)
      let present = value.possibilities.filter { $0 != .null }
      declare(binding.pattern, ScannedValue.oneOf(present).withoutNull)
    }
    let bound = answers.conjunction
    if bound == false {
      for test in condition.tests { _ = evaluate(test) }
      return false
    }
    return [bound, decide(condition.tests)].conjunction
  }

  /// Which way is taken where nothing decides; nil when both must be taken together.
  private func chosen(_ condition: Condition) -> Bool? {
    let outcome = choice(proposition(condition))
    // Which one of several does not hold nobody knows.
    if let outcome, outcome || condition.tests.count == 1 && condition.bindings.isEmpty {
      for test in condition.tests { assumeParts(of: test, holds: outcome) }
    }
    return outcome
  }

  private func proposition(_ condition: Condition) -> Proposition? {
    if condition.bindings.isEmpty, condition.tests.count == 1 { return proposition(condition.tests[0]) }
    if condition.tests.isEmpty, condition.bindings.count == 1 {
      let binding = condition.bindings[0]
      if let value = binding.value { return presence(of: value) }
      if case .name(let name) = binding.pattern { return presence(of: name) }
    }
    return conditionKey(condition).map { Proposition(key: $0) }
  }

  private func conditionKey(_ condition: Condition) -> ConditionKey? {
    var keys: [String] = []
    var key = ConditionKey(text: "", names: [])
    for expression in condition.bindings.compactMap(\.value) + condition.tests {
      guard let part = assumptionKey(expression) else { return nil }
      keys.append(part.text)
      key.names += part.names
      key.owners += part.owners
    }
    let bare = condition.bindings.filter { $0.value == nil }.flatMap(\.pattern.names)
    key.names += bare
    key.text = "if " + (keys + bare).joined(separator: "&&")
    return keys.isEmpty && bare.isEmpty ? nil : key
  }

  /// After `x == "a"` holds, or `x != "a"` does not, `x` is `"a"`.
  private func refine(_ test: Expression, holds: Bool = true) {
    if holds, case .call(let call) = test.kind, let (left, right) = comparedByCall(call) { return refine(left, right) }
    if let parts = parts(of: test) {
      guard parts.isNegation || parts.isConjunction == holds else { return }
      parts.operands.forEach { refine($0, holds: holds != parts.isNegation) }
      return
    }
    guard case .other(let operands) = test.kind, operands.count == 2,
      sign(between: operands) == (holds ? .equal : .unequal)
    else { return }
    refine(operands[0], operands[1])
  }

  private func refine(_ left: Expression, _ right: Expression) {
    for (name, other) in [(left, right), (right, left)] {
      if case .name(let name) = name.kind { refine(name, to: silently { evaluate(other) }, other) }
    }
  }

  /// A variable of which nothing was known has this value on the way that follows.
  func refine(_ name: String, to value: ScannedValue, _ expression: Expression) {
    guard let owner = declaringScope(of: name) else { return }
    let slot = Slot(owner: owner.id, name: name)
    guard case .unknown(let unknown)? = state[slot] else { return }
    var value = value
    if case .implicitMember(let member) = expression.kind, let type = unknown.type,
      let id = index.type(named: type.name, from: file), let known = enumCase(member, of: id)
    {
      value = known
    }
    switch value {
    case .boolean, .integer, .text, .null: state.set(slot, value)
    case .instance(let instance) where isEnumCase(instance): state.set(slot, value)
    default: break
    }
  }

  // MARK: switch and when

  func execute(_ selection: Selection, tail: Bool) -> [Path] {
    forking { self.select(selection, tail: tail) }
  }

  private func select(_ selection: Selection, tail: Bool) -> [Path] {
    let subject = selection.subject.map { evaluate($0) }
    let matches = selection.cases.map { self.match($0, subject, selection.subject) }
    var open: [Int] = []
    for (place, match) in matches.enumerated() where !selection.cases[place].isDefault {
      if match == false { continue }
      open.append(place)
      if match == true { break }
    }
    let isDecided = open.last.map { matches[$0] == true } ?? false
    if !isDecided {
      if let other = selection.cases.firstIndex(where: \.isDefault) {
        open.append(other)
      } else if !coversAll(selection, subject) {
        open.append(-1)
      }
    }
    if open.count > 1, let pick = choose(selectionKey(selection, open), open.count) {
      let place = open.indices.contains(pick) ? open[pick] : -1
      if place < 0 || selection.cases[place].isDefault { assumeNone(of: selection) }
      return run(place, selection, subject, tail: tail)
    }
    let start = state
    return open.flatMap { place -> [Path] in
      state = start
      return run(place, selection, subject, tail: tail)
    }
  }

  /// No case is taken: what is compared is none of their values.
  private func assumeNone(of selection: Selection) {
    guard let subject = selection.subject else { return }
    for branch in selection.cases where !branch.isDefault && branch.bindings.isEmpty {
      for pattern in branch.patterns {
        if let equality = equality(subject, pattern) { state.assume(equality.key, 1) }
      }
    }
  }

  private func selectionKey(_ selection: Selection, _ open: [Int]) -> ConditionKey? {
    guard var key = selection.subject.flatMap({ assumptionKey($0) }) else { return nil }
    key.text = "switch \(key.text) \(open.map { caseLabel(selection, $0) }.joined(separator: "\0"))"
    return key
  }

  private func caseLabel(_ selection: Selection, _ place: Int) -> String {
    guard selection.cases.indices.contains(place) else { return "-" }
    return selection.cases[place].patterns.map { text($0.span) }.joined(separator: ",")
  }

  /// Whether a case is taken; nil when only the run knows.
  private func match(_ branch: Selection.Case, _ subject: ScannedValue?, _ expression: Expression?) -> Bool? {
    if branch.isDefault { return nil }
    var answers: [Bool?] = []
    for pattern in branch.patterns {
      guard let subject else {
        answers.append(truth(evaluate(pattern)))
        continue
      }
      answers.append(
        matches(pattern, subject, expression, binds: !branch.bindings.isEmpty)
          ?? expression.flatMap { assumedEquality($0, pattern, branch) })
    }
    return answers.isEmpty ? nil : answers.disjunction
  }

  /// Whether a value is what a pattern says; nil when only the run knows.
  func matches(_ pattern: Expression, _ subject: ScannedValue, _ expression: Expression?, binds: Bool = true) -> Bool? {
    let name = pattern.caseName
    if case .instance(let instance) = subject, let known = enumCaseName(instance), let name { return known == name }
    if let name, let known = subject.resultCase, ["success", "failure"].contains(name) { return known == name }
    if source.language == .swift, let isThere = pattern.asksForPresence(in: source.source) {
      return subject == .null ? !isThere : subject.isNeverNull ? isThere : nil
    }
    if let answer = isOfType(subject, pattern) { return answer }
    let value = binds ? .unknown(UnknownValue()) : evaluate(pattern)
    return equal(subject, value, expression.map { [$0, pattern] } ?? [])
  }

  /// What was decided about a comparison before that a case makes.
  private func assumedEquality(_ subject: Expression, _ pattern: Expression, _ branch: Selection.Case) -> Bool? {
    guard !state.assumptions.isEmpty, branch.bindings.isEmpty, let equality = equality(subject, pattern) else {
      return nil
    }
    return state.assumptions[equality.key.hash].map { $0.choice == 0 }
  }

  /// Kotlin's `is Type`, of an object whose class is known; nil where it is not, or may be a subclass of it.
  private func isOfType(_ subject: ScannedValue, _ pattern: Expression) -> Bool? {
    guard source.language == .kotlin, case .instance(let instance) = subject, !isEnumCase(instance),
      case .other(let operands) = pattern.kind, operands.isEmpty, let type = index.type(key: instance.type)
    else { return nil }
    let words = text(pattern.span)
    guard words.hasPrefix("is"), let tested = index.type(named: String(words.dropFirst(2)), from: file) else {
      return nil
    }
    if index.lineage(of: type).contains(tested) { return true }
    return templates[type] == instance.object || index.lineage(of: tested).contains(type) ? nil : false
  }

  /// An enumeration of which every case is named.
  private func coversAll(_ selection: Selection, _ subject: ScannedValue?) -> Bool {
    let names = Set(selection.cases.flatMap(\.patterns).compactMap(\.caseName))
    guard let first = names.first, !selection.cases.isEmpty else { return false }
    // Swift and the `when` of Kotlin insist on every case.
    if [.swift, .kotlin, .markdown].contains(source.language) { return true }
    return (index.enumCases[first] ?? []).contains { id in
      index.types[id].cases.allSatisfy { names.contains($0.name) }
    }
  }

  private func run(_ place: Int, _ selection: Selection, _ subject: ScannedValue?, tail: Bool) -> [Path] {
    guard selection.cases.indices.contains(place) else { return [Path(state: state)] }
    let branch = selection.cases[place]
    if let subjectExpression = selection.subject, case .name(let name) = subjectExpression.kind,
      branch.patterns.count == 1, branch.bindings.isEmpty
    {
      refine(name, to: silently { evaluate(branch.patterns[0]) }, branch.patterns[0])
    }
    let inner = Scope(id: newID(), parent: scope, file: scope.file, isFunction: false)
    var paths = within(inner) {
      bind(branch, subject)
      return closing(inner, executeBlock(branch.body, tail: tail))
    }
    if branch.fallsThrough, place + 1 < selection.cases.count {
      let falling = PathState.bounded(paths.filter(\.isNormal).map(\.state))
      paths = paths.filter { !$0.isNormal }
      for next in falling {
        state = next
        paths += run(place + 1, selection, subject, tail: tail)
      }
    }
    return paths.map { path in
      var path = path
      // `break` leaves the selection, not the loop around it.
      if case .broke = path.completion { path.completion = .normal }
      return path
    }
  }

  private func bind(_ branch: Selection.Case, _ subject: ScannedValue?) {
    for (place, name) in branch.bindings.enumerated() {
      var value = ScannedValue.unknown(UnknownValue(.other, name: name))
      let place = branch.patterns.lazy.compactMap { $0.position(ofBound: name) }.first ?? place
      if case .instance(let instance)? = subject,
        let part = base[Slot(owner: instance.object, name: "\(place)")]
          ?? base[Slot(owner: instance.object, name: name)]
      {
        value = part
      } else if let subject, branch.bindings.count == 1, let pattern = branch.patterns.first,
        ["success", "some"].contains(pattern.caseName) || pattern.asksForPresence(in: source.source) == true
      {
        // What a `Result` or an optional carries stands for it.
        value = subject
      }
      declare(name, value)
    }
  }
}

extension [Statement] {
  /// What follows a block knows that a variable was there before it: the block leaves, or gives it another value.
  fileprivate func decides(_ variable: String) -> Bool {
    if leave { return true }
    var isAssigned = false
    for statement in self { statement.forEachAssignment { name, _, _ in if name == variable { isAssigned = true } } }
    return isAssigned
  }
}

extension ScannedValue {
  /// Which case of a `Result` the value was made as.
  fileprivate var resultCase: String? {
    switch self {
    case .result: "success"
    case .handle(.named("failure")): "failure"
    default: nil
    }
  }
}

extension Expression {
  /// The case that a pattern names: `.newest`, `Sort.newest`, `.category(name)`, `NEWEST`.
  var caseName: String? {
    switch kind {
    case .implicitMember(let name), .member(_, let name): name
    case .name(let name): name.first?.isUppercase == true || name == name.uppercased() ? name : nil
    case .call(let call): call.callee.caseName
    default: nil
    }
  }
  /// Swift's `.some(let x)` and `let x?`, that something is there, and `.none`, that it is not; nil for other patterns.
  func asksForPresence(in source: SourceText) -> Bool? {
    switch kind {
    case .implicitMember("none"): return false
    case .call(let call): if case .implicitMember("some") = call.callee.kind { return true } else { return nil }
    case .name:
      let isOptional = source.bytes.indices.contains(span.end) && source.bytes[span.end] == UInt8(ascii: "?")
      return isOptional || source.bytes[..<min(span.end, source.bytes.count)].last == UInt8(ascii: "?") ? true : nil
    default: return nil
    }
  }
}
