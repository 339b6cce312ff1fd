package import NIOCore

/// A message on the wire: whether it is compressed, its length, its bytes.
package enum MessageFraming {
  static let prefixSize = 5

  package static func write(_ message: [UInt8], _ encoding: MessageEncoding = .identity, to buffer: inout ByteBuffer) {
    if encoding == .gzip, !message.isEmpty, let compressed = Gzip.compress(message) {
      write(compressed, isCompressed: true, to: &buffer)
    } else {
      write(message, isCompressed: false, to: &buffer)
    }
  }

  private static func write(_ bytes: [UInt8], isCompressed: Bool, to buffer: inout ByteBuffer) {
    buffer.writeInteger(isCompressed ? 1 : 0, as: UInt8.self)
    buffer.writeInteger(UInt32(clamping: bytes.count))
    buffer.writeBytes(bytes)
  }
}
