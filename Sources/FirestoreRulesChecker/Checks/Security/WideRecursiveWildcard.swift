// FB4019 wide-recursive-wildcard warning
//
// means: A recursive wildcard lets ordinary users write, or read collections with sensitive data. With version 2 it may
//   also match the document before it. What lies below one collection is information: it is mostly meant so; and so is
//   what FB4002 or FB4005 says of the same statement.
// why: It covers everything below, also collections that are added later by somebody who does not think of these rules.
//   In version 2 `{rest=**}` matches no segment too, so `/users/{uid}/{rest=**}` includes `/users/{uid}`.
// example:
//   match /{document=**} {
//     allow 1️⃣write: if request.auth != null;
//   }
// fix: Write a block for each collection. A wildcard for administrators, or below the user's own document, is no
//   finding.
// ignore: When all documents below really have the same owner and the same shape.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A recursive wildcard allows ordinary users to write, to read below collections with sensitive data, or, with
/// version 2, to write documents that have statements of their own.
enum WideRecursiveWildcard: RulesLint {
  static let codes: [DiagnosticCode] = [.wideRecursiveWildcard]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.statements.compactMap { finding($0, subject) }
  }

  private static func finding(_ grants: [AccessModel.Grant], _ subject: LintSubject) -> Diagnostic? {
    guard let first = grants.first else { return nil }
    let pattern = subject.access.pattern(of: first)
    guard case .many = pattern.segments.last else { return nil }
    let wide = grants.filter { !$0.isOpen && !$0.isOpenUntilDate }
    let unbound = wide.filter { $0.alternatives.contains(where: isUnbound) }
    let below = pattern.textBeforeWildcard
    if unbound.contains(where: { $0.method.isWrite }) {
      return subject.finding(
        .wideRecursiveWildcard,
        "allows \(unbound.map(\.method).filter(\.isWrite).listed) of every document below `\(below)`, "
          + "also in collections added later",
        at: (unbound.first { $0.method.isWrite } ?? first).word.span,
        severity: below == "/" && !saysSo(unbound, subject) ? nil : .info,
        help: "write a `match` block for each collection with the conditions it needs")
    }
    if unbound.contains(where: { !$0.method.isWrite }), let collection = sensitiveCollection(below: pattern, subject) {
      return subject.finding(
        .wideRecursiveWildcard,
        "allows \(unbound.map(\.method).listed) of every document below `\(below)`, `\(collection)` included",
        at: first.word.span, help: "write a `match` block for each collection that these users should read")
    }
    return exposedDocument(wide, subject)
  }

  /// Whether FB4005 names the same statement, or FB4002 the same block: one mistake, one warning.
  private static func saysSo(_ unbound: [AccessModel.Grant], _ subject: LintSubject) -> Bool {
    unbound.contains { $0.method.isWrite && $0.needsOnlySignIn }
      || unbound.first.map { first in
        subject.access.grants(ofBlock: first.block).contains { $0.isOpen && $0.method.isWrite }
      } ?? false
  }

  private static func isUnbound(_ terms: [Term]) -> Bool {
    !terms.isPrivileged && !terms.contains { $0.bindsPathToUser || $0.isPartlyOpaque }
  }

  /// A collection named in the rules or in the seed data that the wildcard matches and that holds sensitive data.
  private static func sensitiveCollection(below pattern: PathPattern, _ subject: LintSubject) -> String? {
    for block in subject.access.blocks where pattern.covers(block.pattern) {
      if let id = block.pattern.collectionID, FieldVocabulary.isSensitive(id) { return id }
    }
    return subject.personalFields(in: pattern).first?.collection
  }

  /// Version 2: `/users/{uid}/{rest=**}` also matches `/users/{uid}`.
  private static func exposedDocument(_ grants: [AccessModel.Grant], _ subject: LintSubject) -> Diagnostic? {
    guard subject.access.version == .two, let first = grants.first else { return nil }
    let access = subject.access
    let prefix = PathPattern(Array(access.pattern(of: first).segments.dropLast()))
    guard !prefix.segments.isEmpty, prefix.segments.count.isMultiple(of: 2) else { return nil }
    for block in access.blocks where prefix.covers(block.pattern) && block.pattern.covers(prefix) {
      let exposed = grants.filter { grant in
        let own = access.grants(ofBlock: block.index).filter { $0.method == grant.method }
        return grant.method.isWrite && !own.isEmpty && !asksTheDocument(grant, prefix) && widens(grant, own)
      }
      if exposed.isEmpty { continue }
      return subject.finding(
        .wideRecursiveWildcard,
        "version 2: the wildcard also matches `\(block.pattern.text)` itself and allows "
          + "\(exposed.map(\.method).listed) beside the statements of \(subject.line(of: block.header))",
        at: first.word.span, help: "name the subcollection: `\(block.pattern.text)/{collection}/{id}`")
    }
    return nil
  }

  /// Whether every way reads the document itself to see whose it is: who may change what lies below it has it already.
  /// To create it is to have nobody's: reading it is an error then.
  private static func asksTheDocument(_ grant: AccessModel.Grant, _ document: PathPattern) -> Bool {
    grant.alternatives.allSatisfy { way in
      way.contains { term in
        term.mentionsUserID
          && term.contains { part in
            guard case .access(.get, let path) = part.kind, let target = DocumentTarget(path) else { return false }
            return target.isDocument(of: document)
          }
      }
    }
  }

  /// Whether it allows what the others do not; what makes the others redundant is another check's.
  private static func widens(_ grant: AccessModel.Grant, _ own: [AccessModel.Grant]) -> Bool {
    let ways = own.flatMap(\.alternatives)
    let adds = grant.alternatives.contains { way in
      !way.isPrivileged && !ways.contains { way.implies($0) }
    }
    return adds && !ways.allSatisfy { way in grant.alternatives.contains { way.implies($0) } }
  }
}

extension PathPattern {
  fileprivate var textBeforeWildcard: String {
    let parts = text.split(separator: "/").prefix { !$0.hasSuffix("=**}") }
    return "/" + parts.joined(separator: "/")
  }
}
