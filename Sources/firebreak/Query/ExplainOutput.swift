import Diagnostics
import FirestoreModel
import IndexCatalog
import Metering
import ProjectCheck
import QueryExecution
import QueryModel
import QueryPlanner
import QueryShapes
import StructuredText
import Terminal

/// Judges one query, estimates it, and with `--analyze` runs it.
struct ExplainOutput {
  var console: Console
  var inputs: QueryInputs.Loaded
  var settings: QueryRunSettings
  var analyzes: Bool
  var access: QueryAccess

  func write() throws -> Outcome {
    let judge = QueryJudge(planner: inputs.planner)
    switch inputs.statement {
    case .document:
      // One document at most is read; whether one that is missing bills as much is an assumption.
      let least = settings.billing.count(.missingGet)
      return try write(plan: nil, missing: nil, bounds: OperationBounds(kind: .get, documents: CountRange(least, 1)))
    case .query(let query): return try write(judge.judge(query), query, kind: query.nearest == nil ? .query : .nearest)
    case .aggregation(let request):
      return try write(judge.judge(request.query, aggregations: request.aggregations), request.query, kind: .aggregate)
    }
  }

  private func write(_ judgement: QueryJudgement, _ query: Query, kind: BillingEvent.Kind) throws -> Outcome {
    switch judgement {
    case .invalid(let error):
      return try QueryOutput(console: console, planner: inputs.planner).write(QueryRun.Refusal(error: error))
    case .missing(let missing): return try write(plan: nil, missing: missing.first, bounds: nil)
    case .served(let plan):
      let documents = inputs.data.map { CountRange(0, Int64($0.entries.count)) } ?? .unbounded
      return try write(plan: plan, missing: nil, bounds: plan.bounds(documents: documents, kind: kind))
    }
  }

  private func write(plan: QueryPlan?, missing: MissingIndex?, bounds: OperationBounds?) throws -> Outcome {
    var answer: QueryRun.Answer?
    if analyzes, access.verdict != .denied {
      if let unknown = inputs.statement.firstUnknownPart {
        throw UsageError("the query cannot be run: `\(unknown)` is not known", help: "write a value instead")
      }
      let run = QueryRun(
        data: inputs.data ?? .empty, planner: inputs.planner, mode: settings.mode, billing: settings.billing)
      do throws(QueryRun.Refusal) {
        var measured = try run.run(inputs.statement)
        measured.reads += ruleReads
        answer = measured
      } catch {
        if missing == nil { return try QueryOutput(console: console, planner: inputs.planner).write(error) }
      }
    }
    let facts = ExplainFacts(
      text: inputs.statement.text(database: inputs.planner.database), plan: plan ?? answer?.plan,
      estimate: bounds.map { (CostEstimate($0, under: settings.billing).reads.adding(ruleReads), $0.indexEntries) },
      missing: missing, answer: answer, access: access, catalog: inputs.planner.catalog)
    try console.write { format, _ in
      switch format {
      case .json: JSONWriter.text(facts.json) + "\n"
      case .markdown: "```\n\(facts.text(ascii: false))```\n"
      default: facts.text(ascii: console.isASCII)
      }
    }
    for question in plan?.openQuestions ?? missing?.openQuestions ?? [] {
      console.report(FindingList([PlanFindings(query: facts.text).finding(for: question)]))
    }
    if let answer, let plan = answer.plan, !answer.isAggregation {
      let perResult = Double(answer.indexEntriesScanned) / Double(max(1, answer.documents.count))
      console.report(
        FindingList(
          [PlanFindings(query: facts.text).mergeFinding(for: plan, entriesPerResult: perResult)].compactMap(\.self)))
    }
    console.report(FindingList(inputs.documentFindings))
    let isRefused = missing != nil && answer == nil || access.verdict == .denied
    return isRefused ? .findings : .clean
  }

  /// What the rules read is billed with the query.
  private var ruleReads: Int64 { Int64(access.ruleReads?.count ?? 0) }
}

/// What `explain` knows about one query.
struct ExplainFacts {
  var text: String
  var plan: QueryPlan?
  var estimate: (reads: CountRange, entries: CountRange)?
  var missing: MissingIndex?
  var answer: QueryRun.Answer?
  var access: QueryAccess
  var catalog: IndexCatalog

  /// Scripts rely on these keys.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("query", .string(text)), .init("plan", .object([.init("indexesUsed", .indexesUsed(plan))])),
    ]
    if let estimate {
      members.append(
        .init(
          "estimate",
          .object([.init("reads", estimate.reads.json), .init("indexEntriesScanned", estimate.entries.json)])))
    }
    if let repair = missing?.repair(in: catalog) { members.append(.init("missingIndex", repair.json)) }
    members.append(.init("rules", access.json))
    if let answer { members.append(.init("billing", answer.billingJSON)) }
    return .object(members)
  }

  func text(ascii: Bool) -> String {
    var lines = [text]
    let uses = plan?.indexesUsed ?? []
    for (index, use) in uses.enumerated() {
      let scope = use.queryScope == "Collection group" ? " (collection group)" : ""
      lines.append("  \(index == 0 ? "plan    " : "        ") \(use.properties)\(scope)")
    }
    if let missing {
      lines.append("  missing  \(missing.definition.collectionGroup) \(missing.definition.fieldsText)")
      lines.append("           production answers \(missing.refusal().status.name): \(missing.refusal().message)")
    }
    let dash = ascii ? "-" : "–"
    if let estimate {
      lines.append("  estimate \(estimate.reads.text(dash)) reads, \(estimate.entries.text(dash)) index entries")
    }
    if let answer {
      lines.append(
        "  measured \(Counted.text(Int(clamping: answer.reads), "read")), "
          + Counted.text(answer.indexEntriesScanned, "index entry", "index entries"))
    }
    lines.append("  rules    \(access.verdict.rawValue): \(access.reason)")
    lines += access.notes.map { "           \($0)" }
    if let reads = access.ruleReads, !reads.isEmpty {
      let names = reads.prefix(5).map(\.description).joined(separator: ", ") + (reads.count > 5 ? ", …" : "")
      lines.append("           the rules read \(Counted.text(reads.count, "document")): \(names)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension CountRange {
  fileprivate func adding(_ count: Int64) -> CountRange {
    CountRange(minimum + count, maximum.map { $0 + count })
  }

  fileprivate var json: JSONValue {
    .object([.init("min", .integer(minimum)), .init("max", maximum.map(JSONValue.integer) ?? .null)])
  }

  fileprivate func text(_ dash: String) -> String {
    guard let maximum else { return "\(minimum) or more" }
    return minimum == maximum ? "\(minimum)" : "\(minimum)\(dash)\(maximum)"
  }
}
