import Diagnostics
import DocumentStore
package import FirestoreModel
import FirestoreRulesProver
package import FirestoreRulesEnforcement
package import FirestoreRulesEvaluator
import Project
package import QueryModel
package import StructuredText

/// What security rules say to one query, asked by somebody.
package struct QueryAccess: Sendable {
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case allowed, denied, unknown
  }

  package var verdict: Verdict
  /// One line: the statement that allows, or what stands against it.
  package var reason: String
  /// Further lines for people.
  package var notes: [String] = []
  /// Documents that the rules read; nil when they are not known.
  package var ruleReads: [DocumentPath]?

  package init(verdict: Verdict, reason: String, notes: [String] = [], ruleReads: [DocumentPath]? = nil) {
    self.verdict = verdict
    self.reason = reason
    self.notes = notes
    self.ruleReads = ruleReads
  }

  /// Scripts rely on `verdict` and `reason`.
  package var json: JSONValue {
    var members: [JSONValue.Member] = [.init("verdict", .string(verdict.rawValue)), .init("reason", .string(reason))]
    if let ruleReads { members.append(.init("reads", .integer(Int64(ruleReads.count)))) }
    return .object(members)
  }
}

extension QueryAccess {
  /// - Parameters:
  ///   - data: the documents of the database; nil: it is not known which there are.
  ///   - time: `request.time`.
  package static func judge(
    _ statement: QueryStatement, by caller: Caller, under rules: CompiledRules, data: DataFile?,
    in database: DatabaseName, at time: Timestamp
  ) -> QueryAccess {
    if caller == .admin {
      return QueryAccess(verdict: .allowed, reason: "privileged callers are not judged by rules", ruleReads: [])
    }
    let access = AccessControl(rules: rules)
    let snapshot = data.flatMap { stored($0, in: database) }
    switch statement {
    case .document(let template):
      guard let ids = template.literals, let path = DocumentPath(segments: ids) else {
        return QueryAccess(verdict: .unknown, reason: "the path of the document is not known")
      }
      guard let snapshot else {
        return QueryAccess(verdict: .unknown, reason: "a get is decided by the stored document: name it with `--data`")
      }
      return QueryAccess(access.get(path, by: caller, on: snapshot, at: time), isKnown: true)
    case .query, .aggregation: break
    }
    do throws(FirestoreError) {
      guard let query = try listQuery(statement, in: database) else {
        return QueryAccess(verdict: .unknown, reason: "this is no query")
      }
      let decision = access.list(query, by: caller, on: snapshot, database: database.database, at: time)
      let facts = ListFacts(query, under: rules, in: database.database)
      return QueryAccess(decision, isKnown: snapshot != nil, readsDocuments: facts.readsDocuments)
    } catch {
      return QueryAccess(verdict: .unknown, reason: "rules are not asked: \(error.message)")
    }
  }

  private static func listQuery(
    _ statement: QueryStatement, in database: DatabaseName
  ) throws(FirestoreError) -> ListQuery? {
    switch statement {
    case .document: nil
    case .query(let query): ListQuery(try query.normalized(database: database))
    case .aggregation(let query): ListQuery(try query.normalized(database: database))
    }
  }

  /// - Parameter isKnown: the documents of the database are known.
  private init(_ decision: AccessDecision, isKnown: Bool, readsDocuments: Bool = false) {
    let reads = isKnown ? decision.ruleReads : nil
    guard let denial = decision.denial else {
      let statement = decision.operations.last?.allowedBy
      self.init(
        verdict: .allowed, reason: statement.map { "\($0.lineText) \($0.statementText)" } ?? "allowed",
        notes: (decision.operations.last?.doubts ?? []).map { "production unconfirmed: \($0)" }, ruleReads: reads)
      return
    }
    let isUnproven = denial.kind == .rules(.unproven)
    let needsDocuments = isUnproven && !isKnown && readsDocuments && denial.missingFilter == nil
    let help =
      needsDocuments
      ? "the rules read documents, and which there are is not known: name them with `--data FILE`" : denial.help
    let place = denial.location.map { "\($0.lineText) " } ?? ""
    self.init(
      verdict: isUnproven ? .unknown : .denied, reason: place + denial.message,
      notes: denial.notes + (help.map { ["help: \($0)"] } ?? []), ruleReads: reads)
  }

  private static func stored(_ data: DataFile, in database: DatabaseName) -> Snapshot? {
    let store = DocumentStore(database: database, createTime: Timestamp(microseconds: 0))
    let writes = data.entries.map { Write($0.path, .set($0.fields)) }
    // What cannot be stored was reported when the file was read.
    if !writes.isEmpty { _ = try? store.commit(writes, at: Timestamp(microseconds: 1)) }
    return store.current
  }
}

extension SourceLocation {
  /// The text at the place on one line.
  fileprivate var statementText: String {
    let words = source.text(in: span).split(whereSeparator: \.isWhitespace)
    return String(words.joined(separator: " ").prefix(160))
  }
}
