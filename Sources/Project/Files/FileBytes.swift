#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reading through the system's own calls: pipes (`<(command)`, `/dev/stdin`) have no size, and a file can be larger
/// than anyone wants to hold, so neither may be read by a call that first asks how much there is.
enum FileBytes {
  package enum Failure: Error {
    case isFolder, notRegular, unreadable, tooLarge
  }

  static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor: Int32
    do throws(RegularFile.Failure) {
      descriptor = try RegularFile.descriptor(of: path)
    } catch {
      switch error {
      case .unreadable: throw .unreadable
      case .notRegular: throw .notRegular
      }
    }
    defer { _ = close(descriptor) }
    return try read(descriptor, limit: limit)
  }

  static func readStandardInput(limit: Int) throws(Failure) -> [UInt8] { try read(0, limit: limit) }

  private static func read(_ descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe RegularFile.read(descriptor, into: $0) }
      if count > 0 {
        guard bytes.count + count <= limit else { throw .tooLarge }
        bytes += chunk[..<count]
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw errno == EISDIR ? .isFolder : .unreadable
      }
    }
  }
}
