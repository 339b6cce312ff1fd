import Diagnostics
import FirestoreModel
import RunReports
package import StructuredText

/// What `cost ratchet` says about one file.
package struct RatchetResult: Sendable {
  package var verdict: RatchetVerdict
  package var accepted: [Ratchet.Acceptance]
  /// Nothing was written.
  package var isCheck: Bool

  package init(verdict: RatchetVerdict, accepted: [Ratchet.Acceptance], isCheck: Bool) {
    self.verdict = verdict
    self.accepted = accepted
    self.isCheck = isCheck
  }

  private var names: [OperationKey: String] {
    let entries = verdict.lowered + verdict.exceeded + verdict.added + verdict.unchanged + verdict.partial
    return (entries.map(\.key) + verdict.gone.map(\.key) + accepted.map(\.key)).shortestNames
  }

  /// What stands between `outcome` and `findings`.
  package var members: [JSONValue.Member] {
    let names = names
    func list(_ entries: [RatchetVerdict.Entry]) -> JSONValue {
      .array(
        entries.map { entry in
          .object(
            Self.naming(entry.key, names) + [
              .init("recorded", entry.recorded.map { .number($0.description) } ?? .null),
              .init("now", .number(entry.now.description)),
            ])
        })
    }
    let accepted = self.accepted.map { raise in
      JSONValue.object(
        Self.naming(raise.key, names) + [
          .init("recorded", .number(raise.from.description)), .init("now", .number(raise.to.description)),
          .init("reason", .string(raise.reason)),
        ])
    }
    return [
      .init("lowered", list(verdict.lowered)), .init("exceeded", list(verdict.exceeded)),
      .init("added", list(verdict.added)), .init("accepted", .array(accepted)), .init("partial", list(verdict.partial)),
      .init("unchanged", .integer(Int64(verdict.unchanged.count))), .init("written", .boolean(!isCheck && isChange)),
    ]
  }

  private static func naming(_ key: OperationKey, _ names: [OperationKey: String]) -> [JSONValue.Member] {
    [
      .init("name", .string(names[key] ?? key.step.string)), .init("workload", .string(key.workload.string)),
      .init("variant", .string(key.variant.string)), .init("step", .string(key.step.string)),
    ]
  }

  package var isChange: Bool { verdict.changesFile || !accepted.isEmpty }

  private struct Row {
    var mark: String
    var key: OperationKey
    var reads: String
    var note: String
  }

  private func rows(ascii: Bool) -> [Row] {
    let done = isCheck ? "would be " : ""
    func change(_ from: RecordedReads?, _ to: RecordedReads) -> String {
      from.map { "\(grouped($0)) \(ascii ? "->" : "→") \(grouped(to))" } ?? grouped(to)
    }
    return verdict.exceeded.map {
      Row(mark: ascii ? "x" : "✗", key: $0.key, reads: change($0.recorded, $0.now), note: "exceeded")
    }
      + accepted.map {
        Row(
          mark: ascii ? "^" : "↑", key: $0.key, reads: change($0.from, $0.to),
          note: "accepted: \(QuotedText.singleLine($0.reason))")
      }
      + verdict.lowered.map {
        Row(mark: ascii ? "v" : "↓", key: $0.key, reads: change($0.recorded, $0.now), note: "\(done)lowered")
      }
      + verdict.added.map { Row(mark: "+", key: $0.key, reads: grouped($0.now), note: "\(done)recorded") }
      + leftAlone.map {
        Row(mark: "?", key: $0.key, reads: change($0.recorded, $0.now), note: "left alone: requests were refused")
      }
  }

  /// Lower, or new, in a run that was refused something.
  private var leftAlone: [RatchetVerdict.Entry] { verdict.partial }

  private func grouped(_ reads: RecordedReads) -> String { Grouped.decimal(reads.description) }

  /// The rows that differ; empty when nothing does.
  package func text(ascii: Bool) -> String {
    let names = names
    var table = TextTable([.left, .left, .right, .left])
    let rows = rows(ascii: ascii)
    guard !rows.isEmpty else { return "" }
    table.add(["", "operation", "reads/call", ""])
    for row in rows {
      table.add([row.mark, QuotedText.singleLine(names[row.key] ?? row.key.step.string), row.reads, row.note])
    }
    return table.lines().map { $0 + "\n" }.joined()
  }

  package var markdown: String {
    let names = names
    let rows = rows(ascii: false)
    guard !rows.isEmpty else { return "" }
    let lines = rows.map { row in
      "| \(row.mark) | \(MarkdownText.plain(names[row.key] ?? row.key.step.string)) | \(row.reads) | \(MarkdownText.plain(row.note)) |"
    }
    return (["| | Operation | reads/call | |", "|---|---|---:|---|"] + lines).joined(separator: "\n") + "\n"
  }

  /// `1 exceeded, 2 lowered, 14 unchanged`
  package var summary: String {
    let parts = [
      (verdict.exceeded.count, "exceeded"), (accepted.count, "accepted"), (verdict.lowered.count, "lowered"),
      (verdict.added.count, "recorded"), (leftAlone.count, "left alone"), (verdict.gone.count, "gone"),
    ].filter { $0.0 > 0 }
    return (parts + [(verdict.unchanged.count, "unchanged")]).map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
