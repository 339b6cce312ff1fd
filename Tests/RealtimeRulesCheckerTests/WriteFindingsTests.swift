import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import QueryModel
import RealtimeRules
import StructuredText
import Testing

@testable import RealtimeRulesChecker

/// The findings about writes in the code of an app. Paths and values have the text form of write shapes: `$uid` is the
/// caller, `+` a new key, `?` an unknown value.
@Suite("Realtime Database: writes of an app") struct WriteFindingsTests {
  struct Case: CustomTestStringConvertible {
    var spec: SpecValue

    var testDescription: String { (try? spec["name"].string) ?? "" }
  }

  static func cases() throws -> [Case] {
    try SpecFile.cases("Tests/RealtimeRulesCheckerTests/Specs/writes.yaml").map { Case(spec: $0) }
  }

  @Test("cases", arguments: try cases())
  func findings(_ test: Case) throws {
    let spec = test.spec
    try spec.allow("name", "rules", "writes", "expect")
    let writes = try spec["writes"].array.map { try ObservedWrite(spec: $0) }
    var found = WrittenValueFindings.findings(of: writes)
    if let rules = try spec.optional("rules") {
      let source = SourceText(path: "database.rules.json", text: "{\"rules\": \(rules.json)}")
      let reading = RealtimeRulesReading.read(source)
      #expect(reading.diagnostics.map(\.message) == [])
      let subject = RealtimeSubject(try #require(reading.ruleset), context: RealtimeCheckContext(writes: writes))
      found += WrittenUpdateFindings.findings(of: writes, on: subject)
      found += RealtimeRulesCheck.findings(subject).filter { $0.code == .arrayOfIds || $0.code == .valOfContainer }
    }
    let texts = found.map { finding in
      let position = finding.location.map { $0.source.path == "app" ? "\($0.span.start)" : "rules" } ?? "nowhere"
      return "\(position) \(finding.code.id) \(finding.severity) \(finding.message)"
        + finding.notes.filter { !$0.hasPrefix("replayed") }.map { " (\($0))" }.joined()
    }
    #expect(texts == (try spec["expect"].strings), "\(texts.joined(separator: "\n"))")
    for finding in found { #expect(finding.help?.isEmpty == false) }
  }
}

extension ObservedWrite {
  /// `{set: path, value: …}`, `{update: path, value: {path: …}}`; `at: disconnect`, `by: server`, `located: false`.
  init(spec: SpecValue) throws {
    try spec.allow("set", "update", "value", "at", "by", "located", "line")
    let isUpdate = try spec.optional("update") != nil
    let path = Self.keys(try (isUpdate ? spec["update"] : spec["set"]).string)
    var shape = RealtimeWriteShape(path: path, changes: [], isUpdate: isUpdate)
    if isUpdate {
      shape.changes = try spec["value"].members.map {
        RealtimeWriteShape.Change(Self.keys($0.key), try Self.value($0.value.node))
      }
    } else {
      shape.changes = [RealtimeWriteShape.Change([], try Self.value(spec["value"].node))]
    }
    if let moment = try spec.optional("at") { shape.moment = try moment.string == "disconnect" ? .disconnect : .now }
    let line = try spec.optional("line")?.integer ?? 1
    self.init(
      shape, at: SourceText(path: "app", text: String(repeating: " ", count: 100)).location(Span(line, line + 1)),
      isByUser: try spec.optional("by")?.string != "server", isLocated: try spec.optional("located")?.boolean ?? true)
  }

  static func keys(_ text: String) -> [WrittenKey] { text.split(separator: "/").map { key(String($0)) } }

  static func key(_ text: String) -> WrittenKey {
    switch text {
    case "$uid": .userID
    case "?": .unknown
    case "+": .new(1)
    default: .literal(Text(text))
    }
  }

  static func value(_ node: Node) throws -> WrittenValue {
    switch node.content {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .string(let text): return word(text)
    case .array(let elements): return .list(try elements.map { try value($0) }, isOpen: false)
    case .object(let members):
      return .map(try members.map { WrittenEntry(key($0.key), try value($0.value)) }, isOpen: false)
    case .number(let text): return Int64(text).map { .integer($0) } ?? .number
    }
  }

  static func word(_ text: String) -> WrittenValue {
    if text.hasPrefix("read ") {
      let segments = text.dropFirst(5).split(separator: "/").map { part -> PathSegment in
        part == "?" ? .unknown : part == "$uid" ? .parameter("uid") : .literal(Text(String(part)))
      }
      return .changed(ReadNumber(location: PathTemplate(segments)))
    }
    switch text {
    case "$uid": return .userID
    case "?": return .unknown
    case "now": return .serverTime
    case "increment": return .increment
    default: return .text(Text(text))
    }
  }
}
