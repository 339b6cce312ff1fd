/// What carries the messages of a session: a WebSocket, or polls.
package protocol RealtimeTransport: AnyObject, Sendable {
  /// Returns when there is room for more. False: the client is gone.
  func send(_ messages: [String]) async -> Bool

  /// The last ones.
  func finish(_ messages: [String]) async

  /// Ends it at once.
  func close()

  /// There is room again for messages of the client.
  func resume()
}
