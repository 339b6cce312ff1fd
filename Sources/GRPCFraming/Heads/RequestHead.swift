import FirestoreModel
package import NIOCore
package import NIOHPACK

/// What the headers of a call say about it.
package struct RequestHead: Sendable {
  /// `package.Service/Method`.
  package var path: String
  /// Of the messages that the client sends.
  package var encoding: MessageEncoding
  /// How answers may be compressed. They are only for clients that compress, too: others would not gain by it.
  package var answerEncoding: MessageEncoding
  package var timeout: TimeAmount?
  package var metadata: CallMetadata

  /// What the beginning of a stream of HTTP/2 asks for.
  package enum Reading: Sendable {
    case call(RequestHead)
    /// Not gRPC at all.
    case http
    /// Refused in the terms of HTTP: it may be from a client that knows no others.
    case refused(httpStatus: Int)
    /// Refused in the terms of gRPC.
    case failed(CallStatus)
  }

  package static func read(_ headers: HPACKHeaders) -> Reading {
    var metadata = Values()
    for header in headers { metadata.take(header.name, header.value) }
    guard let contentType = metadata.contentType, contentType.hasPrefix(Self.contentType) else { return .http }
    guard isSupported(contentType) else { return .refused(httpStatus: 415) }
    guard metadata.method == "POST" else { return .refused(httpStatus: 405) }
    guard let path = metadata.path, path.hasPrefix("/"), path.utf8.count > 1 else { return .refused(httpStatus: 400) }
    guard metadata.te?.lowercased() == "trailers" else {
      return .failed(CallStatus(.internal, "The header \"te\" of a call has to be \"trailers\"."))
    }
    guard let encoding = MessageEncoding(rawValue: metadata.encoding ?? "identity") else {
      return .failed(
        CallStatus(.unimplemented, "Messages compressed by \"\(metadata.encoding ?? "")\" are not supported (FB8001)."))
    }
    var timeout: TimeAmount?
    if let text = metadata.timeout {
      guard let parsed = CallTimeout.parse(text) else {
        return .failed(CallStatus(.internal, "The header \"grpc-timeout\" of a call is \"\(text)\", which is no time."))
      }
      timeout = parsed
    }
    let accepted = (metadata.accepted ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    return .call(
      RequestHead(
        path: String(path.dropFirst()), encoding: encoding,
        answerEncoding: encoding == .gzip && accepted.contains(MessageEncoding.gzip.rawValue) ? .gzip : .identity,
        timeout: timeout, metadata: CallMetadata(headers)))
  }

  static let contentType = "application/grpc"

  /// `application/grpc`, with a format of its messages or a parameter behind it.
  private static func isSupported(_ contentType: String) -> Bool {
    let rest = contentType.dropFirst(Self.contentType.count)
    let format = rest.prefix { $0 != ";" && $0 != " " }
    return format.isEmpty || format == "+proto"
  }

  /// The headers that are for us, found in one pass.
  private struct Values {
    var method: String?
    var path: String?
    var contentType: String?
    var te: String?
    var encoding: String?
    var accepted: String?
    var timeout: String?

    mutating func take(_ name: String, _ value: String) {
      switch name {
      case ":method": method = value
      case ":path": path = value
      case "content-type": contentType = value.lowercased()
      case "te": te = value
      case "grpc-encoding": encoding = value
      case "grpc-accept-encoding": accepted = value
      case "grpc-timeout": timeout = value
      default: break
      }
    }
  }
}
