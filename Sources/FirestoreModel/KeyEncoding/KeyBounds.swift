/// Bounds of ranges of keys; every range is half-open, `lower ≤ key < upper`.
package enum KeyBounds {
  /// All encoded values of one type. NaN is the lowest number, see ``lowestNumber``.
  package static func bracket(_ bracket: TypeBracket, descending: Bool = false) -> (lower: [UInt8], upper: [UInt8]) {
    descending
      // The complement of tag t is ~t; keys of tags first ..< end run from just above ~end up to ~first.
      ? ([~bracket.endTag + 1], [~bracket.firstTag + 1]) : ([bracket.firstTag], [bracket.endTag])
  }

  /// The lower bound of all numbers but NaN, ascending.
  package static let lowestNumber: [UInt8] = [KeyTag.number]

  /// The smallest byte string above every string that starts with `prefix`; nil when there is none, that is when all
  /// bytes are 0xFF.
  package static func successor(ofPrefix prefix: some Collection<UInt8>) -> [UInt8]? {
    var bound = Array(prefix)
    while let last = bound.last {
      if last < 0xff {
        bound[bound.count - 1] = last + 1
        return bound
      }
      bound.removeLast()
    }
    return nil
  }
}
