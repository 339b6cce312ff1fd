import GRPCFraming
import NIOCore
import NIOHPACK

/// What streams of HTTP/2 are answered with.
struct HTTP2Service: Sendable {
  let services: RPCServices
  /// Answers a request that is no call of gRPC.
  let respond: Respond
  let requestTime: TimeAmount

  /// - Returns: nil for what was answered at once.
  func begin(_ headers: HPACKHeaders, on stream: HTTP2Stream) -> (any StreamExchange)? {
    switch RequestHead.read(headers) {
    case .call(let head):
      if let exchange = services.begin(head, on: stream) { return exchange }
      stream.output.end { _ in .headers(CallAnswer.refusal(RPCServices.refusal(of: head.path))) }
    case .http:
      if let exchange = RequestExchange(headers, on: stream, respond) { return exchange }
      stream.output.end { _ in .headers([":status": "400"]) }
    case .refused(let status): stream.output.end { _ in .headers([":status": String(status)]) }
    case .failed(let status): stream.output.end { _ in .headers(CallAnswer.refusal(status)) }
    }
    return nil
  }
}
