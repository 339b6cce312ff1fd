import NIOCore

/// Tells by its first bytes what a new connection speaks, arranges for that, and steps aside.
///
/// gRPC clients speak HTTP/2 with prior knowledge: they begin with its preface, without asking for an upgrade. No
/// HTTP/1 method begins with the same three letters.
final class ConnectionSniffer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  enum Speech { case http1, http2 }

  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  /// Blank lines may precede a request of HTTP/1; more than a few are none.
  private static let limit = 64

  private enum State {
    case listening
    case arranging
    case done
  }

  private let time: TimeAmount
  private let arrange: (Speech, any Channel) throws -> Void
  private var state = State.listening
  private var received = ByteBuffer()
  private var deadline: Scheduled<Void>?

  /// - Parameter arrange: adds the handlers that go on with the connection.
  init(time: TimeAmount, arrange: @escaping (Speech, any Channel) throws -> Void) {
    self.time = time
    self.arrange = arrange
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    state = .done
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    switch state {
    case .done:
      context.fireChannelRead(data)
    case .arranging:
      received.writeBuffer(&bytes)
    case .listening:
      received.writeBuffer(&bytes)
      switch Self.speech(of: received.readableBytesView) {
      case .undecided: break
      case .nonsense: context.close(promise: nil)
      case .known(let speech): goOn(speech, context)
      }
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The server stops: whoever has not said anything yet is not waited for.
    if event is ChannelShouldQuiesceEvent, case .listening = state { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  private func goOn(_ speech: Speech, _ context: ChannelHandlerContext) {
    state = .arranging
    do { try arrange(speech, context.channel) } catch {
      context.close(promise: nil)
      return
    }
    state = .done
    let everything = received
    received = ByteBuffer()
    context.fireChannelRead(wrapInboundOut(everything))
    context.fireChannelReadComplete()
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  enum Verdict: Equatable {
    case known(Speech)
    case undecided
    case nonsense
  }

  static func speech(of bytes: some Collection<UInt8>) -> Verdict {
    let significant = bytes.drop { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    guard significant.count >= 3 else { return bytes.count > limit ? .nonsense : .undecided }
    guard significant.starts(with: preface.prefix(3)) else { return .known(.http1) }
    // The rest of the preface has to follow: nothing that is not HTTP/2 gets as far as its handlers.
    guard preface.starts(with: bytes.prefix(preface.count)) else { return .nonsense }
    return bytes.count >= preface.count ? .known(.http2) : .undecided
  }
}
