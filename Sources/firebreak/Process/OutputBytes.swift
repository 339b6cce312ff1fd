#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a descriptor is sent.
enum OutputBytes {
  /// How many of them it has taken; nil: nobody takes any more.
  @discardableResult
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
    let count = unsafe bytes.withUnsafeBytes { unsafe writeOnce(descriptor, $0) }
    if count >= 0 { return count }
    return [EINTR, EAGAIN].contains(errno) ? 0 : nil
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
