// FB4027 free-counter-change info
//
// means: An update may change a counter by any amount. Nothing ties the new value to the stored one.
// why: The app adds one; a client that talks to the database directly adds a million.
// example:
//   allow update: if 1️⃣request.resource.data.diff(resource.data).affectedKeys().hasOnly(['likes']);
// fix: Tie the new value to the stored one: `request.resource.data.likes == resource.data.likes + 1`.
// ignore: When the number only concerns its owner.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// An update may change a counter by any amount.
enum FreeCounterChange: RulesLint {
  static let codes: [DiagnosticCode] = [.freeCounterChange]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<String> = []
    return subject.access.grants.flatMap { grant in
      grant.method != .update
        ? []
        : grant.guarded.flatMap { terms in
          counters(terms).compactMap { name, term -> Diagnostic? in
            guard seen.insert("\(term.site.start) \(name)").inserted else { return nil }
            return subject.finding(
              .freeCounterChange, "`\(name)` of `\(subject.path(of: grant))` may change by any amount", at: term.site,
              help: "write `request.resource.data.\(name) == resource.data.\(name) + 1`")
          }
        }
    }
  }

  /// Counters that may change, each with the term that lets them.
  private static func counters(_ terms: [Term]) -> [(name: String, term: Term)] {
    let limits = FieldLimits(terms)
    var found: [(name: String, term: Term)] = []
    if let names = limits.allowedChanges, let term = limits.closingTerm {
      found = names.filter(FieldVocabulary.isCounter).map { ($0, term) }
    }
    for term in terms where !limits.isOpaque {
      guard let name = term.checkedNumber, !found.contains(where: { $0.name == name }) else { continue }
      if limits.allowedChanges?.contains(name) ?? true { found.append((name, term)) }
    }
    return found.filter { name, _ in !limits.checks(of: name).contains { $0.boundsChange(of: name) } }
  }
}

extension Term {
  /// The counter that must be a number, or must grow.
  fileprivate var checkedNumber: String? {
    switch kind {
    case .typeTest(let value, let type):
      guard type == "int" || type == "number" || type == "float", let field = value.newField, field.path.count == 1,
        FieldVocabulary.isCounter(field.name)
      else { return nil }
      return field.name
    case .binary(let op, let left, let right):
      guard [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(op) else { return nil }
      let fields = (left.newField ?? right.newField, left.storedField ?? right.storedField)
      guard let new = fields.0, let stored = fields.1, new.path == stored.path, new.path.count == 1 else { return nil }
      return new.name
    default: return nil
    }
  }

  /// Whether the new value is tied to the stored one: equal to an expression of it, or with a fixed distance.
  fileprivate func boundsChange(of name: String) -> Bool {
    guard case .binary(let op, let left, let right) = kind else { return !isTypeTest }
    switch op {
    case .equal, .in: return true
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      // Compared with the bare stored value it only grows or shrinks; with a bare number it is only positive.
      let bare = left.field != nil && (right.field != nil || right.isConstant) || left.isConstant && right.field != nil
      return !bare && mentionsStoredData
    default: return false
    }
  }

  private var isTypeTest: Bool { if case .typeTest = kind { true } else { false } }
}
