// FB4017 self-granted-role error
//
// means: A right is read from a document that the same user may write, the field included. Every user can give it to
//   themselves.
// why: `get(/users/$(request.auth.uid)).data.role == 'admin'` is only worth as much as the rules of `/users/{uid}`.
// example:
//   match /users/{uid} { allow write: if request.auth.uid == uid; }
//   match /posts/{id} {
//     allow delete: if 1️⃣get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin';
//   }
// fix: Keep the field out of what users may create and change, move it to a document that only the server writes, or
//   use a custom claim.
// ignore: Never, unless the field gives no right.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A right is read from a document that the same user may write, the field included.
enum SelfGrantedRole: RulesLint {
  static let codes: [DiagnosticCode] = [.selfGrantedRole]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    var seen: Set<PlacedTerm> = []
    let findings = holes(in: subject.access).compactMap { hole -> (cause: Cause, finding: Diagnostic)? in
      guard seen.insert(PlacedTerm(hole.role.term)).inserted else { return nil }
      return (Cause(statement: hole.grant.statement, field: hole.role.field), finding(hole, subject))
    }
    // One field that users may write is one mistake, wherever it decides.
    var merged: [(cause: Cause, finding: Diagnostic)] = []
    for (cause, finding) in findings {
      guard let index = merged.firstIndex(where: { $0.cause == cause }), let place = finding.location else {
        merged.append((cause, finding))
        continue
      }
      merged[index].finding.related.append(RelatedLocation("and it decides here", at: place))
    }
    return merged.map(\.finding)
  }

  private struct Cause: Hashable {
    var statement: Int
    var field: String?
  }

  private static func finding(_ hole: Hole, _ subject: LintSubject) -> Diagnostic {
    let path = subject.path(of: hole.grant)
    let writing = "`\(path)` allows \(hole.grant.method.rawValue) at \(subject.line(of: hole.grant.span))"
    guard let field = hole.role.field else {
      return subject.finding(
        .selfGrantedRole, "users can create the document that decides here: \(writing)",
        at: hole.role.term.span,
        help: "let only administrators or the server write `\(path)`, or use a custom claim")
    }
    return subject.finding(
      .selfGrantedRole, "users can write `\(field)`, which decides here: \(writing)",
      at: hole.role.term.span, help: help(field, hole.grant.method))
  }

  private static func help(_ field: String, _ method: RulesMethod) -> String {
    let condition =
      method == .create
      ? "!('\(field)' in request.resource.data)"
      : "!request.resource.data.diff(resource.data).affectedKeys().hasAny(['\(field)'])"
    return "add `\(condition)` to the \(method.rawValue), or use a custom claim"
  }

  /// A right that a document about the user gives.
  struct Role: Hashable {
    /// What reads it, in the condition that relies on it.
    var term: Term
    var target: DocumentTarget
    /// Nil when the document's existence is the right.
    var field: String?
    /// Texts that the condition compares the field with.
    var values: [String]
  }

  /// A way for the user to write it.
  struct Hole {
    var role: Role
    var grant: AccessModel.Grant
  }

  static func holes(in access: AccessModel) -> [Hole] {
    let relied = access.grants.flatMap { $0.alternatives.joined().flatMap(roles(in:)) }.uniqued()
    return relied.flatMap { role in
      access.blocks(covering: role.target.pattern).flatMap { block in
        access.grants(ofBlock: block.index)
          .filter { !$0.isOpen && !$0.isOpenUntilDate && isWritable(role, through: $0) }
          .map { Hole(role: role, grant: $0) }
      }
    }
  }

  /// Comparing a field with new data is a check of that data, not of a right.
  private static func roles(in term: Term) -> [Role] {
    guard !term.mentionsNewData else { return [] }
    let values = term.parts.compactMap(\.stringValue)
    return term.parts.compactMap { part in
      if let field = part.field, let document = field.data.documentOfData, let target = DocumentTarget(document),
        !target.userSegments.isEmpty
      {
        return Role(term: part, target: target, field: field.name, values: values)
      }
      guard case .access(let function, let path) = part.kind, !function.returnsDocument,
        let target = DocumentTarget(path), target.userSegments == [target.segments.count - 1],
        case .literal(let collection)? = target.segments.dropLast().last, FieldVocabulary.listsPrivileges(collection)
      else { return nil }
      return Role(term: part, target: target, field: nil, values: [])
    }
  }

  private static func isWritable(_ role: Role, through grant: AccessModel.Grant) -> Bool {
    guard grant.method == .create || grant.method == .update && role.field != nil else { return false }
    return grant.alternatives.contains { terms in
      !isHeld(role, terms) && terms.allSatisfy { isSatisfiable($0, onOwn: role.target) }
        && (role.field.map { sets($0, role, terms) } ?? true)
    }
  }

  /// Whether the terms ask for the right itself, as it is before the write: who has it gains nothing.
  private static func isHeld(_ role: Role, _ terms: [Term]) -> Bool {
    terms.contains { term in
      guard let (_, other) = term.equated(where: { role.field != nil && $0.storedField?.name == role.field }) else {
        return false
      }
      return other.stringValue.map(role.values.contains) ?? false
    }
  }

  /// Whether the user can make the term true for the document about them.
  private static func isSatisfiable(_ term: Term, onOwn target: DocumentTarget) -> Bool {
    if let holds = term.holds(where: target.literal) { return holds }
    if term.isSignInTest || term.isFree || term.timeBound != nil { return true }
    if term.mentionsAccess || term.isPrivilege || term.isPartlyOpaque { return false }
    if let (name, other) = term.equated(where: \.namesUser) {
      if case .capture(let capture) = other.kind, case .segment(let place) = capture.place {
        return target.isUser(place, as: name)
      }
      return other.newField != nil || other.storedField != nil
    }
    return !term.mentionsAuth || term.mentionsNewData
  }

  private static func sets(_ field: String, _ role: Role, _ terms: [Term]) -> Bool {
    let limits = FieldLimits(terms)
    return !limits.excludes(field) && !limits.comparesWholeData
      && limits.checks(of: field).allSatisfy { isLenient($0, role) }
  }

  /// A check that lets the value through that gives the right: of the type, of the size, or a list it stands in.
  private static func isLenient(_ check: Term, _ role: Role) -> Bool {
    switch check.kind {
    case .typeTest: return true
    case .binary(.in, _, let list):
      return list.stringList.map { allowed in role.values.contains { allowed.contains($0) } } ?? false
    case .binary(_, let left, let right):
      return [left, right].contains { if case .method(_, "size", _) = $0.kind { true } else { false } }
    case .method(_, "hasAll", _): return true
    default: return false
    }
  }
}
