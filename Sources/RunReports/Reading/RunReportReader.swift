package import Diagnostics
import FirestoreModel
import Metering
import StructuredText
import Workloads

/// Reads what `run` wrote as JSON back into the model that it was rendered from.
///
/// Keys that are not known are passed over: later versions add some. A document of another schema is refused.
package enum RunReportReader {
  package struct Result: Sendable {
    /// One for each workload of the file; empty when something is wrong with any.
    package var reports: [RunReport]
    package var diagnostics: [Diagnostic]
  }

  package static func read(_ source: SourceText) -> Result {
    let parsed = JSONReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: parsed.diagnostics)
    guard let node = parsed.valid else { return Result(reports: [], diagnostics: decoding.diagnostics) }
    let reports = reports(node, decoding)
    return Result(reports: decoding.hasErrors ? [] : reports, diagnostics: decoding.diagnostics)
  }

  /// One report, or the `workloads` of a run of several.
  private static func reports(_ node: Node, _ decoding: NodeDecoding) -> [RunReport] {
    guard var object = ObjectReader(node, decoding, for: "the report") else { return [] }
    guard object.node("workload") == nil, object.node("workloads") != nil else {
      return report(node, decoding).map { [$0] } ?? []
    }
    // Older ones name no version of their own.
    if object.node("schema") != nil, !isKnownSchema(&object, RunReportsJSON.schema) { return [] }
    return (object.array("workloads") ?? []).compactMap { report($0, decoding) }
  }

  private static func report(_ node: Node, _ decoding: NodeDecoding) -> RunReport? {
    guard var object = ObjectReader(node, decoding, for: "the report"), isKnownSchema(&object) else { return nil }
    let workload = object.string("workload", .required)
    let about = object.text("about")
    let period = object.object("period", .required).flatMap { RunReport.Period(reading: $0) }
    let book = object.present("book").flatMap { RunReport.Book($0, decoding) }
    let variants = (object.array("variants", .required) ?? []).compactMap { VariantReport(reading: $0, decoding) }
    let assertions = object.elements("assertions") { AssertionReport(reading: $0, decoding) }
    let budgets = object.elements("budgets") { BudgetReport(reading: $0, decoding) }
    let claims = object.elements("claims") { ClaimReport(reading: $0, decoding) }
    let assumptions = object.elements("assumptions") { AssumptionReport(reading: $0, decoding) }
    let findings = object.elements("findings").enumerated().compactMap {
      ReportedFinding(reading: $0.element, at: $0.offset, decoding)
    }
    let remarks = object.strings("remarks") ?? []
    guard let workload, let period else { return nil }
    var report = RunReport(
      workload: workload, about: about, period: period, book: book, variants: variants, assertions: assertions,
      budgets: budgets, claims: claims, assumptions: assumptions, findings: findings, remarks: remarks)
    report.demandsLeftOut = object.count("demandsLeftOut")
    return report
  }

  private static func isKnownSchema(_ object: inout ObjectReader, _ known: Int64 = RunReport.schema) -> Bool {
    guard let schema = object.integer("schema", .required) else { return false }
    if schema == known { return true }
    let span = object.node("schema")?.span ?? object.node.span
    object.decoding.report(
      .wrongType, "stale baseline schema: the report is of schema \(schema), and \(known) is read here",
      at: span,
      help: schema > known
        ? "read it with the version of Firebreak that wrote it" : "play the workload again with `firebreak run`")
    return false
  }
}

extension RunReport.Period {
  fileprivate init?(reading object: ObjectReader) {
    var object = object
    let start = object.node("start", .required).flatMap { node -> Timestamp? in
      guard let text = object.decoding.string(node, for: "start") else { return nil }
      if let start = Timestamp(rfc3339: text) { return start }
      object.decoding.reportWrongType(expected: "a date and time", for: "start", found: node)
      return nil
    }
    let offset = object.integer("utcOffset", in: -86_400...86_400) ?? 0
    let days = object.integer("days", .required, in: 1...1_000_000)
    guard let start, let days else { return nil }
    self.init(start: start, utcOffset: Int(offset), days: days)
  }
}

extension RunReport.Book {
  fileprivate init?(_ node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "book") else { return nil }
    let calendar = BillingCalendar(reading: &object)
    guard let name = object.string("name", .required), let currency = object.string("currency", .required) else {
      return nil
    }
    self.init(
      name: name, asOf: object.text("asOf"), location: object.text("location"), currency: currency,
      isUnverified: object.boolean("unverified") ?? false, monthDays: calendar.monthDays,
      yearMonths: calendar.yearMonths)
  }
}

// MARK: - Demands

extension AssertionReport {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "assertions") else { return nil }
    guard let text = object.string("expect", .required), let passed = object.boolean("passed", .required),
      let location = object.place("source", .required)
    else { return nil }
    self.init(text: text, passed: passed, notes: object.strings("notes") ?? [], location: location)
  }
}

extension BudgetReport {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "budgets") else { return nil }
    let verdicts = Verdict.allCases.map { ($0.rawValue, $0) }
    guard let scope = object.string("step", .required), let metric = object.string("metric", .required),
      let period = object.string("per", .required), let maximum = object.number("max", .required)?.text,
      let variant = object.string("variant", .required),
      let verdict = object.choice("verdict", .required, of: verdicts),
      let location = object.place("source", .required)
    else { return nil }
    let measured = object.present("measured").flatMap { decoding.number($0, for: "measured") }
    self.init(
      scope: scope, metric: metric, period: period, maximum: maximum, variant: variant, measured: measured?.text,
      verdict: verdict, isExpected: object.boolean("expected") ?? false,
      level: object.choice("level", of: BudgetLevel.allCases.map { ($0.rawValue, $0) }) ?? .error, location: location)
  }
}

extension ClaimReport {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "claims") else { return nil }
    let verdicts = ClaimVerdict.allCases.map { ($0.rawValue, $0) }
    guard let id = object.string("id", .required), let quote = object.string("quote", .required),
      let verdict = object.choice("verdict", .required, of: verdicts), let location = object.place("source", .required)
    else { return nil }
    func figure(_ key: String) -> ClaimFigure? {
      object.present(key).flatMap { ClaimFigure(reading: $0, key, decoding) }
    }
    self.init(
      id: id, place: object.text("place") ?? "", quote: quote, claimed: figure("claimed"), atLeast: figure("atLeast"),
      atMost: figure("atMost"), theirs: figure("theirs"), list: figure("list"), verdict: verdict,
      note: object.text("note"), location: location)
  }
}

extension ClaimFigure {
  fileprivate init?(reading node: Node, _ key: String, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: key), let unit = object.string("unit", .required),
      let amount = object.present("amount", .required).flatMap({ decoding.amount($0, for: "amount") })
    else { return nil }
    self.init(
      amount: amount, unit: unit == "number" ? .number : unit == "share" ? .share : .money(currency: unit))
  }
}

extension AssumptionReport {
  fileprivate init?(reading node: Node, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "assumptions") else { return nil }
    guard let name = object.string("switch", .required), let value = object.string("value", .required),
      let alternative = object.string("alternative", .required), let variant = object.string("variant", .required),
      var delta = object.object("delta", .required)
    else { return nil }
    self.init(
      name: name, value: value, alternative: alternative, summary: object.text("summary") ?? "", variant: variant,
      change: Tally(reading: &delta, isDifference: true),
      monthlyChange: delta.present("monthlyCost").flatMap { decoding.amount($0, for: "monthlyCost") })
  }
}

extension ReportedFinding {
  /// - Parameter index: findings of one place keep the order of the file.
  fileprivate init?(reading node: Node, at index: Int, _ decoding: NodeDecoding) {
    guard var object = ObjectReader(node, decoding, for: "findings") else { return nil }
    let severities = Severity.allCases.map { ($0.rawValue, $0) }
    guard let severity = object.choice("severity", .required, of: severities),
      let code = object.code(severity), let message = object.string("message", .required)
    else { return nil }
    var diagnostic = Diagnostic(
      code, message, at: object.filePlace(index), severity: severity, notes: object.strings("notes") ?? [],
      help: object.text("help"))
    diagnostic.related = object.relatedPlaces("related", index)
    diagnostic.flow = object.relatedPlaces("flow", index)
    if let needs = object.present("missingIndex") {
      diagnostic.needs = NeededDefinition(
        member: "indexes", json: JSONWriter.text(JSONValue(needs), .compact), file: "", user: "")
    }
    self.init(
      diagnostic: diagnostic, variants: object.strings("variants") ?? [],
      isExpected: object.boolean("expected") ?? false)
  }
}

extension ObjectReader {
  /// A code of the catalogue, or one that a later version has added.
  fileprivate mutating func code(_ severity: Severity) -> DiagnosticCode? {
    guard let node = node("code", .required), let id = decoding.string(node, for: "code") else { return nil }
    if let known = DiagnosticCode(named: id) { return known }
    let digits = id.utf8.dropFirst(2)
    guard id.hasPrefix("FB"), digits.count == 4, let number = Int(String(decoding: digits, as: UTF8.self)), number >= 0
    else {
      decoding.reportWrongType(expected: "a code such as `FB7001`", for: "code", found: node)
      return nil
    }
    return DiagnosticCode(number, string("name") ?? "", severity)
  }

  /// `file`, `line` and `column` of a finding.
  fileprivate mutating func filePlace(_ index: Int) -> SourceLocation? {
    guard let path = text("file") else { return nil }
    let line = integer("line", in: ReportPlace.lines) ?? 1
    let column = integer("column", in: ReportPlace.columns) ?? 1
    return ReportPlace.location(path, line: Int(line), column: Int(column), order: index)
  }

  fileprivate mutating func relatedPlaces(_ key: String, _ index: Int) -> [RelatedLocation] {
    elements(key).compactMap { node in
      guard var object = ObjectReader(node, decoding, for: key), let message = object.string("message", .required),
        let location = object.filePlace(index)
      else { return nil }
      return RelatedLocation(message, at: location)
    }
  }
}
