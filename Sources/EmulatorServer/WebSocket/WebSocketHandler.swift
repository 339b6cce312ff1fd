import NIOCore
import NIOWebSocket

/// Between the frames of a WebSocket and the texts of whoever serves it.
final class WebSocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = Never
  typealias OutboundOut = WebSocketFrame

  private let socket: WebSocketTransport
  private var context: ChannelHandlerContext?
  /// Whoever serves the socket has no room for more.
  private var isPaused = false
  private var wantsRead = false
  private var isClosing = false
  private var awaitsPong = false

  init(_ socket: WebSocketTransport) { self.socket = socket }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    socket.lose()
  }

  func channelInactive(context: ChannelHandlerContext) {
    socket.lose()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The frames were none of the protocol; or too large.
    close(.protocolError)
  }

  // MARK: - From the client

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    awaitsPong = false
    guard !isClosing else { return }
    switch frame.opcode {
    case .text: receive(frame.unmaskedData)
    case .ping: write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData), context, promise: nil)
    case .pong: break
    case .connectionClose: close(.normalClosure)
    default: close(.unacceptableData)
    }
  }

  private func receive(_ data: ByteBuffer) {
    guard let text = String(validating: data.readableBytesView, as: UTF8.self) else {
      return close(.dataInconsistentWithMessage)
    }
    if !socket.receive(text) { isPaused = true }
  }

  func read(context: ChannelHandlerContext) {
    if isPaused { wantsRead = true } else { context.read() }
  }

  func resume() {
    guard isPaused else { return }
    isPaused = false
    guard wantsRead else { return }
    wantsRead = false
    context?.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is IdleStateHandler.IdleStateEvent: ask(context)
    // A WebSocket ends with a frame; without one the client is gone.
    case ChannelEvent.inputClosed as ChannelEvent: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  /// Whether the client is still there. One that is not read from is not waited for either.
  private func ask(_ context: ChannelHandlerContext) {
    guard !isPaused else { return }
    if awaitsPong { return context.close(promise: nil) }
    awaitsPong = true
    write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()), context, promise: nil)
  }

  // MARK: - To the client

  /// The promise is fulfilled when the last text has left.
  func send(_ texts: [String], promise: EventLoopPromise<Void>) {
    guard let context, !isClosing else { return promise.fail(ChannelError.ioOnClosedChannel) }
    guard let last = texts.last else { return promise.succeed() }
    for text in texts.dropLast() { context.write(wrapOutboundOut(frame(text)), promise: nil) }
    write(frame(last), context, promise: promise)
  }

  /// Says so to the client, and closes the connection behind that.
  func close(_ code: WebSocketErrorCode) {
    guard let context, !isClosing else { return }
    isClosing = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    let channel = context.channel
    let written = context.eventLoop.makePromise(of: Void.self)
    write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data), context, promise: written)
    written.futureResult.whenComplete { _ in channel.close(promise: nil) }
    socket.lose()
  }

  private func frame(_ text: String) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
  }

  private func write(_ frame: WebSocketFrame, _ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
  }
}
