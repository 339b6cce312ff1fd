import Diagnostics
import FirestoreModel
package import Metering
import Project
package import StructuredText
import Workloads

extension RunReport {
  /// The version of the document's form; it grows when a key changes its meaning.
  package static let schema: Int64 = 1

  /// The machine-readable report. Counts are totals over the simulated period, money is written with its exact digits.
  ///
  /// - Parameters:
  ///   - outcome: how the command ends, which the caller's fail level has a part in; nil: the report's own.
  ///   - includesHelp: recorded expectations leave the help texts out.
  package func json(outcome: String? = nil, includesHelp: Bool = true) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("schema", .integer(Self.schema)),
      .init("outcome", .string(outcome ?? self.outcome.rawValue)),
      .init("workload", .string(workload)),
      .init("about", about.map(JSONValue.string) ?? .null),
      .init("period", period.json),
      .init("book", book?.json ?? .null),
      .init("variants", .array(variants.map { $0.json(standing: standing(of: $0)) })),
      .init("assertions", .array(assertions.map(\.json))),
      .init("budgets", .array(budgets.map(\.json))),
    ]
    if !claims.isEmpty { members.append(.init("claims", .array(claims.map(\.json)))) }
    members += [
      .init("assumptions", .array(assumptions.map(\.json))),
      .init("findings", .array(sortedFindings.map { $0.json(includesHelp: includesHelp) })),
      .init("remarks", .array(remarks.map(JSONValue.string))),
    ]
    if demandsLeftOut > 0 { members.append(.init("demandsLeftOut", .integer(demandsLeftOut))) }
    if let saved {
      members.append(
        .init(
          "saved",
          [
            "at": saved.at.map { .string($0.rfc3339) } ?? .null,
            "stale": saved.staleness.map(JSONValue.string) ?? .null,
          ]))
    }
    return .object(members)
  }

  /// In the order in which every output shows them.
  package var sortedFindings: [ReportedFinding] {
    let order = FindingList(findings.map(\.diagnostic)).diagnostics
    return findings.sorted { first, second in
      let positions = (order.firstIndex(of: first.diagnostic) ?? 0, order.firstIndex(of: second.diagnostic) ?? 0)
      return positions.0 == positions.1 ? !first.isExpected && second.isExpected : positions.0 < positions.1
    }
  }
}

extension RunReport.Period {
  fileprivate var json: JSONValue {
    ["start": .string(start.description), "utcOffset": .integer(Int64(utcOffset)), "days": .integer(days)]
  }
}

extension RunReport.Book {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "asOf": asOf.map(JSONValue.string) ?? .null,
      "location": location.map(JSONValue.string) ?? .null, "currency": .string(currency),
      "unverified": .boolean(isUnverified), "monthDays": .integer(monthDays), "yearMonths": .integer(yearMonths),
    ]
  }
}

extension VariantReport {
  fileprivate func json(standing: VariantStanding) -> JSONValue {
    var members = sums
    members += [
      .init("kind", .string(kind.rawValue)),
      .init("standing", .string(standing.rawValue)),
      .init("documentsShown", .integer(documentsShown)),
      .init("shortcomings", .array(shortcomings.map(JSONValue.string))),
      .init("monthlyCost", month?.json ?? .null),
      .init("components", tally.componentsJSON),
      .init("waste", waste.json),
      .init("correctness", correctness.json),
      .init("operations", .array(operations.map(\.json))),
      .init("days", .array(days.map(\.json))),
      .init("roles", .array(roles.map(\.json))),
      .init("listeners", .array(listeners.map(\.json))),
      .init("ruleReads", .array(ruleReads.map(\.json))),
      .init("fanOut", .array(fanOut.map(\.json))),
    ]
    if let realtime { members.append(.init("realtime", realtime.json)) }
    return .object(members)
  }

  private var sums: [JSONValue.Member] {
    let share: JSONValue = coldShare.map { ["part": .integer($0.part), "whole": .integer($0.whole)] } ?? .null
    return [
      .init("name", .string(name)),
      .init("reads", .integer(tally.reads)),
      .init("writes", .integer(tally.writes)),
      .init("deletes", .integer(tally.deletes)),
      .init("ttlDeletes", .integer(tally.ttlDeletes)),
      .init("egressBytes", .integer(tally.bytes)),
      .init("realtimeBytes", .integer(tally.realtimeBytes)),
      .init("storedBytes", .integer(storedBytes)),
      .init("outsideWrites", .integer(outsideWrites)),
      .init("users", .integer(users)),
      .init("refused", .integer(refused)),
      .init("refusedAsExpected", .integer(refusedAsExpected)),
      .init("coldShare", share),
    ]
  }
}

extension RealtimeReport {
  fileprivate var json: JSONValue {
    .object([
      .init("bytes", .integer(bytes)),
      .init("bytesIfIndexed", .integer(bytesIfIndexed)),
      .init("storedBytes", .integer(storedBytes)),
      .init("peakConnections", .integer(peakConnections)),
      .init("largestResponse", ["bytes": .integer(largestResponse), "path": .string(largestPath)]),
      .init("writes", .integer(writes)),
      .init("peakWritesPerMinute", .integer(peakWritesPerMinute)),
      .init("peakBytesWrittenPerMinute", .integer(peakBytesWrittenPerMinute)),
      .init(
        "limits",
        .object([
          .init("connections", .integer(limits.connections)),
          .init("freeConnections", .integer(limits.freeConnections)),
          .init("responseBytes", .number(limits.response.bytes.description)),
          .init("response", .string(limits.response.description)),
          .init("writesPerSecond", .integer(limits.writesPerSecond)),
          .init("bytesWrittenPerMinute", .number(limits.writtenPerMinute.bytes.description)),
          .init("writtenPerMinute", .string(limits.writtenPerMinute.description)),
        ])),
      .init("book", book.map(JSONValue.string) ?? .null),
      .init("traffic", .array(rows.map { $0.json(of: bytes) })),
    ])
  }
}

extension RealtimeReport.Row {
  fileprivate func json(of total: Int64) -> JSONValue {
    let share = total == 0 ? Rational.zero : Rational(bytes) / Rational(total)
    return .object([
      .init("path", .string(path)),
      .init("operation", .string(operation.rawValue)),
      .init("step", .string(step)),
      .init("count", .integer(count)),
      .init("bytes", .integer(bytes)),
      .init("average", .integer(average)),
      .init("largest", .integer(largest)),
      .init("unindexed", .integer(unindexed)),
      .init("bytesIfIndexed", .integer(bytesIfIndexed)),
      .init("denied", .integer(denied)),
      .init("share", .number(share.decimal(places: 4))),
      .init("monthlyCost", monthlyCost.map { .number($0.description) } ?? .null),
    ])
  }
}

extension MonthlyCost {
  /// `monthlyCost`, the same in every command: `amount` is the sum of the `parts` that have a price, and `lines` say how
  /// each comes about.
  package var json: JSONValue {
    .object([
      .init("amount", .number(amount.description)),
      .init("currency", .string(currency)),
      .init(
        "parts",
        .object(lines.map { JSONValue.Member($0.part.rawValue, $0.amount.map { .number($0.description) } ?? .null) })),
      .init("listAmount", listAmount.map { .string($0.exactText) } ?? .null),
      .init("lines", .array(lines.map(\.json))),
      .init("monthDays", .integer(calendar.monthDays)),
      .init("yearMonths", .integer(calendar.yearMonths)),
    ])
  }
}

extension MonthlyCost.Line {
  /// Texts, since they are exact: a third has no digits.
  fileprivate var json: JSONValue {
    func exact(_ amount: Rational?) -> JSONValue { amount.map { .string($0.exactText) } ?? .null }
    return [
      "part": .string(part.rawValue), "quantity": exact(quantity), "billed": exact(billed), "amount": exact(amount),
      "verified": .boolean(isVerified),
    ]
  }
}

extension Tally {
  /// The parts that the reads consist of.
  var componentsJSON: JSONValue {
    [
      "documents": .integer(documents), "minimum": .integer(minimum), "skipped": .integer(skipped),
      "missing": .integer(missing), "entries": .integer(entries), "ruleReads": .integer(ruleReads),
      "verify": .integer(verify), "reissued": .integer(reissued),
    ]
  }
}

extension Waste {
  fileprivate var json: JSONValue {
    .object(
      Class.allCases.compactMap { wasteClass in
        self[wasteClass] == 0 ? nil : JSONValue.Member(wasteClass.rawValue, .integer(self[wasteClass]))
      })
  }
}

extension Correctness {
  fileprivate var json: JSONValue {
    [
      "missed": .integer(missed), "stale": .integer(stale), "duplicates": .integer(duplicates),
      "denied": .integer(denied), "indexErrors": .integer(indexErrors),
    ]
  }
}

extension OperationReport {
  fileprivate var json: JSONValue {
    .object([
      .init("name", .string(name)),
      .init("shape", shape.map(JSONValue.string) ?? .null),
      .init("calls", .integer(calls)),
      .init("reads", .integer(tally.reads)),
      .init("writes", .integer(tally.writes)),
      .init("deletes", .integer(tally.deletes)),
      .init("ttlDeletes", .integer(tally.ttlDeletes)),
      .init("egressBytes", .integer(tally.bytes)),
      .init("realtimeBytes", .integer(tally.realtimeBytes)),
      .init("plan", plan.map { .array($0.map(JSONValue.string)) } ?? .null),
      .init("readsPerCall", readsPerCall?.json ?? .null),
      .init("callsByReads", .array(callsByReads.map { [.integer($0.reads), .integer($0.calls)] })),
      .init("components", tally.componentsJSON),
      .init("source", source.map { .string($0.lineText) } ?? .null),
    ])
  }
}

extension ReadsPerCall {
  fileprivate var json: JSONValue {
    ["minimum": .integer(minimum), "median": .integer(median), "maximum": .integer(maximum)]
  }
}

extension AssertionReport {
  fileprivate var json: JSONValue {
    [
      "expect": .string(text), "passed": .boolean(passed), "notes": .array(notes.map(JSONValue.string)),
      "source": .string(location.lineText),
    ]
  }
}

extension BudgetReport {
  fileprivate var json: JSONValue {
    .object([
      .init("step", .string(scope)),
      .init("metric", .string(metric)),
      .init("per", .string(period)),
      .init("max", .number(maximum.exactNumber)),
      .init("variant", .string(variant)),
      .init("measured", measured.map { .number($0.exactNumber) } ?? .null),
      .init("verdict", .string(verdict.rawValue)),
      .init("expected", .boolean(isExpected)),
      .init("level", .string(level.rawValue)),
      .init("source", .string(location.lineText)),
    ])
  }
}

extension ClaimReport {
  fileprivate var json: JSONValue {
    func figure(_ figure: ClaimFigure?) -> JSONValue { figure?.json ?? .null }
    return .object([
      .init("id", .string(id)),
      .init("place", .string(place)),
      .init("quote", .string(quote)),
      .init("claimed", figure(claimed)),
      .init("atLeast", figure(atLeast)),
      .init("atMost", figure(atMost)),
      .init("theirs", figure(theirs)),
      .init("list", figure(list)),
      .init("verdict", .string(verdict.rawValue)),
      .init("note", note.map(JSONValue.string) ?? .null),
      .init("source", .string(location.lineText)),
    ])
  }
}

extension ClaimFigure {
  /// The amount is a text, since it is exact: a third has no digits.
  fileprivate var json: JSONValue { ["amount": .string(amount.exactText), "unit": .string(unit.name)] }
}

extension ClaimFigure.Unit {
  /// `number`, `share`, or a currency.
  fileprivate var name: String {
    switch self {
    case .number: "number"
    case .share: "share"
    case .money(let currency): currency
    }
  }
}

extension String {
  /// Fractions that never end are printed with an ellipsis, which is no JSON.
  fileprivate var exactNumber: String { hasSuffix("…") ? String(dropLast()) : self }
}

extension AssumptionReport {
  fileprivate var json: JSONValue {
    let money: JSONValue = monthlyChange.map { .number($0.description) } ?? .null
    return .object([
      .init("switch", .string(name)),
      .init("value", .string(value)),
      .init("alternative", .string(alternative)),
      .init("summary", .string(summary)),
      .init("variant", .string(variant)),
      .init("delta", .object(change.members + [.init("monthlyCost", money)])),
    ])
  }
}

extension ReportedFinding {
  fileprivate func json(includesHelp: Bool) -> JSONValue {
    var members: [JSONValue.Member] = []
    if case .array(let values) = JSONValue.findings(FindingList([diagnostic])), case .object(let found)? = values.first
    {
      members = found
    }
    // What a proof found is part of the answer; other notes are words, as help is.
    let words = diagnostic.code.isOfProof ? ["help"] : ["help", "notes"]
    if !includesHelp { members.removeAll { words.contains($0.key) } }
    members.append(.init("variants", .array(variants.map(JSONValue.string))))
    members.append(.init("expected", .boolean(isExpected)))
    return .object(members)
  }
}
