#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output or standard error, written without a buffer of our own so that the order of lines on a terminal is
/// the order in which they were written.
package final class StandardStream {
  package enum State: Equatable {
    case open
    /// The reader went away (`firebreak … | head`): nothing more is written, and that is no failure.
    case readerGone
    /// The number of the system's error: a full disk, a closed descriptor.
    case failed(Int32)
  }

  private let descriptor: Int32
  package private(set) var state = State.open

  package init(descriptor: Int32) { self.descriptor = descriptor }

  package func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while state == .open, !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Self.writeOnce(descriptor, $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        state = errno == EPIPE ? .readerGone : .failed(errno)
      }
    }
  }

  package func writeLine(_ text: String) { write(text + "\n") }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal that it writes to; nil where it is none, or does not say.
  package var columns: Int? {
    guard isTerminal else { return nil }
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}

package enum SystemText {
  /// The system's words for an error number.
  package static func describe(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}
