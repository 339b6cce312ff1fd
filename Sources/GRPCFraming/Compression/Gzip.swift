import CZlib

/// Messages as gzip, the only compression that clients of gRPC have in common.
enum Gzip {
  enum Failure: Error, Hashable {
    case damaged
    case tooLarge
  }

  private static let firstCapacity = 4_096

  /// - Throws: `tooLarge` as soon as it is clear that there are more than `limit` bytes: a few can stand for very many.
  static func expand(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var capacity = min(limit, max(firstCapacity, 4 * bytes.count))
    while true {
      let (result, expanded) = expand(bytes, capacity: capacity)
      switch result {
      case FirebreakInflateDone: return expanded
      case FirebreakInflateTooLarge where capacity < limit: capacity = min(limit, 4 * capacity)
      case FirebreakInflateTooLarge: throw .tooLarge
      default: throw .damaged
      }
    }
  }

  private static func expand(_ bytes: [UInt8], capacity: Int) -> (FirebreakInflateResult, [UInt8]) {
    var result = FirebreakInflateDamaged
    // Even nothing is written through a pointer.
    let expanded = unsafe [UInt8](unsafeUninitializedCapacity: max(1, capacity)) { output, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        guard let from = input.baseAddress, let to = output.baseAddress else { return }
        unsafe result = firebreak_gunzip(from, input.count, to, capacity, &count)
      }
    }
    return (result, expanded)
  }

  /// Nil: it could not be done, and the message goes as it is.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    let capacity = firebreak_gzip_bound(bytes.count)
    let compressed = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        guard let from = input.baseAddress, let to = output.baseAddress else { return }
        unsafe count = firebreak_gzip(from, input.count, to, capacity)
      }
    }
    return compressed.isEmpty ? nil : compressed
  }
}
