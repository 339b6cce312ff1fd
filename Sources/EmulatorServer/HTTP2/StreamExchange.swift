import NIOCore

/// What a stream of HTTP/2 is about, from the head of its request on. Everything is called on its event loop.
protocol StreamExchange: AnyObject {
  /// Whether more of the request can be taken now.
  var isReady: Bool { get }
  /// Whether the request has to be complete within a time: it is no conversation.
  var isBounded: Bool { get }

  func receive(_ bytes: ByteBuffer, isLast: Bool)

  /// The stream is gone.
  func close()
}
