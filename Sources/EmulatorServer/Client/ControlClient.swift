import NIOCore
import NIOHTTP1
import NIOPosix

/// Asks a running emulator for something, over HTTP/1.1.
package struct ControlClient: Sendable {
  package struct Answer: Hashable, Sendable {
    package var status: Int
    package var body: [UInt8]
  }

  private let host: String
  private let port: Int

  /// More than any answer to a command has.
  private static let bodyLimit = 16 << 20

  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  package func send(_ method: String, _ path: String, body: String = "") async throws -> Answer {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(
      host: host, port: port
    ) { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHTTPClientHandlers()
        return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(wrappingChannelSynchronously: channel)
      }
    }
    return try await channel.executeThenClose { answer, request in
      let head = HTTPRequestHead(
        version: .http1_1, method: HTTPMethod(rawValue: method), uri: path,
        headers: [
          "host": "\(host.contains(":") ? "[\(host)]" : host):\(port)", "connection": "close",
          "content-type": "application/json", "content-length": "\(body.utf8.count)",
        ])
      try await request.write(.head(head))
      try await request.write(.body(.byteBuffer(ByteBuffer(string: body))))
      try await request.write(.end(nil))
      return try await Self.read(answer)
    }
  }

  private static func read(_ parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>) async throws -> Answer {
    var answer = Answer(status: 0, body: [])
    for try await part in parts {
      switch part {
      case .head(let head): answer.status = Int(head.status.code)
      case .body(let bytes):
        answer.body += bytes.readableBytesView
        guard answer.body.count <= bodyLimit else { return answer }
      case .end: return answer
      }
    }
    return answer
  }
}
