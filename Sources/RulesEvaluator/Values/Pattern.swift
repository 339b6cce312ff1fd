package import FirestoreModel
import CRE2

/// A compiled regular expression of RE2, the library that production uses: linear time, no lookaround.
@safe package final class Pattern: Sendable {
  package let text: Text
  // SAFETY: the C object is immutable after construction, usable from several threads, and freed once, in deinit.
  nonisolated(unsafe) private let handle: OpaquePointer

  /// Nil when RE2 refuses the pattern.
  package init?(_ text: Text) {
    self.text = text
    var utf8 = text.string
    guard
      let handle = utf8.withUTF8({ bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe cre2_compile($0.baseAddress, $0.count) }
      })
    else { return nil }
    unsafe self.handle = handle
    if unsafe cre2_error(handle) != nil { return nil }
  }

  deinit { unsafe cre2_free(handle) }

  /// Whether the whole text matches.
  package func matchesAll(of text: Text) -> Bool {
    var utf8 = text.string
    return utf8.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe cre2_matches_all(handle, $0.baseAddress, $0.count) }
    }
  }
}
