import Diagnostics
import FirestoreRulesLanguage
import Testing

@Suite("Rules parser") struct ParserTests {
  private func parse(_ text: String) -> ParsedRules { CloudRulesParser.parse(SourceText(path: "a.rules", text: text)) }

  @Test func `a whole file becomes a tree`() {
    let parsed = parse(
      """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          function isOwner(uid) {
            let me = request.auth.uid;
            return me == uid && exists(/databases/$(database)/documents/users/$(uid));
          }
          match /users/{uid} {
            allow read, write: if isOwner(uid) || request.auth.token.admin == true;
          }
          match /{rest=**} { allow read; }
        }
      }
      """)
    #expect(parsed.problems == [])
    #expect(
      parsed.ruleset.debugText == """
        (version '2')
        (service cloud.firestore (match /databases/{database}/documents (function isOwner (uid) \
        (let me (. (. request auth) uid)) (&& (== me uid) (call exists (path 'databases' ($ database) 'documents' \
        'users' ($ uid))))) (match /users/{uid} (allow read,write (|| (call isOwner uid) \
        (== (. (. (. request auth) token) admin) true)))) (match /{rest=**} (allow read))))
        """)
  }
}
