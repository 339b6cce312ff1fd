/// What no client of the protocol sends: the connection ends, and the text is the last that it is told.
package struct ProtocolViolation: Error, Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// As production says it.
  package static let tooLarge = ProtocolViolation(
    "The specified payload is too large, please request a location with less data.")
}
