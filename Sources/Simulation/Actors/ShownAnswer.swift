import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel
import RealtimeDatabase
import Workloads

/// The answer of a one-time read that stands on the screen where the baseline's listener would show what changes. It
/// stays as it was asked for, until the session ends or the same step asks again.
struct ShownAnswer {
  enum Content {
    case query(Query, ResultWindow)
    case document(DocumentPath, Document?)
    case children(RealtimePath, RealtimeQuerySpec, RealtimeWindow)
  }

  let content: Content
  let step: Step
  let result: Name?
  /// The app's own filter: a change of what it hides is none on the screen.
  let filter: Expression?
  let scope: Scope
  /// Where in the change log the answer stands.
  let position: Int
  let time: Timestamp
  /// What the app has written itself since then it need not be told: the time of its version, nil where it has deleted
  /// the document.
  var written: [DocumentPath: Timestamp?] = [:]
}
