/// The keys of one tree node, ascending and contiguous in memory: one block of bytes and where each key ends.
///
/// The only file of the tree that touches memory through pointers.
@usableFromInline
struct KeyPage: Sendable {
  @usableFromInline var bytes: [UInt8] = []
  /// INVARIANT: ascending; the last one is `bytes.count`.
  @usableFromInline var ends: [UInt32] = []

  @inlinable var count: Int { ends.count }
  @inlinable var byteCount: Int { bytes.count }

  @inlinable init() {}

  @inlinable
  func start(_ index: Int) -> Int { index == 0 ? 0 : Int(ends[index - 1]) }

  @inlinable
  func range(of index: Int) -> Range<Int> { start(index)..<Int(ends[index]) }

  @inlinable
  func key(at index: Int) -> [UInt8] { Array(bytes[range(of: index)]) }

  @inlinable
  func slice(at index: Int) -> ArraySlice<UInt8> { bytes[range(of: index)] }

  /// The first position whose key is not below `key`, and whether it is equal.
  @usableFromInline
  func search(_ key: [UInt8]) -> (index: Int, isFound: Bool) {
    // SAFETY: both buffers are only read, inside the closures; ranges come from `ends`, so they lie inside `bytes`.
    unsafe key.withUnsafeBytes { probe in
      unsafe bytes.withUnsafeBytes { page in
        var low = 0
        var high = ends.count
        while low < high {
          let middle = (low + high) / 2
          let order = unsafe compare(UnsafeRawBufferPointer(rebasing: page[range(of: middle)]), probe)
          if order == 0 { return (middle, true) }
          if order < 0 { low = middle + 1 } else { high = middle }
        }
        return (low, false)
      }
    }
  }

  /// −1, 0 or 1: the key at `index` against `other`.
  @usableFromInline
  func compareKey(at index: Int, to other: [UInt8]) -> Int {
    // SAFETY: as in `search`.
    unsafe other.withUnsafeBytes { probe in
      unsafe bytes.withUnsafeBytes { page in
        unsafe compare(UnsafeRawBufferPointer(rebasing: page[range(of: index)]), probe)
      }
    }
  }
}

/// Unsigned lexicographic order, eight bytes at a time; a prefix sorts first.
@inline(__always)
private func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
  let (leftCount, rightCount) = (left.count, right.count)
  let shared = min(leftCount, rightCount)
  var offset = 0
  // SAFETY: every load lies below the shorter count.
  while offset + 8 <= shared {
    let a = unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let b = unsafe right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if a != b { return a.bigEndian < b.bigEndian ? -1 : 1 }
    offset += 8
  }
  while offset < shared {
    let (a, b) = unsafe (left[offset], right[offset])
    if a != b { return a < b ? -1 : 1 }
    offset += 1
  }
  return leftCount == rightCount ? 0 : (leftCount < rightCount ? -1 : 1)
}

extension KeyPage {
  @inlinable
  mutating func reserve(keys: Int, bytes byteCount: Int) {
    ends.reserveCapacity(keys)
    bytes.reserveCapacity(byteCount)
  }

  @inlinable
  mutating func append(_ key: some Collection<UInt8>) {
    bytes.append(contentsOf: key)
    ends.append(UInt32(bytes.count))
  }

  @usableFromInline
  mutating func insert(_ key: [UInt8], at index: Int) {
    let start = start(index)
    bytes.insert(contentsOf: key, at: start)
    ends.insert(UInt32(start), at: index)
    let length = UInt32(key.count)
    for position in index..<ends.count { ends[position] += length }
  }

  @usableFromInline
  mutating func remove(at index: Int) {
    let removed = range(of: index)
    bytes.removeSubrange(removed)
    ends.remove(at: index)
    let length = UInt32(removed.count)
    for position in index..<ends.count { ends[position] -= length }
  }

  /// Keeps the keys before `index` and returns those from there on.
  @usableFromInline
  mutating func split(at index: Int) -> KeyPage {
    let cut = start(index)
    var right = KeyPage()
    right.bytes = Array(bytes[cut...])
    right.ends = ends[index...].map { $0 - UInt32(cut) }
    bytes.removeSubrange(cut...)
    ends.removeSubrange(index...)
    return right
  }

  @usableFromInline
  mutating func append(contentsOf other: KeyPage) {
    let base = UInt32(bytes.count)
    bytes.append(contentsOf: other.bytes)
    ends.append(contentsOf: other.ends.lazy.map { $0 + base })
  }

  @inlinable
  mutating func removeLast() { remove(at: count - 1) }
}
