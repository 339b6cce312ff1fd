import DocumentStore
import Diagnostics
import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
package import FirestoreService
import IndexCatalog
package import Metering
import QueryModel
import QueryPlanner

/// One request as one line for people:
///
/// ```
/// 12:00:01 query  orders      ada     ✓ 21 reads   orders.search (status ASC, total DESC, __name__ DESC)
/// 12:00:02 get    orders/o1   bob     ✗ denied     firestore.rules:13 owner == request.auth.uid is false: "ada" == "bob"
/// 12:00:03 query  users       admin   ✗ index      users (city ASC, age ASC) missing FB2001
/// ```
package struct RequestLine: Sendable {
  let billing: BillingAssumptions
  let isASCII: Bool

  package init(billing: BillingAssumptions = .standard, isASCII: Bool = false) {
    self.billing = billing
    self.isASCII = isASCII
  }

  /// Without a line break.
  package func text(_ request: ServedRequest) -> String {
    let columns: [(text: String, width: Int)] = [
      (time(request.time), 9), (request.word, 7), (shown(request.target, 60), 12), (who(request), 8),
      (verdict(request), 13),
    ]
    return line(columns, detail: detail(request))
  }

  func line(_ columns: [(text: String, width: Int)], detail: String) -> String {
    let line = columns.map { padded($0.text, to: $0.width) }.joined()
    return detail.isEmpty ? line.trimmedEnd : line + detail
  }

  // MARK: - Columns

  /// UTC.
  func time(_ time: Timestamp) -> String { String(time.rfc3339.dropFirst(11).prefix(8)) }

  private func who(_ request: ServedRequest) -> String {
    shown(request.context.caller.callerName, 40)
  }

  private func verdict(_ request: ServedRequest) -> String {
    switch request.outcome {
    case .served: "\(isASCII ? "ok" : "✓")\(bill(request).map { " \($0)" } ?? "")"
    case .denied: "\(no) denied"
    case .refused(let error): "\(no) \(request.missingIndexes.isEmpty ? error.status.name : "index")"
    }
  }

  var no: String { isASCII ? "no" : "✗" }

  private func bill(_ request: ServedRequest) -> String? {
    guard let tally = request.billing?.tally(under: billing) else { return nil }
    let parts = [(tally.reads, "read"), (tally.writes, "write"), (tally.deletes, "delete")].filter { $0.0 != 0 }
    if parts.isEmpty { return request.billing?.kind.isRead == true ? "0 reads" : nil }
    return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }

  // MARK: - Detail

  private func detail(_ request: ServedRequest) -> String {
    let name = (request.context.operation ?? request.context.test).map { shown($0.string, 60) }
    let missing = request.missingIndexes.first.map(missing)
    let parts: [String?]
    switch request.outcome {
    case .served: parts = [name, missing ?? plan(request)]
    case .denied(let denial): parts = [place(of: denial), name]
    case .refused(let error): parts = [missing ?? shown(error.message, 160), name]
    }
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func plan(_ request: ServedRequest) -> String? {
    request.plan?.indexesUsed.map(\.properties).uniqued().joined(separator: " + ")
  }

  private func missing(_ index: MissingIndex) -> String {
    let group = index.definition.scope == .collectionGroup ? " (collection group)" : ""
    return
      "\(shown(index.definition.collectionGroup.string, 60)) \(index.definition.fieldsText)\(group) missing \(index.code.id)"
  }

  private func place(of denial: AccessDenial) -> String {
    guard let location = denial.location else { return shown(denial.message, 160) }
    let place = "\(shown(location.source.path, 100)):\(location.position.line)"
    let cause = denial.cause
    guard let condition = denial.condition, !cause.contains(condition) else { return "\(place) \(shown(cause, 240))" }
    return "\(place) \(shown(condition, 160)): \(shown(cause, 160))"
  }

  // MARK: - Text

  /// What clients send, without anything that a terminal would obey.
  func shown(_ text: String, _ limit: Int) -> String {
    String(QuotedText.of(text, limit: limit).dropFirst().dropLast())
  }

  func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - DisplayWidth.of(text)))
  }
}

extension ServedRequest {
  /// What it is called in a line: of a commit what its writes do, where all do the same.
  var word: String { writeKind?.rawValue ?? method.word }
}

extension ServedRequest.Method {
  /// What the method is called in a line.
  var word: String {
    switch self {
    case .getDocument, .batchGetDocuments: "get"
    case .listDocuments: "list"
    case .createDocument: "create"
    case .updateDocument: "update"
    case .deleteDocument: "delete"
    case .beginTransaction: "begin"
    case .commit: "commit"
    case .rollback: "rollback"
    case .runQuery: "query"
    case .runAggregationQuery: "aggregate"
    case .partitionQuery: "partition"
    case .write: "write"
    case .listen: "listen"
    case .listCollectionIDs: "collections"
    case .batchWrite: "batch"
    case .executePipeline: "pipeline"
    }
  }
}

extension BillingEvent.Kind {
  fileprivate var isRead: Bool {
    switch self {
    case .get, .batchGet, .query, .aggregate, .nearest, .list, .collectionIds, .partition, .explain, .listenInitial,
      .listenDelta, .listenResume, .listenReissue, .limbo, .export:
      true
    case .commit, .batchWrite, .ttl, .import, .backup, .realtime: false
    }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var rest = Substring(self)
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
