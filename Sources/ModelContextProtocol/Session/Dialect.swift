import JSONRPC
import StructuredText

/// How a request was asked, and so has to be answered.
enum Dialect: Hashable, Sendable {
  /// As the current revision has it.
  case perRequest
  /// After a handshake, as an earlier revision has it.
  case handshake

  /// How long the answer may be kept.
  enum Lifetime {
    /// It is about this call.
    case none
    /// It may differ the next time.
    case changing
    /// As long as the program is the same.
    case program
  }

  static let revisionKey = "io.modelcontextprotocol/protocolVersion"
  private static let serverKey = "io.modelcontextprotocol/serverInfo"

  func result(_ members: [JSONValue.Member], _ lifetime: Lifetime, of server: ServerDescription) -> JSONValue {
    guard self == .perRequest else { return .object(members) }
    let meta: JSONValue = .object([.init(Self.serverKey, server.implementation)])
    let head: [JSONValue.Member] = [.init("resultType", "complete")]
    return .object(head + members + caching(lifetime) + [.init("_meta", meta)])
  }

  /// Resources that are not there had a code of their own.
  var unknownResource: RPCError.Code { self == .perRequest ? .invalidParameters : RPCError.Code(-32002) }

  private func caching(_ lifetime: Lifetime) -> [JSONValue.Member] {
    switch lifetime {
    case .none: []
    case .changing: [.init("ttlMs", 0), .init("cacheScope", "private")]
    case .program: [.init("ttlMs", 3_600_000), .init("cacheScope", "public")]
    }
  }
}
