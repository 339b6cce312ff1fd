import Digests
import FirestoreModel
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A connection of HTTP/1 that becomes a WebSocket.
struct WebSocketUpgrade: Sendable {
  /// Proves to the client that its request was understood.
  private let acceptance: String

  /// Nil: the request does not ask for it, or for another version.
  init?(method: HTTPRequest.Method, _ fields: HTTPFields) {
    guard method == .get, Self.lists(fields.values("upgrade"), "websocket"),
      Self.lists(fields.values("connection"), "upgrade"), fields.value("sec-websocket-version") == "13",
      let key = fields.value("sec-websocket-key"), Base64.decode(key.utf8)?.count == 16
    else { return nil }
    acceptance = Base64.encode(Digest.sha1.of(Array((key + Self.suffix).utf8)))
  }

  /// Of RFC 6455.
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  private static func lists(_ values: [String], _ token: String) -> Bool {
    values.contains { $0.split(separator: ",").contains { $0.filter { $0 != " " }.lowercased() == token } }
  }

  /// Answers the client, and has the connection read by a handler from then on.
  func perform(_ channel: any Channel, _ socket: WebSocketTransport, limits: WebSocketLimits) async throws {
    let head = HTTPResponseHead(
      version: .http1_1, status: .switchingProtocols,
      headers: ["upgrade": "websocket", "connection": "Upgrade", "sec-websocket-accept": acceptance])
    try await channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let context = try pipeline.context(handlerType: HTTP1Framing.self)
      context.writeAndFlush(HTTP1Framing.wrapOutboundOut(.head(head)), promise: nil)
      let handler = WebSocketHandler(socket)
      // In front of everything that speaks HTTP, which learns of nothing more but the end.
      try pipeline.addHandlers(
        [
          IdleStateHandler(readTimeout: limits.silence), WebSocketFrameEncoder(),
          ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limits.messageBytes)),
          WebSocketProtocolErrorHandler(),
          NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: limits.fragments,
            maxAccumulatedFrameSize: limits.messageBytes), handler,
        ], position: .first)
      socket.open(on: channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
    }.get()
  }
}

/// What a WebSocket puts up with.
struct WebSocketLimits: Hashable, Sendable {
  /// Of a text, in as many frames as its sender likes.
  var messageBytes: Int
  var fragments = 1_024
  /// Without anything from the client; then it is asked whether it is still there, and after as long again it is gone.
  var silence: TimeAmount
}
