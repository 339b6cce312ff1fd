import RealtimeDatabase
package import RealtimeService
package import StructuredText

/// Who a client says to be.
package struct RealtimeCredentials: Hashable, Sendable {
  package var caller: RealtimeCaller
  /// Seconds since 1970 when the token ends; nil for those without an end.
  package var expiry: Int64?

  package init(caller: RealtimeCaller, expiry: Int64? = nil) {
    self.caller = caller
    self.expiry = expiry
  }

  /// The owner may ask to be judged like somebody else.
  ///
  /// - Parameter auth: an object, or null for somebody who is not signed in.
  /// - Throws: for everybody else, and for other values.
  package mutating func override(_ auth: JSONValue) throws(RealtimeRefusal) {
    guard caller == .owner else { throw .permissionDenied }
    switch auth {
    case .null: caller = .anonymous
    case .object: caller = .client(auth: RealtimeNode(claims: auth))
    case .boolean, .number, .integer, .string, .array:
      throw .invalidRequest("The auth variable of an owner must be a JSON object or null")
    }
  }
}
