import Diagnostics
import QueryModel

extension ScannedValue {
  /// How many values one value may be.
  static let alternativeLimit = 64

  /// Itself, or less when it would be too many values.
  var limited: ScannedValue {
    guard case .alternatives(let values) = self, values.count > Self.alternativeLimit else { return self }
    return holdsQuery ? collapsed : .unknown(UnknownValue())
  }

  /// A few of the queries, marked as some of more.
  var collapsed: ScannedValue {
    guard case .alternatives(let values) = self else { return self }
    let drafts = values.compactMap { value in if case .query(let draft) = value { draft } else { nil } }
    guard !drafts.isEmpty else { return .unknown(UnknownValue()) }
    return ScannedValue.oneOf(
      QueryDraft.representatives(of: drafts).map { draft in
        var draft = draft
        draft.markIncomplete()
        return .query(draft)
      })
  }

  /// A query or part of one is in it.
  var holdsQuery: Bool {
    switch self {
    case .query, .constraint, .document, .realtime: true
    case .list(let list): list.elements.contains(where: \.holdsQuery)
    case .record(let entries): entries.contains { $0.value.holdsQuery }
    case .alternatives(let values): values.contains(where: \.holdsQuery)
    case .unknown, .null, .boolean, .integer, .scalar, .text, .userID, .handle, .database, .field, .direction,
      .aggregation, .transform, .serverValue, .result, .batch, .transaction, .function, .type, .instance: false
    }
  }
}

extension QueryDraft {
  /// How much has been asked of it.
  var size: Int {
    let conditions = if case .and(let parts)? = query.filter { parts.count } else { query.filter == nil ? 0 : 1 }
    return conditions + query.orders.count + (query.limit == nil ? 0 : 1) + (query.start == nil ? 0 : 1)
      + (query.end == nil ? 0 : 1)
  }

  /// More ways lead here than are followed.
  mutating func markIncomplete() { note(UnresolvedPart(.variants)) }

  mutating func note(_ part: UnresolvedPart) {
    guard !unresolved.contains(part) else { return }
    unresolved.append(part)
    unresolved.sort()
  }
}

extension ScannedRequest {
  /// More ways lead here than are shown.
  mutating func markIncomplete() {
    if unresolved.contains(where: { $0.kind == .variants }) { return }
    unresolved.append(UnresolvedPart(.variants))
    unresolved.sort()
  }
}
