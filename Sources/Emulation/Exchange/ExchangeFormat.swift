/// How documents are written.
package enum ExchangeFormat: String, CaseIterable, Hashable, Sendable {
  /// As the Firebase CLI has them, which it can import: without the times of documents.
  case google
  /// A JSON text a line: with times, and made for reading and comparing.
  case lines
}
