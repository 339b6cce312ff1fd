package import Diagnostics
package import FirestoreModel

extension DiagnosticCode {
  /// The code under which a refusal of the service is reported; the texts are production's own.
  package static func refusing(_ error: FirestoreError) -> DiagnosticCode {
    switch error.rule {
    case .numberOfDisjunctions: .tooManyDisjunctions
    case .orderAfterName: .orderAfterKey
    case .cursorLength: .cursorLongerThanOrder
    case .negations: .notInWithOtherNegation
    case .limitToLastOrder: .limitToLastWithoutOrder
    case .numberOfArrayContains: .tooManyArrayContains
    case .cursorOfName, nil: .invalidQuery
    }
  }
}
