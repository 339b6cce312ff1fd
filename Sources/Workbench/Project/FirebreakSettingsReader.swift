import Diagnostics
import StructuredText

/// Reads `firebreak.json`.
struct FirebreakSettingsReader {
  private var reader: ConfigurationReader
  private var settings: FirebreakSettings

  private init(_ source: SourceText) {
    reader = ConfigurationReader(source)
    settings = FirebreakSettings(source: source)
  }

  static func read(_ source: SourceText) -> (settings: FirebreakSettings, findings: [Diagnostic]) {
    var this = FirebreakSettingsReader(source)
    this.readRoot()
    return (this.settings, this.reader.findings)
  }

  private static let keys = [
    "$schema", "failLevel", "ignore", "prices", "mode", "assume", "budgets", "traffic", "tests", "coverage",
    "properties", "actors",
  ]
  /// Keys whose commands do not exist yet.
  private static let laterKeys: Set<String> = ["tests", "coverage", "properties", "actors"]

  private mutating func readRoot() {
    guard let members = reader.root() else { return }
    reader.expect(Self.keys, in: members, of: "`firebreak.json`")
    for member in members {
      switch member.key {
      case "$schema": _ = reader.string(member.value, "`$schema`")
      case "failLevel":
        settings.failLevel = reader.choice(member.value, "`failLevel`", of: FirebreakSettings.FailLevel.self)
      case "mode": settings.mode = reader.choice(member.value, "`mode`", of: ServiceMode.self)
      case "ignore": readIgnored(member.value)
      case "prices": readPrices(member.value)
      case "assume": readAssumptions(member.value)
      case "budgets": readBudgets(member.value)
      case "traffic": readTraffic(member.value)
      case let key where Self.laterKeys.contains(key):
        reader.report(
          .unsupportedFeature, "`\(key)` is not used yet", at: member.keySpan, severity: .info)
      default: break
      }
    }
  }

  private mutating func readIgnored(_ node: Node) {
    for entry in reader.array(node, "`ignore`") ?? [] {
      guard let members = reader.object(entry, "an entry of `ignore`") else { continue }
      reader.expect(["code", "path", "reason"], in: members, of: "an entry of `ignore`")
      guard let codeNode = members.value("code") else {
        reader.report(.configInvalid, "an entry of `ignore` needs a `code`", at: entry.span)
        continue
      }
      guard let code = reader.string(codeNode, "`code`") else { continue }
      if !DiagnosticCode.all.contains(where: { $0.id.hasPrefix(code) }) || !code.hasPrefix("FB") {
        reader.report(.unknownCodeInConfig, "there is no code \(QuotedText.of(code))", at: codeNode.span)
      }
      let path = members.value("path").flatMap { reader.string($0, "`path`") }
      let reason = members.value("reason").flatMap { reader.string($0, "`reason`") } ?? ""
      if !reason.contains(where: { !$0.isWhitespace }) {
        reader.report(
          .suppressionWithoutReason, "ignoring \(QuotedText.of(code)) needs a reason", at: entry.span,
          help: "add `\"reason\": \"…\"`: who reads this next year will ask")
      }
      settings.ignored.append(
        FirebreakSettings.IgnoredFinding(
          code: code, path: path, reason: reason, location: reader.source.location(entry.span)))
    }
  }

  private mutating func readPrices(_ node: Node) {
    guard let members = reader.object(node, "`prices`") else { return }
    reader.expect(["book", "location"], in: members, of: "`prices`")
    settings.prices = FirebreakSettings.Prices(
      book: members.value("book").flatMap { reader.string($0, "`book`") },
      location: members.value("location").flatMap { reader.string($0, "`location`") },
      place: reader.source.location(node.span))
  }

  private mutating func readAssumptions(_ node: Node) {
    for member in reader.object(node, "`assume`") ?? [] {
      let value: String
      switch member.value.content {
      case .boolean(let flag): value = flag ? "true" : "false"
      case .number(let text), .string(let text): value = text
      case .null, .array, .object:
        reader.report(
          .wrongType, "an assumption is a word, a number or a boolean", at: member.value.span)
        continue
      }
      settings.assumptions.append(
        FirebreakSettings.Assumption(
          name: member.key, value: value, location: reader.source.location(member.keySpan)))
    }
  }

  private mutating func readBudgets(_ node: Node) {
    for member in reader.object(node, "`budgets`") ?? [] {
      let what = "the budget of \(QuotedText.of(member.key))"
      guard let members = reader.object(member.value, what) else { continue }
      let metrics = Budget.Metric.allCases.map(\.rawValue)
      reader.expect(metrics + ["unbounded"], in: members, of: what)
      var budget = FirebreakSettings.StepBudget(
        step: member.key, limits: [], location: reader.source.location(member.keySpan))
      for limit in members {
        if limit.key == "unbounded" {
          budget.unbounded = reader.choice(limit.value, "`unbounded`", of: Budget.Level.self)
        } else if let metric = Budget.Metric(rawValue: limit.key),
          let maximum = reader.amount(limit.value, "`\(limit.key)`")
        {
          budget.limits.append(
            FirebreakSettings.StepBudget.Limit(
              metric: metric, maximum: maximum, location: reader.source.location(limit.keySpan)))
        }
      }
      settings.budgets.append(budget)
    }
  }

  private mutating func readTraffic(_ node: Node) {
    for member in reader.object(node, "`traffic`") ?? [] {
      guard let runs = reader.amount(member.value, "the traffic of \(QuotedText.of(member.key))") else { continue }
      settings.traffic.append(
        FirebreakSettings.Traffic(
          step: member.key, runs: runs, location: reader.source.location(member.keySpan)))
    }
  }
}
