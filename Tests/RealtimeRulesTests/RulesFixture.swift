import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import StructuredText

/// Rules and requests as the case files write them.
enum RulesFixture {
  /// Upload errors as one error.
  static func rules(_ text: String) throws -> RealtimeRuleset {
    let reading = RealtimeRulesReading.read(SourceText(path: "rules.json", text: text))
    guard let ruleset = reading.ruleset else {
      throw SpecError(reading.diagnostics.map(concise).joined(separator: "\n"))
    }
    return ruleset
  }

  static func concise(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location?.position
    return "\(place?.line ?? 0):\(place?.column ?? 0) \(diagnostic.code.id) \(diagnostic.message)"
  }

  /// The text as a JSON string.
  static func quoted(_ text: String) -> String { JSONWriter.text(.string(text), .compact) }

  static func data(_ value: SpecValue?) throws -> RealtimeNode {
    try value.map { try RealtimeNode(node: $0.node) } ?? .absent
  }

  static func assumptions(_ value: SpecValue?) throws -> RealtimeAssumptions {
    var assumptions = RealtimeAssumptions.standard
    for text in try value?.strings ?? [] {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, assumptions.set(parts[0], to: parts[1]) else { throw SpecError("no assumption \(text)") }
    }
    return assumptions
  }

  static func query(_ value: SpecValue) throws -> RealtimeQuerySpec {
    let decoding = NodeDecoding(value.source)
    guard let builder = try RealtimeQueryBuilder.read(value.node, decoding) else {
      throw SpecError(decoding.diagnostics.map(concise).joined(separator: "\n"))
    }
    return builder.spec
  }

  /// The request of a case, whose `auth` may stand beside it.
  static func request(_ value: SpecValue, auth: SpecValue?, over data: RealtimeNode) throws -> RealtimeRuleRequest {
    switch RealtimeRequestFile.read(value.node, in: value.source, now: 1000) {
    case .request(var file, let notes):
      guard notes.isEmpty else { throw SpecError(notes.map(concise).joined(separator: "\n")) }
      if let auth { file.auth = RealtimeNode(claims: JSONValue(auth.node)) }
      return try file.request(over: data)
    case .refused(let message): throw value.error(message)
    case .unreadable(let findings): throw SpecError(findings.map(concise).joined(separator: "\n"))
    }
  }

  /// `allow`, or `deny` with what decided: `deny /rooms/$r .write false`, `deny`.
  static func text(_ decision: RealtimeRuleDecision) -> String {
    let rule = decision.rule.map { " \($0.pattern) \($0.rule.kind.rawValue)" } ?? ""
    let reason =
      switch decision.reason {
      case .granted: ""
      case .conditionFalse: " false"
      case .error(let message): " error: \(message)"
      case .noRule: " no rule"
      }
    return (decision.isAllowed ? "allow" : "deny") + rule + reason
  }
}
