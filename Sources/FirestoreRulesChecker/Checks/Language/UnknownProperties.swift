// FB3104 unknown-property error
//
// means: The value has no such property. Reading it is an error, which denies unless another operand of `||` allows.
// why: `request` has `auth`, `method`, `path`, `query`, `resource` and `time`; `request.auth` has `uid` and `token`; a
//   document has `data`, `id` and `__name__`. Everything else is one level deeper: claims are in the token, fields are
//   in `data`.
// example:
//   allow read: if 1️⃣resource.owner == 2️⃣request.auth.id;
//   // resource.data.owner == request.auth.uid
// fix: Write the path that the finding suggests.
// ignore: Never; reading the property is an error.

package import Diagnostics
import FirestoreRulesLanguage

/// A member that `request`, `request.auth`, `resource` or a document does not have (FB3104). Reading it is an error.
package enum UnknownProperties: RulesLint {
  package static let codes: [DiagnosticCode] = [.unknownProperty]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.types.problems.compactMap { expression, problem in
      guard case .unknownProperty(let owner, let name) = problem else { return nil }
      let text = subject.text(expression.span)
      let message =
        expression.asMemberChain == nil
        ? "a \(described(owner)) has no property \(QuotedText.of(name))" : "\(QuotedText.of(text)) does not exist"
      return Diagnostic(
        .unknownProperty, message, at: subject.location(expression.span), help: help(owner, name, expression, subject))
    }
  }

  private static func described(_ owner: InferredType) -> String {
    owner.fields["__name__"] == nil ? "map" : "document"
  }

  private static func help(
    _ owner: InferredType, _ name: String, _ expression: Expression, _ subject: LintSubject
  ) -> String {
    let known = owner.fields.keys.sorted()
    let meant: String?
    switch owner.label {
    case "request": meant = requestMember(name, known)
    case "request.auth": meant = authMember(name)
    default: meant = owner.fields["__name__"] == nil ? nil : documentMember(name, expression, subject)
    }
    if let meant { return meant }
    if let nearest = NameSuggestion.nearest(to: name, among: known) { return "did you mean `\(nearest)`?" }
    return "it has \(known.map { "`\($0)`" }.joined(separator: ", "))"
  }

  private static func requestMember(_ name: String, _ known: [String]) -> String? {
    switch name {
    case "data", "body", "newData": "did you mean `request.resource.data`?"
    case "user", "uid", "userId": "did you mean `request.auth.uid`?"
    case "token", "claims": "did you mean `request.auth.token`?"
    case "now", "timestamp", "date": "did you mean `request.time`?"
    case "params": "the wildcards of the path are variables: `{id}` is `id`"
    case "writeFields": "compare the data: `request.resource.data.diff(resource.data).affectedKeys()`"
    default: NameSuggestion.nearest(to: name, among: known).map { "did you mean `request.\($0)`?" }
    }
  }

  private static func authMember(_ name: String) -> String {
    if ["id", "userId", "user_id", "userID"].contains(name) { return "did you mean `request.auth.uid`?" }
    if name == "claims" { return "did you mean `request.auth.token`?" }
    if let near = NameSuggestion.nearest(to: name, among: ["uid", "token"]) {
      return "did you mean `request.auth.\(near)`?"
    }
    return "did you mean `request.auth.token.\(name)`? Claims are in the token"
  }

  private static func documentMember(_ name: String, _ expression: Expression, _ subject: LintSubject) -> String? {
    guard case .member(let base, _) = expression.kind else { return nil }
    let document = subject.text(base.span)
    if name == "exists" { return "compare with null: `\(document) != null`" }
    if ["Data", "dat", "date", "datas", "fields"].contains(name) { return "did you mean `\(document).data`?" }
    if ["uid", "name", "ref", "path", "key"].contains(name)
      || NameSuggestion.nearest(to: name, among: ["id", "data"]) == nil
    {
      return "did you mean `\(document).data.\(name)`?"
    }
    return nil
  }
}
