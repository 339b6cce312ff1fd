import FirestoreModel
package import NIOCore
package import NIOHPACK

/// The answer to a call: a head before the first message, and trailers, which are the head where there was no message.
package struct CallAnswer: Sendable {
  private enum State {
    case unsent
    case open
    case ended
  }

  private let encoding: MessageEncoding
  private var state = State.unsent

  package init(_ encoding: MessageEncoding = .identity) { self.encoding = encoding }

  package var isEnded: Bool { state == .ended }

  /// Appends a message to what is to be sent.
  ///
  /// - Returns: the head, which goes ahead of the first message.
  package mutating func write(_ message: [UInt8], to buffer: inout ByteBuffer) -> HPACKHeaders? {
    guard state != .ended else { return nil }
    MessageFraming.write(message, encoding, to: &buffer)
    guard state == .unsent else { return nil }
    state = .open
    return encoding == .identity ? Self.head : Self.head(encoding)
  }

  /// - Returns: the last headers of the stream; nil where it has ended before.
  package mutating func end(_ status: CallStatus) -> HPACKHeaders? {
    defer { state = .ended }
    switch state {
    case .unsent: return Self.trailers(status, behind: Self.head)
    case .open: return Self.trailers(status, behind: [:])
    case .ended: return nil
    }
  }

  /// The whole answer to what was refused before there was a call.
  package static func refusal(_ status: CallStatus) -> HPACKHeaders {
    var head = head
    if status.code == .unimplemented { head.add(name: "grpc-accept-encoding", value: MessageEncoding.supported) }
    return trailers(status, behind: head)
  }

  private static let head: HPACKHeaders = [":status": "200", "content-type": RequestHead.contentType]

  private static func head(_ encoding: MessageEncoding) -> HPACKHeaders {
    [":status": "200", "content-type": RequestHead.contentType, "grpc-encoding": encoding.rawValue]
  }

  private static func trailers(_ status: CallStatus, behind head: HPACKHeaders) -> HPACKHeaders {
    var headers = head
    headers.add(name: "grpc-status", value: String(status.code.rawValue))
    if !status.message.isEmpty { headers.add(name: "grpc-message", value: StatusMessage.encode(status.message)) }
    if !status.details.isEmpty {
      headers.add(name: "grpc-status-details-bin", value: Base64.encode(status.details, padded: false))
    }
    return headers
  }
}
