package import Diagnostics
import FirestoreModel
package import RealtimeDatabase
package import RealtimeRules
package import RulesTesting
package import StructuredText

/// What the rules of the Realtime Database say to one request, with everything that is shown of it.
package struct RealtimeAnswer: Sendable {
  package let decision: RealtimeRuleDecision
  /// `read /rooms/a as u1`
  package let subject: String
  /// FB8002: the answers to open questions that the decision rests on.
  package let openQuestions: [Diagnostic]
  private let source: SourceText

  /// - Throws: why the service refuses the request before it asks the rules.
  package init(
    _ rules: RealtimeRuleset, _ file: RealtimeRequestFile, data: RealtimeNode, assumptions: RealtimeAssumptions
  ) throws(RealtimeWriteError) {
    let request = try file.request(over: data)
    source = rules.source
    let decision = rules.decide(request, data: data, assumptions: assumptions, tracing: true)
    self.decision = decision
    let kind =
      switch request.operation {
      case .read: "read"
      case .write: "write"
      case .update: "update"
      }
    subject = "\(kind) \(QuotedText.singleLine(file.path.description)) as \(Self.name(of: request.auth))"
    openQuestions = RealtimeSwitch.ofRules.filter { named in
      rules.decide(request, data: data, assumptions: assumptions.flipping(named)).isAllowed != decision.isAllowed
    }.map { named in
      Diagnostic(
        .behaviourUnverified, "the decision rests on something that nobody has verified: \(named.summary)",
        at: decision.rule.map { rules.source.location($0.rule.expression.span) },
        help:
          "assumed is `\(named.rawValue)=\(assumptions.value(of: named))`; try `--assume \(named.rawValue)=\(assumptions.flipping(named).value(of: named))`"
      )
    }
  }

  package var isAllowed: Bool { decision.isAllowed }

  private static func name(of auth: RealtimeNode) -> String {
    guard auth.exists else { return "a signed-out client" }
    if case .string(let uid)? = auth.child("uid").leaf { return QuotedText.singleLine(uid.string) }
    return "a client without uid"
  }

  // MARK: The rule that decided

  /// Where the deciding part stands: the rule that granted, or what made the last one asked false.
  package var location: SourceLocation? {
    guard let rule = decision.rule else { return nil }
    return source.location(deciding?.span ?? rule.rule.expression.span)
  }

  /// Of a denial the condition that was not met.
  private var deciding: RealtimeExplanation.Node? {
    isAllowed ? nil : explained.flatMap { RealtimeExplanation($0, source).deciding }
  }

  private var explained: TracedRule? {
    decision.trace.last { $0.rule == decision.rule } ?? decision.trace.last
  }

  package var message: String {
    guard let rule = decision.rule else {
      // Only an update of nothing is allowed without a rule.
      if isAllowed { return "an update of nothing succeeds and changes nothing: no rule is asked" }
      return "no rule on the way to \(QuotedText.singleLine(decision.path.description)) says anything: denied"
    }
    let name = "\(rule.rule.kind.rawValue) of \(QuotedText.singleLine(rule.pattern))"
    switch decision.reason {
    case .granted: return "\(name) is true"
    case .conditionFalse: return "\(name) is false"
    case .error(let text): return "\(name) ends in an error: \(text)"
    case .noRule: return "no rule says anything"
    }
  }

  /// The conditions of the rule that decided.
  package var explanation: [ExplanationRow] { explained.map { RealtimeExplanation($0, source).rows } ?? [] }

  /// The other rules that were asked, one line each.
  package var otherRules: [String] {
    let lines = LineTable(source)
    let others = decision.trace.compactMap { traced -> String? in
      guard traced.rule != decision.rule else { return nil }
      let line = lines.position(of: traced.rule.rule.keySpan.start).line
      let outcome = RealtimeExplanation.outcome(traced, source)
      return
        "asked, too: line \(line)  \(traced.rule.rule.kind.rawValue) of \(QuotedText.singleLine(traced.rule.path.description)) is \(outcome)"
    }
    return others + (decision.untraced == 0 ? [] : ["asked, too: \(decision.untraced) more rules"])
  }
}

extension RealtimeSwitch {
  /// Those that decide what rules say.
  package static let ofRules: [RealtimeSwitch] = [
    .sentinelEquality, .listenOrderByKey, .equalToSetsBounds, .unindexedQueryRule, .stringLength,
  ]
}

extension RealtimeRequestFile {
  /// The time of requests that name none, in milliseconds since 1970: that of requests to Firestore.
  package static let standardTime = Double(1_767_225_600_000)
}

// The JSON of `rtdb eval`. Scripts rely on these keys: they may be added to, never renamed.

extension RealtimeAnswer {
  /// The parts of one rule that are listed; behind them stands how many more there are.
  private static let maximumValues = 200

  package var json: JSONValue {
    let lines = LineTable(source)
    func place(_ span: Span) -> [JSONValue.Member] {
      let position = lines.position(of: span.start)
      return [.init("line", .integer(Int64(position.line))), .init("column", .integer(Int64(position.column)))]
    }
    var rule: JSONValue = .null
    if let decided = decision.rule {
      rule = .object(
        [
          .init("path", .string(decided.pattern)), .init("location", .string(decided.path.description)),
          .init("kind", .string(decided.rule.kind.rawValue)), .init("file", .string(source.path)),
        ] + place(decided.rule.keySpan))
    }
    var reason: [JSONValue.Member] = []
    switch decision.reason {
    case .granted: break
    case .conditionFalse: reason.append(.init("kind", "condition-false"))
    case .error: reason.append(.init("kind", "error"))
    case .noRule: reason.append(.init("kind", "no-rule"))
    }
    reason.append(.init("message", .string(message)))
    if let location { reason += place(location.span) }
    var trace = decision.trace.flatMap { traced in
      let rule = JSONValue.Member("rule", .string("\(traced.rule.path.description) \(traced.rule.rule.kind.rawValue)"))
      let values = traced.values.prefix(Self.maximumValues).map { value in
        JSONValue.object(
          place(value.span) + [rule, .init("expression", .string(source.expression(at: value.span))), value.member])
      }
      let more = traced.values.count - values.count
      return values + (more == 0 ? [] : [.object([rule, .init("more", .integer(Int64(more)))])])
    }
    if decision.untraced > 0 { trace.append(.object([.init("moreRules", .integer(Int64(decision.untraced)))])) }
    return .object([
      .init("decision", .string(isAllowed ? "allow" : "deny")), .init("path", .string(decision.path.description)),
      .init("rule", rule), .init("reason", .object(reason)), .init("trace", .array(trace)),
    ])
  }
}

extension TracedValue {
  fileprivate var member: JSONValue.Member {
    switch outcome {
    case .error(let text): .init("error", .string(text))
    case .value("null"): .init("value", .null)
    case .value(let text):
      .init("value", leaf.map { leaf in leaf.isFinite ? leaf.json : .string(text) } ?? .string(text))
    }
  }
}

extension RealtimeLeaf {
  fileprivate var isFinite: Bool { if case .number(let number) = self { number.isFinite } else { true } }
}

extension SourceText {
  /// An expression of a rules file on one line, without the escapes of JSON.
  func expression(at span: Span) -> String {
    let written = text(in: span)
    guard written.contains("\\") else { return written.onOneLine(limit: 200) }
    let quoted = SourceText(path: path, text: "\"\(written)\"")
    if case .string(let text)? = JSONReader.read(quoted, .realtimeRules).valid?.content {
      return text.onOneLine(limit: 200)
    }
    return written.onOneLine(limit: 200)
  }
}
