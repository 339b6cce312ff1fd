import NIOCore
import NIOHTTP1

/// What the versions of HTTP/1 and the header `connection` say about the end of a connection.
///
/// Stands where heads still have their version: answers to HTTP/1.0 are of that version, so that those of unknown length
/// are not sent in chunks, and whoever does not ask to go on is closed behind the answer. A request that takes too long
/// to arrive ends its connection. Whoever does not say clearly which host it asks is refused (RFC 9112, section 3.2): a
/// proxy in front of this server may have gone by another one of two.
final class HTTP1Framing: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private struct Exchange {
    /// HTTP/1.0
    var isOld: Bool
    var isLast: Bool
    var isBeingAnswered = false
  }

  /// How long a request may take from its head to its end.
  private let requestTime: TimeAmount
  /// How long an answer may take to begin for a client that sends nothing any more.
  private let patienceTime: TimeAmount
  /// How long a client may go on sending when it was told the end.
  private static let lingeringTime = TimeAmount.seconds(2)
  /// Requests that are not answered yet.
  private var exchanges = CircularBuffer<Exchange>()
  /// The request that came last has not ended.
  private var isReceiving = false
  /// A head was no request; nothing is read behind it.
  private var isRefused = false
  private var deadline: Scheduled<Void>?

  init(requestTime: TimeAmount, patienceTime: TimeAmount) {
    self.requestTime = requestTime
    self.patienceTime = patienceTime
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent {
      breakOff(context)
      awaitAnswer(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// A request whose end does not come is none: what there is of its body is not to be taken for the whole.
  private func breakOff(_ context: ChannelHandlerContext) {
    guard isReceiving else { return }
    isReceiving = false
    context.fireErrorCaught(ChannelError.inputClosed)
  }

  /// A client that has closed its sending side may wait for its answer or be gone, which looks the same until something
  /// is sent to it. So nothing that takes long is made for it: it would keep the server from others.
  private func awaitAnswer(_ context: ChannelHandlerContext) {
    let context = NIOLoopBound(context, eventLoop: context.eventLoop)
    let handler = NIOLoopBound(self, eventLoop: context.value.eventLoop)
    let patience = context.value.eventLoop.scheduleTask(in: patienceTime) {
      guard handler.value.exchanges.first?.isBeingAnswered != true else {
        return handler.value.awaitAnswer(context.value)
      }
      context.value.close(promise: nil)
    }
    context.value.channel.closeFuture.whenComplete { _ in patience.cancel() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    breakOff(context)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    switch unwrapInboundIn(data) {
    case .head(let head) where !head.saysItsHost:
      isRefused = true
      exchanges.append(Exchange(isOld: head.version != .http1_1, isLast: true))
      return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    case .head(let head):
      isReceiving = true
      exchanges.append(Exchange(isOld: head.version != .http1_1, isLast: !head.isKeepAlive))
      let channel = context.channel
      deadline?.cancel()
      deadline = context.eventLoop.scheduleTask(in: requestTime) { channel.close(promise: nil) }
    case .body: break
    case .end:
      isReceiving = false
      deadline?.cancel()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      guard head.status.code >= 200, let exchange = exchanges.first else {
        return context.write(data, promise: promise)
      }
      exchanges[exchanges.startIndex].isBeingAnswered = true
      if head.headers["connection"].contains("close") { exchanges[exchanges.startIndex].isLast = true }
      if exchange.isOld {
        head.version = .http1_0
        // Only its length would tell where an answer ends that is not the last one.
        if head.headers["content-length"].isEmpty { exchanges[exchanges.startIndex].isLast = true }
      }
      let isLast = exchanges[exchanges.startIndex].isLast
      if isLast || exchange.isOld {
        head.headers.replaceOrAdd(name: "connection", value: isLast ? "close" : "keep-alive")
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      guard exchanges.popFirst()?.isLast == true else { return context.write(data, promise: promise) }
      let channel = context.channel
      let sent = promise ?? context.eventLoop.makePromise()
      context.writeAndFlush(data, promise: sent)
      channel.close(mode: .output, promise: nil)
      // The client may read slowly, and still be sending what nobody reads: closed at once, it might miss its answer.
      sent.futureResult.whenComplete { _ in
        let closing = channel.eventLoop.scheduleTask(in: Self.lingeringTime) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in closing.cancel() }
      }
    }
  }
}

extension HTTPRequestHead {
  /// Clients of HTTP/1.0 need not say it; nobody may say it twice.
  fileprivate var saysItsHost: Bool {
    let count = headers["host"].count
    return count == 1 || count == 0 && version != .http1_1
  }
}
