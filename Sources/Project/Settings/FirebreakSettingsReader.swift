package import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryModel
import StructuredText

/// Reads `firebreak.json`.
package struct FirebreakSettingsReader {
  private let decoding: NodeDecoding
  private var settings: FirebreakSettings

  private init(_ source: SourceText, _ decoding: NodeDecoding) {
    self.decoding = decoding
    settings = FirebreakSettings(source: source)
  }

  package static func read(_ source: SourceText) -> (settings: FirebreakSettings, findings: [Diagnostic]) {
    let result = JSONReader.read(source, .comments)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    var reader = FirebreakSettingsReader(source, decoding)
    if let root = result.valid, var object = ObjectReader(root, decoding, for: "firebreak.json") {
      reader.read(&object)
    }
    return (reader.settings, decoding.diagnostics)
  }

  private mutating func read(_ object: inout ObjectReader) {
    _ = object.string("$schema")
    settings.failLevel = object.choice("failLevel", of: words(FirebreakSettings.FailLevel.self))
    settings.mode = object.choice("mode", of: words(ServiceMode.self))
    for entry in object.array("ignore") ?? [] { readIgnored(entry) }
    for member in object.members("severity") ?? [] { readSeverity(member) }
    if let node = object.node("prices") { readPrices(node) }
    for member in object.members("assume") ?? [] { readAssumption(member) }
    for member in object.members("budgets") ?? [] { readBudget(member) }
    for member in object.members("traffic") ?? [] { readTraffic(member) }
    if let node = object.node("guardrails") { readGuardrails(node) }
    if let patterns = object.strings("tests") { settings.tests = patterns.map(GlobPattern.init) }
    if let node = object.node("coverage") { readCoverage(node) }
    for member in object.members("actors") ?? [] { readActor(member) }
    if let member = object.member("properties") {
      settings.properties = place(member.keySpan)
      decoding.report(.unsupportedFeature, "`properties` is not used yet", at: member.keySpan, severity: .info)
    }
    object.finish()
  }

  /// `"src/admin/**": "admin"` or `"alice": {"uid": "u1", "token": {"admin": true}}`
  private mutating func readActor(_ member: Node.Member) {
    let meaning: ActorEntry.Meaning
    switch member.value.content {
    case .string(let name):
      switch name {
      case "admin": meaning = .actor(.admin)
      case "anonymous": meaning = .actor(.anonymous)
      case "signed-in": meaning = .actor(.signedIn)
      default: meaning = .name(name)
      }
    case .object:
      let values = PlainValueReader(
        understandsEncoding: false, decoding: decoding, database: DatabaseName(project: Text(Project.defaultProjectID)))
      guard case .user(let auth?)? = decoding.signedInActor(member.value, for: member.key, values: values) else {
        return
      }
      meaning = .actor(.named(SourceCaller.Actor(name: member.key, auth: auth)))
    case .null, .boolean, .number, .array:
      decoding.reportWrongType(
        expected: "the name of an actor, or `{uid, token}`", for: member.key, found: member.value)
      return
    }
    settings.actors.append(ActorEntry(key: member.key, meaning: meaning, location: place(member.keySpan)))
  }

  private mutating func readCoverage(_ node: Node) {
    guard var object = ObjectReader(node, decoding, for: "coverage") else { return }
    if let expressions = object.node("expressions"), let number = decoding.number(expressions, for: "expressions") {
      settings.coverage = CoverageThreshold(number.text)
      if settings.coverage == nil {
        decoding.report(.wrongType, "expected a percentage from 0 to 100 for `expressions`", at: expressions.span)
      }
    }
    object.finish()
  }

  private func words<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> [(String, Choice)] {
    Choice.allCases.map { ($0.rawValue, $0) }
  }

  private func place(_ span: Span) -> SourceLocation { decoding.source.location(span) }

  private mutating func readIgnored(_ node: Node) {
    guard var object = ObjectReader(node, decoding, for: "ignore") else { return }
    let codeNode = object.node("code", .requiredElse(.configInvalid))
    let path = object.string("path")
    let isPathRead = path != nil || object.node("path") == nil
    let reason = object.string("reason")
    object.finish()
    // What was meant to narrow it is not known: without that it would silence more than somebody has decided.
    guard isPathRead, object.rest.isEmpty else { return }
    guard let codeNode, let code = decoding.string(codeNode, for: "code") else { return }
    guard let selector = selector(code, at: codeNode.span) else { return }
    let root = DisplayPath.folder(of: decoding.source.path)
    let start = ProjectFolder.workingDirectory
    settings.ignored.append(
      IgnoreEntry(
        selector, path: path.map { DisplayPath.absolute(DisplayPath.join(root, $0), from: start) }, from: start,
        reason: reason, location: place(node.span)))
  }

  /// `"FB7010": "error"`
  private mutating func readSeverity(_ member: Node.Member) {
    guard let selector = selector(member.key, at: member.keySpan) else { return }
    guard let word = decoding.string(member.value, for: member.key) else { return }
    guard let severity = Severity(rawValue: word) else {
      decoding.report(
        .wrongType, "expected `error`, `warning` or `info` for \(QuotedText.of(member.key))", at: member.value.span,
        help: "findings that nobody wants to see belong into `ignore`, with a reason")
      return
    }
    settings.severities.append(SeverityEntry(selector, severity))
  }

  /// Nil, with a finding, where there is no such code.
  private func selector(_ code: String, at span: Span) -> CodeSelector? {
    if let selector = CodeSelector(code) { return selector }
    decoding.report(
      .unknownCodeInConfig, "there is no code \(QuotedText.of(code))", at: span,
      help: DiagnosticCode.nearest(to: code).map { "did you mean `\($0)`?" })
    return nil
  }

  private mutating func readPrices(_ node: Node) {
    guard var object = ObjectReader(node, decoding, for: "prices") else { return }
    settings.prices = FirebreakSettings.Prices(
      book: object.string("book"), location: object.string("location"), place: place(node.span))
    object.finish()
  }

  private mutating func readAssumption(_ member: Node.Member) {
    let value: String
    switch member.value.content {
    case .boolean(let flag): value = flag ? "true" : "false"
    case .number(let text), .string(let text): value = text
    case .null, .array, .object:
      decoding.reportWrongType(expected: "a word, a number or a boolean", for: member.key, found: member.value)
      return
    }
    settings.assumptions.append(
      FirebreakSettings.Assumption(name: member.key, value: value, location: place(member.keySpan)))
  }

  private mutating func readBudget(_ member: Node.Member) {
    guard var object = ObjectReader(member.value, decoding, for: member.key) else { return }
    var budget = FirebreakSettings.StepBudget(step: member.key, limits: [], location: place(member.keySpan))
    budget.unbounded = object.choice("unbounded", of: words(BudgetLevel.self))
    budget.period = object.choice("per", of: words(CostBudget.Period.self))
    budget.level = object.choice("level", of: words(BudgetLevel.self))
    budget.warnAt = object.node("warnAt").flatMap(share)
    var limitsNothing = budget.unbounded == nil && object.node("unbounded") == nil
    for metric in Usage.Metric.allCases {
      guard let limit = object.member(metric.rawValue) else { continue }
      limitsNothing = false
      guard let maximum = amount(limit.value, for: limit.key) else { continue }
      budget.limits.append(
        FirebreakSettings.StepBudget.Limit(metric: metric, maximum: maximum, location: place(limit.keySpan)))
    }
    object.finish()
    if limitsNothing, object.rest.isEmpty {
      decoding.report(
        .wrongType, "the budget \(QuotedText.of(member.key)) limits nothing", at: member.value.span,
        help: "give it one of " + Usage.Metric.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
          + ", `unbounded`")
    }
    settings.budgets.append(budget)
  }

  /// `"90%"` or 0.9
  private func share(_ node: Node) -> Rational? {
    if let share = Rational(share: node) { return share }
    decoding.reportWrongType(expected: "a share of at most 100 % such as `\"90%\"`", for: "warnAt", found: node)
    return nil
  }

  /// `{"increase": 50, "increasePercent": 10, "total": 500}`
  private mutating func readGuardrails(_ node: Node) {
    guard var object = ObjectReader(node, decoding, for: "guardrails") else { return }
    for kind in FirebreakSettings.Guardrail.Kind.allCases {
      guard let member = object.member(kind.rawValue), let maximum = amount(member.value, for: member.key) else {
        continue
      }
      settings.guardrails.append(
        FirebreakSettings.Guardrail(kind: kind, maximum: maximum, location: place(member.keySpan)))
    }
    object.finish()
  }

  private mutating func readTraffic(_ member: Node.Member) {
    guard let runs = amount(member.value, for: member.key) else { return }
    settings.traffic.append(
      FirebreakSettings.Traffic(step: member.key, runs: runs, location: place(member.keySpan)))
  }

  /// A plain number that is not negative.
  private func amount(_ node: Node, for name: String) -> Rational? {
    guard let number = decoding.number(node, for: name) else { return nil }
    if let amount = Rational(unsigned: number.text) { return amount }
    decoding.report(
      .wrongType, "expected a plain number from 0 for \(QuotedText.of(name)), found \(QuotedText.of(number.text))",
      at: node.span)
    return nil
  }
}
