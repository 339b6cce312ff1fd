import Diagnostics
import FirestoreModel
import QueryModel
import QueryPlanner

/// Where a page ends, in a form that clients keep: opaque to them, and good for as long as they like.
///
/// A token holds the position itself, not a place in a list: what is deleted or created meanwhile neither repeats nor
/// hides anything else.
enum PageToken {
  static func checkSize(_ size: Int32) throws(FirestoreError) {
    guard size >= 0 else { throw FirestoreError(.invalidArgument, "Page size must be nonnegative.") }
  }

  static let refusal = FirestoreError(.invalidArgument, "invalid page token")

  static func encode(_ text: String) -> Text { Text(Base64.encode(Array(text.utf8), .url, padded: false)) }

  static func decode(_ token: Text) throws(FirestoreError) -> String {
    guard let bytes = Base64.decode(token.string.utf8, padding: .ignored),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw refusal
    }
    return text
  }

  // MARK: Documents

  /// The place behind a document in the order of a listing.
  /// - Parameter listing: with its complete order, without limit.
  static func position(behind values: [Value], in listing: Query, database: DatabaseName) -> Text {
    var query = listing
    query.start = Cursor(values: values.map(Operand.value), before: false)
    return encode(query.text(database: database))
  }

  /// - Returns: nil for the first page.
  /// - Throws: INVALID_ARGUMENT for what is no token, or that of another listing.
  static func start(_ token: Text, of listing: Query, database: DatabaseName) throws(FirestoreError) -> Cursor? {
    guard !token.isEmpty else { return nil }
    let text = try decode(token)
    guard let statement = try? QueryStatement(parsing: text, database: database), case .query(var query) = statement,
      let start = query.start, start.values.count == listing.orders.count,
      start.values.allSatisfy({ $0.knownValue != nil })
    else { throw refusal }
    query.start = nil
    guard query == listing else { throw refusal }
    return start
  }

  // MARK: Partitions

  /// The next point of so many parts.
  static func partition(_ next: Int, of parts: Int) -> Text { encode("\(next)/\(parts)") }

  static func partition(_ token: Text) throws(FirestoreError) -> (next: Int, parts: Int)? {
    guard !token.isEmpty else { return nil }
    let numbers = try decode(token).split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let next = numbers[0], let parts = numbers[1], next > 0, next < parts else {
      throw refusal
    }
    return (next, parts)
  }
}
