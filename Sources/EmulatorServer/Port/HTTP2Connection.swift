import NIOCore
import NIOHTTP2

/// HTTP/2 on a connection.
struct HTTP2Connection: Sendable {
  private let service: HTTP2Service
  private let limits: ServerLimits

  init(_ configuration: ServerConfiguration, _ services: RPCServices, _ respond: @escaping Respond) {
    limits = configuration.limits
    service = HTTP2Service(
      services: services, respond: respond, requestTime: TimeAmount(configuration.limits.requestTime))
  }

  /// Adds the handlers of HTTP/2. Call it on the event loop of the connection.
  func serve(_ channel: any Channel) throws {
    let loop = channel.eventLoop
    // Pings tell whether a client is still there that says nothing.
    let management = NIOHTTP2ServerConnectionManagementHandler(
      eventLoop: loop,
      configuration: .init(
        maxIdleTime: nil, maxAge: nil, maxGraceTime: nil,
        keepalive: .init(
          pingInterval: .hours(2), ackTimeout: .seconds(20))))
    let load = ConnectionLoad(limit: 2 * limits.streams)
    let service = service
    let http2 = NIOHTTP2Handler(
      mode: .server, eventLoop: loop, connectionConfiguration: connectionConfiguration,
      streamConfiguration: streamConfiguration, streamDelegate: management.http2StreamDelegate
    ) { stream in
      stream.eventLoop.makeCompletedFuture {
        try stream.pipeline.syncOperations.addHandler(HTTP2StreamHandler(service, load))
      }
    }
    try channel.pipeline.syncOperations.addHandlers([http2, management, HTTP2Errors()])
  }

  private var connectionConfiguration: NIOHTTP2Handler.ConnectionConfiguration {
    var configuration = NIOHTTP2Handler.ConnectionConfiguration()
    configuration.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: limits.streams),
      HTTP2Setting(parameter: .maxHeaderListSize, value: limits.headerBytes),
      HTTP2Setting(parameter: .initialWindowSize, value: Self.streamWindow),
    ]
    configuration.targetWindowSize = Self.connectionWindow
    configuration.controlFrameRateLimit.maximumCount = Self.frameRate
    configuration.controlFrameRateLimit.windowLength = .seconds(1)
    return configuration
  }

  private var streamConfiguration: NIOHTTP2Handler.StreamConfiguration {
    var configuration = NIOHTTP2Handler.StreamConfiguration()
    configuration.targetWindowSize = Self.streamWindow
    configuration.outboundBufferSizeHighWatermark = StreamOutput.allowance
    configuration.outboundBufferSizeLowWatermark = StreamOutput.allowance / 2
    configuration.streamResetFrameRateLimit.maximumCount = Self.frameRate
    configuration.streamResetFrameRateLimit.windowLength = .seconds(1)
    return configuration
  }

  /// How much a client may send ahead of what is taken.
  private static let streamWindow = 256 << 10
  private static let connectionWindow = 4 << 20
  /// How many resets, and how many pings and settings, may come within a second. Ordinary clients reset many streams:
  /// Google's Python client drops that of every `get()` as soon as it has its document.
  private static let frameRate = 2_048
}

/// Ends a connection that has broken the rules of HTTP/2. What is wrong with one stream only is the business of that
/// stream.
private final class HTTP2Errors: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  private var isStopping = false

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { isStopping = true }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case is NIOHTTP2Errors.StreamError, is NIOHTTP2Errors.StreamClosed: break
    // A client may open a stream before it has read that no more are wanted.
    case is NIOHTTP2Errors.NoSuchStream where isStopping: break
    default: context.close(promise: nil)
    }
  }
}
