/// Why a query is none, in the words of those who say so: an SDK before it sends anything, or the REST interface.
package struct RealtimeQueryRefusal: Error, Hashable, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }

  static let noPriority = RealtimeQueryRefusal(
    "Query: When ordering by priority, the first argument passed to startAt(), startAfter() endAt(), endBefore(), or "
      + "equalTo() must be a valid priority value (null, a number, or a string).")
}
