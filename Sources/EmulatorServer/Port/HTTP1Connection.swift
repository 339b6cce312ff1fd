import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1 on a connection.
struct HTTP1Connection: Sendable {
  private let channelSetup: HTTP1Channel
  private let requestTime: TimeAmount
  private let patienceTime: TimeAmount
  private let logger: Logger

  init(_ configuration: ServerConfiguration, _ respond: @escaping Respond) {
    let limits = configuration.limits
    requestTime = TimeAmount(limits.requestTime)
    patienceTime = TimeAmount(limits.patienceTime)
    channelSetup = HTTP1Channel(
      responder: { request, writer, channel in
        let length = request.headers[.contentLength].map { Int($0) ?? .max } ?? 0
        // A body that is refused for its length is not asked for.
        if request.headers[.expect]?.lowercased() == "100-continue", length <= limits.requestBytes {
          try await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        var answer = await respond(request)
        if length > limits.requestBytes { answer.fields[.connection] = "close" }
        switch answer.body {
        case .bytes(let bytes):
          answer.fields[.contentLength] = String(bytes.count)
          let head = HTTPResponse(status: answer.status, headerFields: answer.fields)
          let isBodyless = request.method == .head || bytes.isEmpty
          try await writer.write(
            response: head, body: isBodyless ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        case .pieces(let first, let pieces):
          defer { pieces.abandon() }
          let head = HTTPResponse(status: answer.status, headerFields: answer.fields)
          var body = try await writer.writeHead(head)
          try await body.write(ByteBuffer(bytes: first))
          while let piece = await pieces.next() { try await body.write(ByteBuffer(bytes: piece)) }
          try await body.finish(nil)
        case .upgraded(let serve): try await serve(channel)
        }
      },
      configuration: .init(idleTimeout: TimeAmount(configuration.limits.idleTime)))
    logger = Logger(label: "firebreak.http1") { _ in SwiftLogNoOpLogHandler() }
  }

  /// Adds the handlers of HTTP/1 and serves the connection until it is closed. Call it on its event loop.
  func serve(_ channel: any Channel) {
    // A client may close its sending side behind its request and still wait for the answer.
    channel.setOption(.allowRemoteHalfClosure, value: true).whenFailure { _ in channel.close(promise: nil) }
    let (channelSetup, logger) = (channelSetup, logger)
    let setup = channelSetup.setup(channel: channel, logger: logger)
    do {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(
        HTTP1Framing(requestTime: requestTime, patienceTime: patienceTime), position: .after(decoder))
    } catch {
      channel.close(promise: nil)
    }
    setup.whenComplete { result in
      switch result {
      case .success(let value):
        let work = Task { await channelSetup.handle(value: value, logger: logger) }
        // A client that is gone is not answered any more, whatever is under way.
        channel.closeFuture.whenComplete { _ in work.cancel() }
      case .failure: channel.close(promise: nil)
      }
    }
  }
}
