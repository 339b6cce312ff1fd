#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Diagnostics

/// Where the lines of an export go.
protocol ExportSink: AnyObject {
  func write(_ bytes: [UInt8]) throws(ExchangeFailure)
  /// Everything is on the disk when it returns.
  func finish() throws(ExchangeFailure)
}

/// A new file that is written in large pieces.
final class OutputFile: ExportSink {
  private let path: String
  private let descriptor: Int32
  private var waiting: [UInt8] = []

  private static let pieceSize = 1 << 20

  init(path: String) throws(ExchangeFailure) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit { _ = close(descriptor) }

  func write(_ bytes: [UInt8]) throws(ExchangeFailure) {
    waiting += bytes
    if waiting.count >= Self.pieceSize { try flush() }
  }

  func finish() throws(ExchangeFailure) {
    try flush()
    guard fsync(descriptor) == 0 else { throw Self.failure(path) }
  }

  private func flush() throws(ExchangeFailure) {
    var written = 0
    while written < waiting.count {
      let count = unsafe waiting.withUnsafeBytes { bytes in
        unsafe writeOnce(UnsafeRawBufferPointer(rebasing: bytes[written...]))
      }
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        throw Self.failure(path)
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }

  // SAFETY: the buffer is only read, during the call.
  private func writeOnce(_ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func failure(_ path: String) -> ExchangeFailure {
    let reason = errno == ENOSPC ? ": no space is left" : ""
    return .file("cannot write \(QuotedText.of(path, limit: 200))\(reason)")
  }
}
