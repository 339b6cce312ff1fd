import FirestoreModel
import QueryModel
import Workloads

/// A list that is read page by page.
struct Paging {
  var page: PageStep
  var step: Step
  var scope: Scope
  /// Filled in, without limit and cursor.
  var query: Query
  var size: Int
  /// Nil: until a page is short.
  var pagesLeft: Int64?
  /// The last document shown, when there was a page before.
  var last: Document?
  var parts: [ResultPart] = []
}
