import Diagnostics
package import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Project
import RealtimeRules
package import RealtimeService
import RulesTesting
package import StructuredText
import Synchronization

// The rules of a database with what requests have evaluated of them, and how they are changed.

extension Emulation {
  /// `{"database", "path", "source", "origin", "statements": [{"line", "allowed", "denied", "errors"}], "conditions":
  /// [{"line", "column", "endLine", "endColumn", "text", "isTrue", "isFalse", "decidedTrue", "decidedFalse"}], "findings",
  /// "isBroken", "etag": of the file}`.
  ///
  /// `source` is the file as it is now, `statements` and `conditions` are about the rules that hold: the same unless the
  /// file is broken. `origin` is `file`, `client` (rules that a test library has put in place), `open` or `none`.
  package func rules(of name: DatabaseName) -> JSONValue {
    let (file, rules) = state.withLock { state in
      (state.files.rules(of: name.database), access(of: name, in: state).rules)
    }
    let (isReleased, isOpen) = state.withLock { state in
      (state.released.rules(of: name) != nil, self.isOpen(name, in: state))
    }
    let coverage = rules.map { rules in
      rules.report(recording.state.withLock { $0.coverage.coverage(of: rules, project: name.project) })
    }
    return RulesText(file, coverage, isReleased: isReleased, isOpen: isOpen).json("database", name.database)
  }

  /// As those of Firestore, with `instance` in the place of `database`; each rule is a statement.
  package func realtimeRules(shownOf name: Text?) throws(RealtimeRefusal) -> JSONValue {
    let instance = try realtimeInstance(name, onlyReading: true).name
    let (file, rules) = state.withLock { state in
      (state.files.realtimeRules(of: instance), realtimeConfiguration(of: instance, in: state).rules)
    }
    let (isReleased, isOpen) = state.withLock { state in
      (state.realtime.released[instance] != nil, isRealtimeOpen(instance, in: state))
    }
    let coverage = rules.map { rules in
      recording.state.withLock { $0.realtimeCoverage.coverage(of: rules, of: instance) }.report(on: rules)
    }
    return RulesText(file, coverage, isReleased: isReleased, isOpen: isOpen).json("instance", instance)
  }

  /// Puts another text in the place of the rules file of a database and uses it, unless it has errors.
  ///
  /// - Parameter expected: the version of the file that was edited.
  /// - Returns: what is wrong with the text, whether it was written, and the etag of the file. Nil where `firebase.json` names
  ///   no file.
  package func writeRules(
    _ text: String, of database: Text, expecting expected: FileWriting.Expectation = .any
  ) throws(FileWriting.Failure) -> JSONValue? {
    guard let file = state.withLock({ $0.files.rules(of: database) }) else { return nil }
    return try write(text, to: file.path, expected) {
      let source = RulesSource(SourceText(path: file.path, text: text))
      return (source.rules != nil, source.problems)
    }
  }

  /// As ``writeRules(_:of:expecting:)``, of an instance of the Realtime Database.
  package func writeRealtimeRules(
    _ text: String, of name: Text?, expecting expected: FileWriting.Expectation = .any
  ) throws(FileWriting.Failure) -> JSONValue? {
    let instance = name ?? Text(settings.project.defaultRealtimeInstance)
    guard let file = state.withLock({ $0.files.realtimeRules(of: instance) }) else { return nil }
    return try write(text, to: file.path, expected) {
      let reading = RealtimeRulesReading.read(SourceText(path: file.path, text: text))
      return (reading.ruleset != nil, reading.diagnostics)
    }
  }

  /// `{"findings"}`: what is wrong with a text, and what is doubtful in it; nothing is written.
  ///
  /// - Parameter instance: of the Realtime Database; nil: the rules are those of Firestore.
  package func findings(ofRules text: String, for instance: Text?) -> JSONValue {
    let source = SourceText(path: "the text in the editor", text: text)
    let found = instance == nil ? RulesSource(source).problems : RealtimeRulesReading.read(source).diagnostics
    return ["findings": .findings(FindingList(found))]
  }

  private func write(
    _ text: String, to path: String, _ expected: FileWriting.Expectation,
    _ read: () -> (isUsable: Bool, problems: [Diagnostic])
  ) throws(FileWriting.Failure) -> JSONValue {
    try changingDefinitions.withLock { (_: inout ()) throws(FileWriting.Failure) in
      let current = FileWriting.bytes(of: path)
      try expected.check(current, of: path)
      let (isUsable, problems) = read()
      if isUsable {
        try FileWriting.replace(path, with: Array(text.utf8))
        reloadFiles()
      }
      return [
        "isWritten": .boolean(isUsable), "etag": .string(FileWriting.tag(of: isUsable ? Array(text.utf8) : current)),
        "findings": .findings(FindingList(problems)),
      ]
    }
  }
}

/// The rules of one database, with what requests have made of them.
private struct RulesText {
  let path: String?
  let origin: String
  let isBroken: Bool
  let findings: [Diagnostic]
  /// The file as it is now, or the rules that hold where they are of no file.
  let source: String?
  /// Of the file; nil where none is named.
  let etag: String?
  let coverage: CoverageReport?

  init<Rules>(_ file: FollowedFile<Rules>?, _ coverage: CoverageReport?, isReleased: Bool, isOpen: Bool) {
    path = file?.path
    isBroken = file?.isBroken ?? false
    findings = file?.findings ?? []
    self.coverage = coverage
    origin = isOpen ? "open" : isReleased ? "client" : coverage != nil ? "file" : "none"
    let bytes = file.flatMap { FileWriting.bytes(of: $0.path) }
    etag = file.map { _ in FileWriting.tag(of: bytes) }
    let text = isReleased ? nil : bytes
    source = (text ?? coverage?.source.bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  func json(_ member: String, _ name: Text) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(member, .string(name.string)), .init("path", path.map(JSONValue.string) ?? .null),
      .init("origin", .string(origin)), .init("isBroken", .boolean(isBroken)),
      .init("findings", .findings(FindingList(findings))),
    ]
    if let source { members.append(.init("source", .string(source))) }
    if let etag { members.append(.init("etag", .string(etag))) }
    return .object(members + (coverage?.pageMembers ?? []))
  }
}

extension CoverageReport {
  fileprivate var pageMembers: [JSONValue.Member] {
    let lines = LineTable(source)
    return [
      .init("statements", .array(statements.map { $0.json(lines) })),
      .init("conditions", .array(conditions.map { $0.json(lines, source) })),
      .init("covered", .integer(Int64(conditionShare.covered))), .init("total", .integer(Int64(conditionShare.total))),
    ]
  }
}

extension CoverageReport.Statement {
  fileprivate func json(_ lines: LineTable) -> JSONValue {
    [
      "line": .integer(Int64(lines.position(of: span.start).line)),
      "allowed": .integer(Int64(coverage.totals.allowed)), "denied": .integer(Int64(coverage.totals.denied)),
      "errors": .integer(Int64(coverage.totals.errors)),
    ]
  }
}

extension CoverageReport.Condition {
  fileprivate func json(_ lines: LineTable, _ source: SourceText) -> JSONValue {
    let (start, end) = (lines.position(of: span.start), lines.position(of: span.end))
    return [
      "line": .integer(Int64(start.line)), "column": .integer(Int64(start.column)),
      "endLine": .integer(Int64(end.line)), "endColumn": .integer(Int64(end.column)),
      "text": .string(shortened(source.text(in: span), to: 200)),
      "isTrue": .integer(Int64(isTrue)), "isFalse": .integer(Int64(isFalse)),
      "decidedTrue": .integer(Int64(decidedTrue)), "decidedFalse": .integer(Int64(decidedFalse)),
    ]
  }
}
