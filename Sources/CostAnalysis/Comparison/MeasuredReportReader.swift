package import Diagnostics
import Metering
import StructuredText

extension MeasuredReport {
  /// Reads what `firebreak run -o json` writes: one report, the object with several under `workloads`, or a list of
  /// them. Only the keys that a comparison needs are asked for, so that reports of other versions do, too.
  ///
  /// Findings: the file is no report (FB0013, FB0015). Empty reports when there are any.
  package static func read(_ source: SourceText) -> (reports: [MeasuredReport], diagnostics: [Diagnostic]) {
    let result = JSONReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    guard let root = result.valid else { return ([], decoding.diagnostics) }
    let reports = nodes(root).compactMap { MeasuredReportReader(decoding: decoding).report($0) }
    return (decoding.hasErrors ? [] : reports, decoding.diagnostics)
  }

  private static func nodes(_ root: Node) -> [Node] {
    switch root.content {
    case .array(let elements): return elements
    case .object(let members):
      guard case .array(let elements)? = members.first(where: { $0.key == "workloads" })?.value.content else {
        return [root]
      }
      return elements
    case .null, .boolean, .number, .string: return [root]
    }
  }
}

private struct MeasuredReportReader {
  let decoding: NodeDecoding

  func report(_ node: Node) -> MeasuredReport? {
    guard var object = ObjectReader(node, decoding, for: "a report of `firebreak run -o json`") else { return nil }
    let workload = object.string("workload", .required)
    var period = object.object("period", .required)
    let days = period?.integer("days", .required, in: 1...1_000_000)
    let book = object.node("book").flatMap(book)
    let findings = findings(object.array("findings") ?? [])
    guard let workload, let days, let variants = object.array("variants", .required) else { return nil }
    return MeasuredReport(
      workload: workload, currency: book?.currency,
      variants: variants.compactMap { variant($0, days: days, book, findings) },
      budgetFindings: findings.filter { !$0.isExpected && MeasuredReport.budgetCodes.contains($0.code) }.map(\.diagnostic))
  }

  // MARK: Money

  private func book(_ node: Node) -> UnitPrices? {
    if case .null = node.content { return nil }
    guard var object = ObjectReader(node, decoding, for: "book"), let name = object.string("name", .required),
      let currency = object.string("currency", .required)
    else { return nil }
    return UnitPrices(
      book: name, asOf: optionalText(&object, "asOf"), location: optionalText(&object, "location"), currency: currency)
  }

  private func optionalText(_ object: inout ObjectReader, _ key: String) -> String? {
    guard let node = object.node(key) else { return nil }
    if case .null = node.content { return nil }
    return decoding.string(node, for: key)
  }

  private func bill(_ node: Node) -> Amount? {
    if case .null = node.content { return nil }
    guard var object = ObjectReader(node, decoding, for: "monthlyCost"), let number = object.number("amount", .required)
    else { return nil }
    if let amount = Amount(decimal: number.text) { return amount }
    decoding.report(
      .wrongType, "expected a plain number for `amount`, found \(QuotedText.of(number.text))",
      at: object.node("amount")?.span ?? node.span)
    return nil
  }

  // MARK: Variants

  private func variant(
    _ node: Node, days: Int64, _ prices: UnitPrices?, _ findings: [Finding]
  ) -> MeasuredReport.Variant? {
    guard var object = ObjectReader(node, decoding, for: "a variant"), let name = object.string("name", .required) else {
      return nil
    }
    let operations = (object.array("operations", .required) ?? []).compactMap { node in
      operation(node, days: days, prices ?? UnitPrices(), findings.filter { $0.variants.contains(name) })
    }
    return MeasuredReport.Variant(
      name: name, bill: object.node("monthlyCost").flatMap(bill), isPartial: isPartial(&object), operations: operations)
  }

  private func isPartial(_ object: inout ObjectReader) -> Bool {
    let refused = count(&object, "refused") ?? 0
    guard object.node("correctness") != nil, var correctness = object.object("correctness") else { return refused > 0 }
    let counts = ["denied", "indexErrors"].map { count(&correctness, $0) ?? 0 }
    return refused > 0 || counts.contains { $0 > 0 }
  }

  private func operation(
    _ node: Node, days: Int64, _ prices: UnitPrices, _ findings: [Finding]
  ) -> (name: String, figures: MeasuredOperation)? {
    guard var object = ObjectReader(node, decoding, for: "an operation"), let name = object.string("name", .required),
      let calls = count(&object, "calls", .required), let reads = count(&object, "reads", .required)
    else { return nil }
    let source = optionalText(&object, "source")
    return (
      name,
      MeasuredOperation(
        calls: calls, tally: tally(&object, reads), days: days, monthDays: BillingCalendar().monthDays, prices: prices,
        shape: optionalText(&object, "shape"), plan: plan(&object), source: source,
        findings: findings.filter { $0.place == source && source != nil }.map(\.code))
    )
  }

  private func count(
    _ object: inout ObjectReader, _ key: String, _ presence: ObjectReader.Presence = .optional
  ) -> Int64? {
    object.integer(key, presence, in: 0 ... .max)
  }

  private func plan(_ object: inout ObjectReader) -> [String]? {
    guard let node = object.node("plan") else { return nil }
    if case .null = node.content { return nil }
    return decoding.array(node, for: "plan")?.compactMap { decoding.string($0, for: "plan") }
  }

  /// The parts of the reads where the report has them; whatever they are, together they are the reads.
  private func tally(_ object: inout ObjectReader, _ reads: Int64) -> Tally {
    var tally = Tally()
    tally.writes = count(&object, "writes") ?? 0
    tally.deletes = count(&object, "deletes") ?? 0
    tally.ttlDeletes = count(&object, "ttlDeletes") ?? 0
    tally.bytes = count(&object, "egressBytes") ?? 0
    if object.node("components") != nil, var parts = object.object("components") {
      tally.documents = count(&parts, "documents") ?? 0
      tally.minimum = count(&parts, "minimum") ?? 0
      tally.skipped = count(&parts, "skipped") ?? 0
      tally.missing = count(&parts, "missing") ?? 0
      tally.entries = count(&parts, "entries") ?? 0
      tally.ruleReads = count(&parts, "ruleReads") ?? 0
      tally.verify = count(&parts, "verify") ?? 0
      tally.reissued = count(&parts, "reissued") ?? 0
    }
    if tally.reads != reads {
      var plain = Tally()
      (plain.writes, plain.deletes, plain.ttlDeletes, plain.bytes) = (tally.writes, tally.deletes, tally.ttlDeletes, tally.bytes)
      plain.documents = reads
      return plain
    }
    return tally
  }

  // MARK: Findings

  private struct Finding {
    var diagnostic: Diagnostic
    var code: DiagnosticCode
    /// `feed.workload.yaml:12`
    var place: String?
    var variants: [String]
    var isExpected: Bool
  }

  /// Findings of the run, located in the report: the files that they are about may be others by now.
  private func findings(_ nodes: [Node]) -> [Finding] {
    nodes.compactMap { node in
      guard var object = ObjectReader(node, decoding, for: "a finding"), let id = object.string("code", .required),
        let code = DiagnosticCode.all.first(where: { $0.id == id })
      else { return nil }
      let (message, severity) = (object.string("message") ?? code.name, object.string("severity") ?? "")
      let file = optionalText(&object, "file")
      let line = object.integer("line", in: 0 ... .max)
      let place = file.flatMap { file in line.map { "\(file):\($0)" } }
      return Finding(
        diagnostic: Diagnostic(
          code, QuotedText.singleLine(message), at: decoding.source.location(node.span), severity: Severity(rawValue: severity),
          notes: place.map { ["at \(QuotedText.singleLine($0))"] } ?? []),
        code: code, place: place, variants: object.strings("variants") ?? [],
        isExpected: object.boolean("expected") ?? false)
    }
  }
}
