/// What a stream has where a message is expected.
package enum MessageFrame: Hashable, Sendable {
  case message([UInt8])
  /// A message of more bytes than are taken; it was left out whole, and what follows it is read.
  case tooLong
  /// Headers that do not say how long the message is: nothing of it was read.
  case unreadable
}
