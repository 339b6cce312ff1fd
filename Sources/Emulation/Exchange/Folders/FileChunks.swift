#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Diagnostics
import Project

/// The bytes of a file in large pieces, without holding more than one.
final class FileChunks {
  let path: String
  private let descriptor: Int32
  private var isAtEnd = false

  private static let size = 1 << 18

  init(path: String) throws(ExchangeFailure) {
    self.path = path
    do throws(RegularFile.Failure) {
      descriptor = try RegularFile.descriptor(of: path)
    } catch {
      switch error {
      case .unreadable: throw .file("cannot read \(QuotedText.of(path, limit: 200))")
      case .notRegular: throw .unreadable([InputFileError(path: path, reason: .notRegular).diagnostic])
      }
    }
  }

  deinit { _ = close(descriptor) }

  /// The next bytes, never none; nil at the end.
  func next() throws(ExchangeFailure) -> [UInt8]? {
    if isAtEnd { return nil }
    var buffer = [UInt8](repeating: 0, count: Self.size)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe RegularFile.read(descriptor, into: $0) }
      if count > 0 {
        buffer.removeLast(buffer.count - count)
        return buffer
      }
      if count == 0 {
        isAtEnd = true
        return nil
      }
      if errno != EINTR { throw .file("cannot read \(QuotedText.of(path, limit: 200))") }
    }
  }
}
