import Diagnostics
import Metering

/// `302 reads/call, 89 % because listeners start over`
package struct OperationSummary {
  private let operation: OperationReport

  package init(_ operation: OperationReport) { self.operation = operation }

  package var text: String { ([perCall] + [reason].compactMap(\.self)).joined(separator: ", ") }

  /// Reads last, since the reason behind them speaks of them.
  private var perCall: String {
    let tally = operation.tally
    let counts = [(tally.deletes, "delete"), (tally.writes, "write"), (tally.reads, "read")].filter { $0.0 > 0 }
    guard !counts.isEmpty else { return "\(FigureText.bytes(tally.realtimeBytes / max(1, operation.calls)))/call" }
    return counts.map { each($0, $1) }.joined(separator: ", ") + "/call"
  }

  private func each(_ count: Int64, _ noun: String) -> String {
    let each = Rational(count) / Rational(max(1, operation.calls))
    let text = FigureText.amount(each)
    return "\(text) \(noun)\(text == "1" ? "" : "s")"
  }

  /// The largest part of the reads that are not simply what was asked for, where it is worth a word.
  private var reason: String? {
    let parts = operation.components
    let reasons: [(Int64, String)] = [
      (parts.reissued, "because listeners start over"), (parts.minimum, "for finding nothing"),
      (parts.skipped, "skipped by an offset"), (parts.missing, "of documents that do not exist"),
      (parts.entries, "of index entries"), (parts.rules, "by security rules"), (parts.verify, "to verify"),
    ]
    guard operation.reads > 0, let most = reasons.max(by: { $0.0 < $1.0 }), most.0 > operation.reads / 5 else {
      return nil
    }
    return "\(Percentage.whole(Rational(most.0) / Rational(operation.reads))) \(most.1)"
  }
}
