// FB4001 open-read warning
//
// means: Everybody can read these documents without signing in. Where the seed data has fields that look personal, such
//   as an e-mail address, a phone number or a token, the finding is an error. Where neither names nor conditions say
//   that the documents are about somebody, or where a comment or the path says that they are public, it is information.
// why: The project's configuration is in every copy of the app, so anybody can send requests to the database directly.
//   Rules are the only gate.
// example:
//   match /users/{id} {
//     1️⃣allow read: if true;
//   }
// fix: Require `request.auth != null`, an owner or a role. Where only some fields are public, keep them in a document
//   of their own: rules allow or deny whole documents.
// ignore: When the documents are meant for the public, such as a catalogue. Say so in the reason of the suppression.

import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A read that everybody may do, signed in or not; an error where the seed data has fields that look personal.
enum OpenRead: RulesLint {
  static let codes: [DiagnosticCode] = [.openRead]

  static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.openReads.map { statements in
      let first = statements[0][0]
      let isMeant = subject.saysPublic(first) || subject.saysPublicRead(first)
      let personal = subject.personalFields(in: subject.access.pattern(of: first))
      return subject.finding(
        .openRead, "anyone can \(statements.methods.listed) `\(subject.path(of: first))`", at: first.span,
        severity: !personal.isEmpty ? .error : subject.access.isAboutPeople(first) && !isMeant ? .warning : .info,
        notes: personal.map { "`\($0.collection)` has \($0.fields.quoted()) in the seed data" },
        help: personal.isEmpty
          ? "require `request.auth != null`, or ignore this with the reason why the documents are public"
          : "require an owner or a role, and keep public fields in documents of their own")
    }
  }
}

extension AccessModel {
  /// Whether the block of a grant covers everything, names people or money, or has documents that belong to users and are
  /// no posts, comments and the like, which are written for others.
  fileprivate func isAboutPeople(_ grant: Grant) -> Bool {
    let names = pattern(of: grant).segments.compactMap {
      if case .literal(let name) = $0 { name } else { String?.none }
    }
    guard let last = names.last else { return true }
    if FieldVocabulary.isPublished(last) { return false }
    if names.contains(where: FieldVocabulary.isAboutPeople) { return true }
    return grants(ofBlock: grant.block).contains { other in
      other.alternatives.contains { terms in terms.contains(where: \.bindsPathToUser) }
    }
  }
}

extension LintSubject {
  /// The collections of the seed data whose documents a pattern matches and that have fields that look personal.
  func personalFields(in pattern: PathPattern) -> [(collection: String, fields: [String])] {
    guard let collections = context.collections else { return [] }
    return collections.keys.sorted().compactMap { id in
      guard pattern.mayMatchDocuments(ofCollection: id.string) else { return nil }
      let fields = (collections[id] ?? []).map(\.string).filter(FieldVocabulary.isPersonal).sorted()
      return fields.isEmpty ? nil : (id.string, fields)
    }
  }
}

extension PathPattern {
  /// Whether some document of a collection of this id matches.
  func mayMatchDocuments(ofCollection id: String) -> Bool {
    let anywhere = PathPattern([.many(""), .literal(id), .any("")])
    guard intersects(anywhere) else { return false }
    // A collection that a variable stands for is anything, which says nothing about this one.
    if case .many = segments.last { return true }
    return collectionID == id
  }
}
