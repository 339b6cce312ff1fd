// FB4026 client-time-accepted info
//
// means: A moment that the client supplies is only bounded by the time of the request, or only has to be a timestamp.
//   The client can write any past moment.
// why: Clients can write any past moment. Sorting, quotas and billing by that field can be cheated.
// example:
//   allow create: if 1️⃣request.resource.data.createdAt <= request.time;
// fix: Write `request.resource.data.createdAt == request.time`; it holds exactly when the app sets a server timestamp.
// ignore: When users really choose the moment, such as that of an event.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A moment that the client supplies is only compared with the time of the request, or only has to be a timestamp.
enum ClientTimeAccepted: RulesLint {
  static let codes: [DiagnosticCode] = [.clientTimeAccepted]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<Span> = []
    return subject.access.grants.flatMap { grant in
      grant.guarded.flatMap { terms in
        terms.compactMap { term -> Diagnostic? in
          guard let field = accepted(term, among: terms), seen.insert(term.site).inserted else { return nil }
          return subject.finding(
            .clientTimeAccepted, "the client chooses `\(field)` of `\(subject.path(of: grant))`: it can be backdated",
            at: term.site,
            help: "write `request.resource.data.\(field) == request.time`, and let the app set a server timestamp")
        }
      }
    }
  }

  private static func accepted(_ term: Term, among terms: [Term]) -> String? {
    switch term.kind {
    case .typeTest(let value, "timestamp"):
      guard let field = value.newField, field.path.count == 1, FieldVocabulary.isWriteTime(field.name),
        !terms.contains(where: { $0 != term && $0.mentionsField(field) })
      else { return nil }
      return FieldLimits(terms).excludes(field.name) ? nil : field.name
    case .binary(let op, let left, let right):
      guard let (field, isPast) = bound(op, left, right) else { return nil }
      let isTwoSided = terms.contains { other in
        if case .binary(let op, let left, let right) = other.kind, let opposite = bound(op, left, right) {
          opposite.field == field && opposite.isPast != isPast
        } else {
          false
        }
      }
      let isExact = terms.contains { $0.equated { $0.newField == field } != nil }
      guard !isTwoSided, !isExact, isPast || FieldVocabulary.isWriteTime(field.name) else { return nil }
      return field.name
    default: return nil
    }
  }

  /// A field of the new document that is only bounded by the time of the request; `isPast` when by above.
  private static func bound(_ op: BinaryOperator, _ left: Term, _ right: Term) -> (field: Term.Field, isPast: Bool)? {
    guard [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(op) else { return nil }
    let isBelow = op == .less || op == .lessOrEqual
    if let field = left.newField, field.path.count == 1, right.isNearRequestTime { return (field, isBelow) }
    if let field = right.newField, field.path.count == 1, left.isNearRequestTime { return (field, !isBelow) }
    return nil
  }
}

extension Term {
  fileprivate func mentionsField(_ field: Field) -> Bool { contains { $0.newField == field } }

  /// `request.time`, or that with a duration added or taken away.
  fileprivate var isNearRequestTime: Bool {
    switch kind {
    case .binary(.add, let left, let right), .binary(.subtract, let left, let right):
      left.isRequest("time") || right.isRequest("time")
    default: isRequest("time")
    }
  }
}
