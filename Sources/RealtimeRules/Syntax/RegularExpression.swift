import CRE2
import FirestoreModel

/// A pattern of `matches`, compiled once. RE2 takes linear time whatever the pattern and the text.
@safe final class RegularExpression: Sendable {
  // SAFETY: the C object is immutable after construction, usable from several threads, and freed once, in deinit.
  nonisolated(unsafe) private let handle: OpaquePointer

  /// - Parameter pattern: as it is written between the slashes.
  init(_ pattern: String, ignoresCase: Bool) throws(RegularExpressionProblem) {
    var translated = try RegularExpressionDialect.translation(of: pattern)
    if ignoresCase { translated = "(?i)" + translated }
    let handle = translated.withUTF8 { bytes in
      // SAFETY: the C function reads the bytes within the closure and copies them.
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe cre2_compile($0.baseAddress, $0.count) }
    }
    guard let handle = unsafe handle else { throw Self.tooLarge(pattern) }
    unsafe self.handle = handle
    if unsafe cre2_error(handle) != nil { throw Self.tooLarge(pattern) }
  }

  deinit { unsafe cre2_free(handle) }

  /// What RE2 refuses of a translated pattern is its size alone.
  private static func tooLarge(_ pattern: String) -> RegularExpressionProblem {
    RegularExpressionProblem(
      message: "the pattern is too large", help: "repeat fewer times", start: 0, end: pattern.utf8.count)
  }

  /// Whether some part of the text matches.
  func matches(_ text: Text) -> Bool {
    var utf8 = text.string
    return utf8.withUTF8 { bytes in
      // SAFETY: the C function reads the text within the closure and writes the two places that there is room for.
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        var offsets = [Int](repeating: -1, count: 2)
        return unsafe offsets.withUnsafeMutableBufferPointer { places in
          unsafe cre2_find(handle, text.baseAddress, text.count, 0, places.baseAddress, 1)
        }
      }
    }
  }
}
