import Diagnostics
import Project
import Testing

@Suite struct RulesSourceTests {
  @Test(arguments: [
    ("cloud.firestor", "did you mean `cloud.firestore`?"),
    ("firebase.storage", "name a file with `service cloud.firestore` in `firebase.json`"),
  ])
  func `rules for something else allow nothing`(name: String, help: String) {
    let text = "rules_version = '2'; service \(name) { match /{x=**} { allow read; } }"
    let problems = RulesSource(SourceText(path: "r.rules", text: text)).problems
    #expect(
      problems.map { "\($0.code.id) \($0.severity) \($0.location?.description ?? "-") \($0.message)" } == [
        "FB0004 error r.rules:1:30 these rules are for `\(name)`, and none are for `cloud.firestore`: "
          + "no request can be allowed by them"
      ])
    #expect(problems.first?.help == help)
  }

  @Test(arguments: [
    "service cloud.firestore { match /{x=**} { allow read; } }",
    "service firebase.storage { match /{x=**} { allow read; } } service cloud.firestore { match /{x=**} { allow read; } }",
    "",
  ])
  func `rules for Firestore are none of that`(text: String) {
    let problems = RulesSource(SourceText(path: "r.rules", text: text)).problems
    #expect(!problems.contains { $0.code == .databaseWithoutRules })
  }
}
