/// A string that is equal, hashed and ordered by its UTF-8 bytes, as Firestore does.
///
/// Swift's `String` compares by canonical equivalence, so `"é"` written with one or with two scalars would be the same
/// map key. Firestore keeps them apart; every string that takes part in a query, a path or a document is a `Text`.
package struct Text: Sendable {
  /// INVARIANT: stored as contiguous UTF-8, so that comparisons run over plain bytes.
  package let string: String

  package init(_ string: String) {
    var contiguous = string
    contiguous.makeContiguousUTF8()
    self.string = contiguous
  }

  /// Number of UTF-8 bytes.
  package var byteCount: Int { string.utf8.count }
}

extension Text: Hashable {
  package static func == (lhs: Text, rhs: Text) -> Bool {
    lhs.byteCount == rhs.byteCount && lhs.compared(to: rhs) == 0
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(byteCount)
    // SAFETY: the buffer is only read, and only inside the closure.
    unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
  }
}

extension Text: Comparable {
  package static func < (lhs: Text, rhs: Text) -> Bool { lhs.compared(to: rhs) < 0 }

  /// −1, 0 or 1 by unsigned UTF-8 bytes; a prefix sorts first.
  package func compared(to other: Text) -> Int {
    // SAFETY: both buffers are only read, inside the closures, below the shorter count.
    let fast: Int?? = unsafe string.utf8.withContiguousStorageIfAvailable { left in
      unsafe other.string.utf8.withContiguousStorageIfAvailable { right in
        let shared = min(left.count, right.count)
        var index = 0
        while index < shared {
          let (a, b) = unsafe (left[index], right[index])
          if a != b { return a < b ? -1 : 1 }
          index += 1
        }
        return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
      }
    }
    if let fast, let fast { return fast }
    if string.utf8.lexicographicallyPrecedes(other.string.utf8) { return -1 }
    return string.utf8.elementsEqual(other.string.utf8) ? 0 : 1
  }
}

extension Text: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral value: String) { self.init(value) }
  package var description: String { string }
}
