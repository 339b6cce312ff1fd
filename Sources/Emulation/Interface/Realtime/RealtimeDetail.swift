import Diagnostics
import RealtimeDatabase
import RealtimeRules
import RealtimeService
import StructuredText

// What is known of one request to the Realtime Database beside its row.

extension ServedRealtimeRequest {
  /// `{"sentBytes", "receivedBytes", "carrier", "isUnindexed", "isUnchanged", "asked": [{"pattern", "kind", "line",
  /// "file", "condition", "outcome", "values": [{"text", "value" | "error", "depth"}], "decided"}]}`
  func detailMembers(_ evidence: RealtimeEvidence?) -> [JSONValue.Member] {
    var members = PresentMembers()
    members.add("sentBytes", Int64(sentBytes))
    members.add("receivedBytes", Int64(receivedBytes))
    members.add("carrier", context.carrier == .connection ? "connection" : "REST")
    if isUnindexed {
      members.add("isUnindexed", JSONValue.boolean(true))
      members.add("indexOn", (query?.requiredIndex ?? query?.listenerIndex).map { "\($0)" })
    }
    if isUnchanged { members.add("isUnchanged", JSONValue.boolean(true)) }
    members.add("asked", evidence.map { $0.asked(decisive: rule) })
    return members.list
  }
}

extension RealtimeEvidence {
  /// More is nothing that somebody reads.
  private static let ruleLimit = 40

  func asked(decisive: DecidedRule?) -> JSONValue {
    let lines = LineTable(rules.source)
    return .array(trace.prefix(Self.ruleLimit).map { $0.json(rules.source, lines, decisive: decisive) })
  }
}

extension TracedRule {
  fileprivate func json(_ source: SourceText, _ lines: LineTable, decisive: DecidedRule?) -> JSONValue {
    var members = PresentMembers()
    members.add("pattern", rule.pattern)
    members.add("path", rule.path.description)
    members.add("kind", rule.rule.kind.rawValue)
    members.add("file", source.path)
    members.add("line", Int64(lines.position(of: rule.rule.keySpan.start).line))
    members.add("condition", shortened(source.text(in: rule.rule.expression.span)))
    // The whole condition is evaluated last.
    members.add("outcome", values.last?.outcome.text)
    if rule == decisive { members.add("decided", JSONValue.boolean(true)) }
    members.add(
      "values",
      .array(
        values.prefix(200).map { value in
          var members = PresentMembers()
          members.add("text", shortened(source.text(in: value.span), to: 200))
          switch value.outcome {
          case .value(let text): members.add("value", shortened(text, to: 200))
          case .error(let text): members.add("error", shortened(text, to: 200))
          }
          members.add("depth", Int64(value.depth))
          return .object(members.list)
        }))
    return .object(members.list)
  }
}

extension TracedValue.Outcome {
  fileprivate var text: String {
    switch self {
    case .value(let text): text
    case .error(let text): "error: \(text)"
    }
  }
}
