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

  /// A few of the queries, or of the lists of constraints, marked as some of more.
  var collapsed: ScannedValue { collapsed(to: AskedParts.limit) }

  /// - Parameter limit: the most of them that are kept.
  func collapsed(to limit: Int) -> ScannedValue {
    guard case .alternatives(let values) = self else { return self }
    let asking = values.filter { value in
      switch value {
      case .query: true
      case .list(let list): list.elements.contains { if case .constraint = $0 { true } else { false } }
      default: false
      }
    }
    guard !asking.isEmpty else { return .unknown(UnknownValue()) }
    // A list without constraints is one of the ways to ask, too.
    let isOfLists = asking.contains { if case .list = $0 { true } else { false } }
    let all = isOfLists ? values.filter { if case .list = $0 { true } else { asking.contains($0) } } : asking
    let kept = AskedParts.representatives(of: all.map { AskedParts($0) }, limit: limit)
    return ScannedValue.oneOf(kept.map { all[$0].markedIncomplete })
  }

  /// A query or part of one is in it.
  var holdsQuery: Bool {
    switch self {
    case .query, .constraint, .document, .realtime: true
    case .list(let list): list.elements.contains(where: \.holdsQuery)
    case .record(let entries): entries.contains { $0.value.holdsQuery }
    case .alternatives(let values): values.contains(where: \.holdsQuery)
    case .unknown, .null, .boolean, .integer, .scalar, .text, .userID, .handle, .database, .field, .direction,
      .aggregation, .transform, .serverValue, .result, .batch, .transaction, .function, .type, .instance:
      false
    }
  }
}

extension QueryDraft {
  /// More ways lead here than are followed.
  package mutating func markIncomplete() { note(UnresolvedPart(.variants)) }

  mutating func note(_ part: UnresolvedPart) {
    guard !unresolved.contains(part) else { return }
    unresolved.append(part)
    unresolved.sort()
  }
}

extension ScannedRequest {
  /// More ways lead here than are shown.
  mutating func markIncomplete(_ kind: UnresolvedPart.Kind = .variants) {
    if unresolved.contains(where: { $0.kind == kind }) { return }
    unresolved.append(UnresolvedPart(kind))
    unresolved.sort()
  }
}
