package import WebChannel

/// Where an emulator listens, and what it puts up with.
package struct ServerConfiguration: Hashable, Sendable {
  /// `localhost` stands for both loopback addresses, as clients resolve it to either.
  package var host: String
  /// 0: the system chooses.
  package var port: Int
  /// The origins of web pages that are served beside those of this machine and of the same host.
  package var allowedOrigins: Set<WebOrigin>
  package var limits: ServerLimits

  package init(
    host: String = "127.0.0.1", port: Int = 8080, allowedOrigins: Set<WebOrigin> = [],
    limits: ServerLimits = ServerLimits()
  ) {
    self.host = host
    self.port = port
    self.allowedOrigins = allowedOrigins
    self.limits = limits
  }
}

/// What keeps one client from harming the others.
package struct ServerLimits: Hashable, Sendable {
  /// Connections beyond these are closed as soon as they are accepted.
  package var connections: Int
  /// How long a new connection may take until it is clear what it speaks.
  package var openingTime: Duration
  /// How long an HTTP/1 connection may stay without a complete request.
  package var idleTime: Duration
  /// The largest request; production's front end refuses what is larger.
  package var requestBytes: Int
  /// Of all requests together that are being received or answered.
  package var bufferedBytes: Int
  /// How long a request may take to arrive that is no conversation.
  package var requestTime: Duration
  /// How long an answer may take to begin for a client that has closed its sending side.
  package var patienceTime: Duration
  /// Of one HTTP/2 connection.
  package var streams: Int
  /// Of one request of HTTP/2, as the headers are sent and as they are expanded.
  package var headerBytes: Int
  /// How long requests may go on after a stop was asked for.
  package var stopTime: Duration
  /// Of web pages that listen and write.
  package var channel: ChannelLimits

  package init(
    connections: Int = 4_096, openingTime: Duration = .seconds(10), idleTime: Duration = .seconds(120),
    requestBytes: Int = 11_534_336, bufferedBytes: Int = 256 << 20, requestTime: Duration = .seconds(120),
    patienceTime: Duration = .seconds(5),
    streams: Int = 2_048, headerBytes: Int = 64 << 10, stopTime: Duration = .seconds(2),
    channel: ChannelLimits = ChannelLimits()
  ) {
    self.connections = connections
    self.openingTime = openingTime
    self.idleTime = idleTime
    self.requestBytes = requestBytes
    self.bufferedBytes = bufferedBytes
    self.requestTime = requestTime
    self.patienceTime = patienceTime
    self.streams = streams
    self.headerBytes = headerBytes
    self.stopTime = stopTime
    self.channel = channel
  }

  /// Of the Realtime Database, where one write may be as large as 256 MB.
  package static var realtimeDatabase: ServerLimits {
    ServerLimits(requestBytes: 256 << 20, bufferedBytes: 512 << 20)
  }
}

/// Why a server cannot listen.
package enum ListeningFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case portTaken(host: String, port: Int)
  case notPermitted(host: String, port: Int)
  case unavailable(host: String, port: Int, reason: String)

  package var description: String {
    switch self {
    case .portTaken(let host, let port): "port \(port) of \(host) is taken by another process"
    case .notPermitted(let host, let port): "listening on port \(port) of \(host) is not permitted"
    case .unavailable(let host, let port, let reason): "cannot listen on port \(port) of \(host): \(reason)"
    }
  }
}
