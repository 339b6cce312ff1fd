import Diagnostics
import FirestoreModel
import StructuredText

extension WorkloadDecoder {
  /// A list of steps; a single one may stand alone.
  mutating func steps(_ node: Node) -> [Step] {
    switch node.content {
    case .null: return []
    case .array(let items): return items.compactMap { step($0) }
    case .object, .string, .boolean, .number: return step(node).map { [$0] } ?? []
    }
  }

  mutating func step(_ node: Node) -> Step? {
    if let word = node.text { return bareStep(word, node) }
    return mapping(node, expected: "a step") { decoder, reader in decoder.step(&reader) }
  }

  /// `kill` and `reinstall` need nothing beside them.
  private mutating func bareStep(_ word: String, _ node: Node) -> Step? {
    switch word {
    case "kill": return Step(action: .device(.kill), span: node.span)
    case "reinstall": return Step(action: .device(.reinstall), span: node.span)
    default:
      unknown(.step, word, among: ["kill", "reinstall"], span: node.span)
      return nil
    }
  }

  mutating func step(_ reader: inout ObjectReader) -> Step? {
    let modifiers = modifiers(&reader)
    guard var step = action(&reader).map({ Step(action: $0, span: reader.span) }) else { return nil }
    step.name = modifiers.name
    step.chance = modifiers.chance
    step.repetition = modifiers.repetition
    step.spread = modifiers.spread
    step.forEach = modifiers.forEach
    step.retry = modifiers.retry
    step.expectation = modifiers.expectation
    checkExpectation(of: step)
    return step
  }

  /// An expectation that nothing could ever meet or miss would look as if it were tested.
  private mutating func checkExpectation(of step: Step) {
    guard let expectation = step.expectation, expectation.status != nil, !step.action.isRequest else { return }
    report(
      WorkloadProblem(
        .wrongType, "`expect` waits for the answer to a request, and this step sends none", span: expectation.span,
        help: "rules and indexes judge what actors read and write; take `expect` away, or make it a step of an actor"))
  }

  private mutating func modifiers(_ reader: inout ObjectReader) -> Step {
    var step = Step(action: .group([]), span: reader.span)
    step.name = reader.take("name").flatMap { text($0, expected: "a name") }
    step.chance = reader.take("chance").flatMap { probability($0) }
    step.repetition = reader.take("repeat").flatMap { quantity($0) }
    step.spread = spread(&reader)
    step.forEach = reader.take("forEach").flatMap { idSelection($0) }
    step.retry = reader.take("retry").flatMap { retry($0) }
    step.expectation = reader.take("expect").flatMap { expectation($0) }
    return step
  }

  // MARK: Actions

  static let actionKeys = [
    "get", "query", "listen", "unlisten", "page", "set", "update", "create", "delete", "batch", "transaction", "let",
    "if", "pause", "do", "steps", "write", "background", "offline", "kill", "reinstall", "secondDevice", "rtdb",
  ]

  private mutating func action(_ reader: inout ObjectReader) -> StepAction? {
    let present = Self.actionKeys.filter(reader.has)
    guard let key = present.first else {
      reportMissingAction(&reader)
      return nil
    }
    if present.count > 1 {
      report(
        WorkloadProblem(
          .wrongType, "a step does one thing, this one has `\(key)` and `\(present[1])`", span: reader.span,
          help: "make them two steps"))
      reader.knowAll()
      return nil
    }
    return readAction(key, &reader) ?? writeAction(key, &reader) ?? controlAction(key, &reader)
      ?? deviceAction(key, &reader)
  }

  /// A step without an action is either empty or has a mistyped one.
  private mutating func reportMissingAction(_ reader: inout ObjectReader) {
    for key in Self.actionKeys { _ = reader.take(key) }
    guard reader.rest.isEmpty else { return }
    report(
      WorkloadProblem(
        .wrongType, "the step does nothing", span: reader.span,
        help: "give it one of " + Self.actionKeys.map { "`\($0)`" }.joined(separator: ", ")))
  }

  private mutating func controlAction(_ key: String, _ reader: inout ObjectReader) -> StepAction? {
    guard let node = reader.take(key) else { return nil }
    switch key {
    case "let": return .assign(assignments(node))
    case "if":
      let then = reader.take("then").map { steps($0) } ?? []
      let otherwise = reader.take("else").map { steps($0) } ?? []
      return expression(node).map { .condition($0, then: then, otherwise: otherwise) }
    case "pause": return duration(node).map(StepAction.pause)
    case "do": return procedureName(node).map(StepAction.perform)
    case "steps": return .group(steps(node))
    default: return nil
    }
  }

  mutating func procedureName(_ node: Node) -> Name? {
    guard let name = text(node, expected: "a procedure's name") else { return nil }
    guard names.procedures.contains(name.text) else {
      unknown(.procedure, name.text, among: names.procedures, span: name.span)
      return nil
    }
    return name
  }

  private mutating func assignments(_ node: Node) -> [VariableAssignment] {
    members(node, expected: "a mapping of variables to expressions").compactMap { member in
      let value = member.value.text.map { scalar($0, at: member.value) }
      return (value.map { assignedValue($0) } ?? expression(member.value)).map {
        VariableAssignment(name: Name(member.key, span: member.keySpan), value: $0)
      }
    }
  }

  private mutating func deviceAction(_ key: String, _ reader: inout ObjectReader) -> StepAction? {
    guard let member = reader.member(key) else { return nil }
    switch key {
    case "background": return duration(member.value).map { .device(.background($0)) }
    case "offline": return duration(member.value).map { .device(.offline($0)) }
    case "kill": return .device(.kill)
    case "reinstall": return .device(.reinstall)
    case "secondDevice":
      return text(member.value, expected: "a name for the device").map { .device(.secondDevice($0)) }
    case "rtdb": return realtimeStep(member.value, &reader)
    default: return nil
    }
  }

  // MARK: Modifiers

  /// `spread: gap`, with `wholeSeconds: true` or `burst: true` beside it.
  mutating func spread(_ reader: inout ObjectReader) -> Spread? {
    let node = reader.take("spread")
    let wholeSeconds = reader.take("wholeSeconds").map { boolean($0) } ?? false
    let burst = reader.take("burst").map { boolean($0) } ?? false
    guard let node else {
      return wholeSeconds || burst
        ? Spread(.duration(.zero), fraction: wholeSeconds ? .none : .distinct, isBurst: burst) : nil
    }
    guard let interval = interval(node) else { return nil }
    return Spread(interval, fraction: wholeSeconds ? .none : .distinct, isBurst: burst)
  }

  private mutating func interval(_ node: Node) -> Spread.Interval? {
    switch resolved(node).text {
    case "gap": return .gap
    case "length": return .length
    case .some, nil: break
    }
    let resolved = resolved(node)
    if let text = resolved.text, let span = TimeSpan(parsing: text), span >= .zero { return .duration(span) }
    if !isUnresolvedParameter(node) { wrongType(resolved, expected: "`gap`, `length` or a length of time") }
    return nil
  }

  /// `all ids`, `added ids not in store`, or the name of a result.
  private mutating func idSelection(_ node: Node) -> IDSelection? {
    guard let name = text(node, expected: "`all ids`, `added ids` or a result") else { return nil }
    let words = name.text.split(separator: " ").map(String.init)
    if words.count >= 2, words[1] == "ids", let part = IDSelection.Part(rawValue: words[0]) {
      if words.count == 2 { return .snapshot(part, notInStore: false) }
      if words.dropFirst(2).elementsEqual(["not", "in", "store"]) { return .snapshot(part, notInStore: true) }
    }
    guard scope.results.contains(name.text) else {
      let known = IDSelection.Part.allCases.map { "\($0.rawValue) ids" } + scope.results.sorted()
      unknown(.result, name.text, among: known, span: name.span)
      return nil
    }
    return .result(name)
  }

  private mutating func retry(_ node: Node) -> RetryPolicy? {
    mapping(node, expected: "a mapping with `attempts`") { decoder, reader in
      let attempts = reader.take("attempts").flatMap {
        decoder.integer($0, in: 1...1000, expected: "a whole number from 1 to 1000")
      }
      let timeout = reader.take("timeout").flatMap { decoder.timeSpan($0, allowsNegative: false) }
      let backoff = reader.take("backoff").map { decoder.backoff($0) } ?? []
      let fails = reader.take("fails").flatMap { decoder.outcomes($0) }
      let reaches = reader.take("reaches").flatMap { decoder.outcomes($0) }
      return RetryPolicy(
        attempts: attempts ?? 3, timeout: timeout ?? .seconds(10), backoff: backoff,
        fails: fails ?? .probability(0), reaches: reaches ?? .probability(0), span: reader.span)
    }
  }

  private mutating func backoff(_ node: Node) -> [TimeSpan] {
    if case .array(let items) = node.content {
      return items.compactMap { timeSpan($0, allowsNegative: false) }
    }
    return timeSpan(node, allowsNegative: false).map { [$0] } ?? []
  }

  private mutating func outcomes(_ node: Node) -> RetryPolicy.Outcomes? {
    if case .array(let items) = node.content { return .list(items.map { boolean($0) }) }
    return probability(node).map(RetryPolicy.Outcomes.probability)
  }

  /// `{status: PERMISSION_DENIED, code: FB4101}`, or the status alone.
  private mutating func expectation(_ node: Node) -> ExpectedRefusal? {
    if node.text != nil {
      return status(node).map { ExpectedRefusal(status: $0, code: nil, span: node.span) }
    }
    return mapping(node, expected: "a mapping with `status` or `code`") { decoder, reader in
      let status = reader.take("status").flatMap { decoder.status($0) }
      let code = reader.take("code").flatMap { decoder.findingCode($0) }
      return ExpectedRefusal(status: status, code: code, span: reader.span)
    }
  }

  private mutating func status(_ node: Node) -> StatusCode? {
    guard let name = text(node, expected: "a status such as `PERMISSION_DENIED`") else { return nil }
    if let status = StatusCode.allCases.first(where: { $0.name == name.text }) { return status }
    let near = NearestName.of(name.text, among: StatusCode.allCases.map(\.name))
    wrongType(
      node, expected: "a status such as `PERMISSION_DENIED`", help: near.map { "did you mean `\($0)`?" })
    return nil
  }

  /// `FB7010`, of the catalogue.
  mutating func findingCode(_ node: Node) -> String? {
    guard let name = text(node, expected: "a code such as `FB7010`") else { return nil }
    if DiagnosticCode.all.contains(where: { $0.id == name.text }) { return name.text }
    wrongType(node, expected: "a code such as `FB7010`")
    return nil
  }
}

extension ObjectReader {
  /// No further complaint about keys.
  mutating func knowAll() {
    for key in node.keys { know(key) }
  }
}
