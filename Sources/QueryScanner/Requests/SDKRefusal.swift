package import Diagnostics

/// Why an SDK does not send a query that the service would answer: it checks more than the service, or something else.
package struct SDKRefusal: Hashable, Sendable {
  /// As messages call it: `the web SDK`.
  package var sdk: String
  /// In the SDK's own words.
  package var message: String
  /// What to write instead.
  package var help: String
  /// The call that throws.
  package var location: SourceLocation

  package init(sdk: String, message: String, help: String, at location: SourceLocation) {
    self.sdk = sdk
    self.message = message
    self.help = help
    self.location = location
  }
}
