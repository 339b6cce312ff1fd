#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Opens what is a file and nothing else: a named pipe in its place would let whoever opens it wait for a writer, and a
/// device may have no end.
package enum RegularFile {
  package enum Failure: Error {
    case unreadable
    /// A pipe, a device or a socket.
    case notRegular
  }

  /// A descriptor to read from, which is the caller's to close. Reading from a folder fails later, with EISDIR.
  ///
  /// What a shell hands over below `/dev` (`/dev/stdin`, `/dev/fd/63`) is meant to be a pipe.
  package static func descriptor(of path: String) throws(Failure) -> Int32 {
    let isHandedOver = path.hasPrefix("/dev/")
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (isHandedOver ? 0 : O_NONBLOCK)
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else { throw errno == ENXIO ? .notRegular : .unreadable }
    if isHandedOver { return descriptor }
    var info = stat()
    let isKnown = unsafe fstat(descriptor, &info) == 0
    let kind = info.st_mode & S_IFMT
    guard isKnown, kind == S_IFREG || kind == S_IFDIR else {
      _ = close(descriptor)
      throw .notRegular
    }
    return descriptor
  }

  /// One call of the system: how many bytes were read, 0 at the end, negative with `errno` set.
  // SAFETY: the buffer is only written, during the call.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
