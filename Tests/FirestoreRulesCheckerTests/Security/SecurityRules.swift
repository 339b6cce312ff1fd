@testable import FirestoreRulesChecker

extension MarkedRules {
  /// Blocks and functions inside `/databases/{database}/documents` of rules of version 2.
  init(documents body: String) {
    self.init(
      """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
      \(body)
        }
      }
      """)
  }
}
