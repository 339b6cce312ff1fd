import GRPCFraming
import NIOCore
import NIOHPACK
import NIOHTTP2

/// One stream of a connection: a call of gRPC, or a request that is answered as one of HTTP/1 is.
final class HTTP2StreamHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private let service: HTTP2Service
  private let load: ConnectionLoad
  private var context: ChannelHandlerContext?
  private var output: StreamOutput?
  private var exchange: (any StreamExchange)?
  private var isRequestComplete = false
  private var isReadPending = false
  private var deadline: Scheduled<Void>?

  init(_ service: HTTP2Service, _ load: ConnectionLoad) {
    self.service = service
    self.load = load
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
    output = StreamOutput(on: context.eventLoop) { handler.value.flush() }
  }

  func handlerRemoved(context: ChannelHandlerContext) { close() }

  func channelInactive(context: ChannelHandlerContext) {
    close()
    context.fireChannelInactive()
  }

  private func close() {
    context = nil
    deadline?.cancel()
    output?.close()
    exchange?.close()
    (output, exchange, deadline) = (nil, nil, nil)
  }

  /// A stream that was reset is closed behind it.
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  // MARK: - The request

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .headers(let headers) where exchange == nil && !isRequestComplete:
      isRequestComplete = headers.endStream
      begin(headers.headers, context)
      if headers.endStream { exchange?.receive(ByteBuffer(), isLast: true) }
    case .headers(let trailers) where trailers.endStream: receive(ByteBuffer(), isLast: true)
    case .data(let data):
      guard case .byteBuffer(let bytes) = data.data else { return }
      receive(bytes, isLast: data.endStream)
    default: break
    }
  }

  private func receive(_ bytes: ByteBuffer, isLast: Bool) {
    isRequestComplete = isRequestComplete || isLast
    exchange?.receive(bytes, isLast: isLast)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if isRequestComplete {
      deadline?.cancel()
      deadline = nil
    } else if deadline == nil, exchange?.isBounded == true {
      let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
      deadline = context.eventLoop.scheduleTask(in: service.requestTime) {
        handler.value.context?.close(promise: nil)
      }
    }
    context.fireChannelReadComplete()
  }

  /// The client may send more when there is room for it.
  func read(context: ChannelHandlerContext) {
    if exchange?.isReady == false { isReadPending = true } else { context.read() }
  }

  private func resumeReading() {
    guard isReadPending, exchange?.isReady != false else { return }
    isReadPending = false
    context?.read()
  }

  private func begin(_ headers: HPACKHeaders, _ context: ChannelHandlerContext) {
    guard let output else { return }
    guard load.begin() else {
      context.writeAndFlush(wrapOutboundOut(.rstStream(.refusedStream)), promise: nil)
      return
    }
    let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
    let stream = HTTP2Stream(loop: context.eventLoop, output: output, load: load) {
      if handler.eventLoop.inEventLoop {
        handler.value.resumeReading()
      } else {
        handler.eventLoop.execute { handler.value.resumeReading() }
      }
    }
    exchange = service.begin(headers, on: stream)
    if exchange == nil { load.end() }
  }

  // MARK: - The answer

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    // Not now: the library tells it while it is writing, and what is written meanwhile would go ahead of that.
    let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
    if context.channel.isWritable { context.eventLoop.execute { handler.value.flush() } }
    context.fireChannelWritabilityChanged()
  }

  private func flush() {
    guard let context, let output, context.channel.isWritable else { return }
    let pending = output.take()
    for head in pending.heads { context.write(wrapOutboundOut(.headers(.init(headers: head))), promise: nil) }
    let endsWithBody = if case .body? = pending.end { true } else { false }
    let promise = pending.end.map { _ in context.eventLoop.makePromise(of: Void.self) }
    if pending.body.readableBytes > 0 || endsWithBody {
      let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(pending.body), endStream: endsWithBody)
      context.write(wrapOutboundOut(.data(data)), promise: endsWithBody ? promise : nil)
    }
    if case .headers(let headers)? = pending.end {
      context.write(wrapOutboundOut(.headers(.init(headers: headers, endStream: true))), promise: promise)
    }
    if let promise { endRequest(when: promise.futureResult, context) }
    context.flush()
  }

  /// An answer may come before its request is complete: then the client is told that the rest is not wanted, but not
  /// before everything was sent, which would be dropped.
  private func endRequest(when sent: EventLoopFuture<Void>, _ context: ChannelHandlerContext) {
    guard !isRequestComplete else { return }
    let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
    sent.whenSuccess {
      let handler = handler.value
      guard !handler.isRequestComplete, let context = handler.context else { return }
      context.writeAndFlush(handler.wrapOutboundOut(.rstStream(.noError)), promise: nil)
    }
  }
}
