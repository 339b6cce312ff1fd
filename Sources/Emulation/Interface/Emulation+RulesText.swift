import Diagnostics
package import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Project
package import StructuredText
import Synchronization

// The rules of a database with what requests have evaluated of them, and how they are changed.

extension Emulation {
  /// `{"database", "path", "source", "origin", "statements": [{"line", "allowed", "denied", "errors"}], "conditions":
  /// [{"line", "column", "endLine", "endColumn", "text", "isTrue", "isFalse", "decidedTrue", "decidedFalse"}], "findings",
  /// "isBroken"}`.
  ///
  /// `source` is the file as it is now, `statements` and `conditions` are about the rules that hold: the same unless the
  /// file is broken. `origin` is `file`, `client` (rules that a test library has put in place), `open` or `none`.
  package func rules(of name: DatabaseName) -> JSONValue {
    let database = name.database
    let file = state.withLock { state -> FollowedFile<CompiledRules>? in state.files.rules(of: database) }
    let released = state.withLock { state -> CompiledRules? in state.released.rules(of: name) }
    let (isOpen, rules) = state.withLock { state -> (Bool, CompiledRules?) in
      (self.isOpen(name, in: state), access(of: name, in: state).rules)
    }
    let origin = Self.origin(isOpen: isOpen, isReleased: released != nil, hasRules: rules != nil)
    var members: [JSONValue.Member] = [
      .init("database", .string(database.string)),
      .init("path", file.map { .string($0.path) } ?? .null), .init("origin", .string(origin)),
      .init("isBroken", .boolean(file?.isBroken ?? false)),
      .init("findings", .findings(FindingList(file?.findings ?? []))),
    ]
    if released == nil, let path = file?.path, let text = try? InputFile.read(path) {
      members.append(.init("source", .string(String(decoding: text.bytes, as: UTF8.self))))
    } else if let rules {
      members.append(.init("source", .string(String(decoding: rules.ruleset.source.bytes, as: UTF8.self))))
    }
    if let rules {
      let coverage = recording.state.withLock { $0.coverage.coverage(of: rules, project: name.project) }
      members += rules.report(coverage).pageMembers
    }
    return .object(members)
  }

  private static func origin(isOpen: Bool, isReleased: Bool, hasRules: Bool) -> String {
    if isOpen { return "open" }
    if isReleased { return "client" }
    return hasRules ? "file" : "none"
  }

  /// Puts another text in the place of the rules file of a database and uses it, unless it has errors.
  ///
  /// - Returns: what is wrong with the text, and whether it was written. Nil where `firebase.json` names no file.
  package func writeRules(_ text: String, of database: Text) throws(FileWriting.Failure) -> JSONValue? {
    guard let file = state.withLock({ $0.files.rules(of: database) }) else { return nil }
    let source = RulesSource(SourceText(path: file.path, text: text))
    let isUsable = source.rules != nil
    if isUsable {
      try FileWriting.replace(file.path, with: Array(text.utf8))
      reloadFiles()
    }
    return ["isWritten": .boolean(isUsable), "findings": .findings(FindingList(source.problems))]
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
