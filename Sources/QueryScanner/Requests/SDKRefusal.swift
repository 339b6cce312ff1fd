package import Diagnostics

/// Why an SDK does not send a query: it checks more than the service or something else, or there is nothing that it could
/// send.
package struct SDKRefusal: Hashable, Sendable {
  /// As messages call it: `the web SDK`.
  package var sdk: String
  /// In the SDK's own words where they are known, else what is wrong.
  package var message: String
  /// What to write instead.
  package var help: String
  /// The call that throws.
  package var location: SourceLocation
  /// The path is that of a document where a collection is asked for: the service could not be asked at all.
  package var isOfPath: Bool
  /// A page of a collection group begins or ends at a text that names no document (FB1006).
  package var isOfGroupCursor = false
  /// The SDK sends it: the service answers with an error.
  package var isOfService = false
  /// The service would answer the query if it were sent.
  package var wouldBeAnswered: Bool

  package init(
    sdk: String, message: String, help: String, at location: SourceLocation, isOfPath: Bool = false,
    wouldBeAnswered: Bool = true
  ) {
    self.sdk = sdk
    self.message = message
    self.help = help
    self.location = location
    self.isOfPath = isOfPath
    self.wouldBeAnswered = wouldBeAnswered && !isOfPath
  }
}
