// FB4007 owner-can-change warning
//
// means: `create` demands that the new document belongs to its author, and `update` does not check both the stored and
//   the new owner. The document can be given away or taken over.
// why: With only the stored owner checked, a document can be given to somebody else. With only the new owner checked,
//   anybody takes over any document by writing their own id into it.
// example:
//   allow create: if request.resource.data.owner == request.auth.uid;
//   allow update: if 1️⃣resource.data.owner == request.auth.uid;
// fix: Add `request.resource.data.owner == resource.data.owner`, or leave the owner out of the fields that may change.
// ignore: When handing documents over is a feature.

import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// `create` demands that the new document belongs to its author, and `update` does not check both the stored and the
/// new owner: the document can be given away or taken over.
enum OwnerCanChange: RulesLint {
  static let codes: [DiagnosticCode] = [.ownerCanChange]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.access.blocks.flatMap { block in
      let owners = subject.access.ownerFields(ofBlock: block.index)
      let updates = subject.access.grants(ofBlock: block.index).filter { $0.method == .update }
      return updates.flatMap { update in
        owners.compactMap { owner in
          // Taking over is worse than giving away.
          let ways = update.guarded.filter { !$0.checksStoredOwner(owner) } + update.guarded
          return ways.lazy.compactMap { finding(owner, update, $0, subject) }.first
        }
      }
    }
  }

  private static func finding(
    _ owner: String, _ update: AccessModel.Grant, _ terms: [Term], _ subject: LintSubject
  ) -> Diagnostic? {
    guard !FieldLimits(terms).excludes(owner) else { return nil }
    let stored = terms.first { $0.comparesUser(withStored: owner) }
    let new = terms.first { $0.comparesUser(withNew: owner) }
    let path = subject.path(of: update)
    switch (stored, new) {
    case (_?, _?): return nil
    case (let stored?, nil):
      return subject.finding(
        .ownerCanChange, "the owner of `\(path)` can write another `\(owner)`", at: stored.site,
        help: "add `request.resource.data.\(owner) == resource.data.\(owner)` to the update")
    case (nil, let new?):
      let others = terms.filter { $0 != new && !$0.isSignInTest }
      guard !others.contains(where: \.restrictsUsers) else { return nil }
      return subject.finding(
        .ownerCanChange,
        "any signed-in user can take over `\(path)`: only the new `\(owner)` is compared, not the stored one",
        at: new.site, help: "add `resource.data.\(owner) == request.auth.uid` to the update")
    case (nil, nil):
      if terms.contains(where: \.restrictsUsers) { return changeByOthers(owner, update, terms, subject) }
      return subject.finding(
        .ownerCanChange, "`\(owner)` of `\(path)` is checked on create and free on update", at: update.word.span,
        help: "add `resource.data.\(owner) == request.auth.uid && request.resource.data.\(owner) == "
          + "resource.data.\(owner)` to the update")
    }
  }
}

extension OwnerCanChange {
  /// An update by members and the like. Whom a path or another document allows may be meant to hand documents over.
  private static func changeByOthers(
    _ owner: String, _ update: AccessModel.Grant, _ terms: [Term], _ subject: LintSubject
  ) -> Diagnostic? {
    guard !terms.contains(where: { $0.mentionsAccess || $0.bindsPathToUser || $0.isPartlyOpaque }),
      terms.contains(where: \.asksStoredDataForUser)
    else { return nil }
    return subject.finding(
      .ownerCanChange, "users who may update `\(subject.path(of: update))` can write another `\(owner)`",
      at: update.word.span,
      help: "add `request.resource.data.\(owner) == resource.data.\(owner)` to the update")
  }
}

extension AccessModel {
  /// The fields that must be the author's id in every document that an ordinary user creates at a block's path.
  func ownerFields(ofBlock index: Int) -> [String] {
    let creates = grants(.create, coveringBlock: index)
    guard !creates.contains(where: \.isWeak) else { return [] }
    let ways = creates.flatMap(\.guarded)
    guard let first = ways.first else { return [] }
    return first.compactMap(\.fieldOfUser).uniqued().filter { name in
      ways.allSatisfy { $0.contains { $0.comparesUser(withNew: name) } }
    }
  }
}

extension [Term] {
  fileprivate func checksStoredOwner(_ name: String) -> Bool { contains { $0.comparesUser(withStored: name) } }
}

extension Term {
  /// `owner` of `request.resource.data.owner == request.auth.uid`
  fileprivate var fieldOfUser: String? {
    guard let other = equated(where: \.isUserID)?.other, let field = other.newField, field.path.count == 1 else {
      return nil
    }
    return field.name
  }

  /// Whether it is about who the user is, more than having an account of some sort.
  fileprivate var restrictsUsers: Bool {
    if isSignInTest { return false }
    return mentionsAccess || isPartlyOpaque
      || contains { part in
        part.isUserID || (part.claim.map { !["email_verified", "firebase", "auth_time", "iat"].contains($0) } ?? false)
      }
  }

  /// `request.auth.uid in resource.data.members`
  fileprivate var asksStoredDataForUser: Bool { mentionsUserID && mentionsStoredData && !mentionsNewData }

  func comparesUser(withNew name: String) -> Bool { equated(where: \.isUserID)?.other.newField?.path == [name] }
  func comparesUser(withStored name: String) -> Bool { equated(where: \.isUserID)?.other.storedField?.path == [name] }
}
