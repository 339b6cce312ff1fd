/// Builds keys: byte strings whose unsigned lexicographic order is Firestore's order.
///
/// Values that are equal in filters (`1` and `1.0`, `-0.0` and `0`) get equal bytes. A descending component is the
/// complement of the ascending one. Components are self-delimiting and can be appended one after another.
package struct KeyEncoder: Sendable {
  package private(set) var bytes: [UInt8]

  package init() { bytes = [] }

  package init(reservingCapacity capacity: Int) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Starts with bytes that are encoded already.
  package init(prefix: some Sequence<UInt8>) { bytes = Array(prefix) }

  package mutating func append(_ value: Value, descending: Bool = false) {
    append(descending: descending) { bytes in
      var budget = IndexedValueBudget()
      value.appendKey(to: &bytes, budget: &budget)
    }
  }

  /// A document's path, as `__name__` orders it: id by id, a parent before what it contains.
  package mutating func append(path: DocumentPath, descending: Bool = false) {
    append(descending: descending) { bytes in
      for id in path.segments { id.appendIDKey(to: &bytes) }
      bytes.append(KeyTag.end)
    }
  }

  /// A collection's path: what the keys of all its own documents start with, and no other document's.
  package mutating func append(collection: CollectionPath) {
    append(ids: collection.segments)
    appendEnd()
  }

  /// One collection or document id.
  package mutating func append(id: Text, descending: Bool = false) {
    append(descending: descending) { bytes in id.appendIDKey(to: &bytes) }
  }

  /// What is left of an id: bytes, and perhaps not all of a character.
  mutating func append(cutID bytes: some Sequence<UInt8>) {
    self.bytes.append(KeyTag.textID)
    self.bytes.appendContent(bytes)
  }

  /// Ids without an end: what the paths of a document or collection *and of everything below it* start with.
  package mutating func append(ids: some Sequence<Text>) {
    for id in ids { id.appendIDKey(to: &bytes) }
  }

  /// The end of a path whose ids were appended before.
  package mutating func appendEnd() { bytes.append(KeyTag.end) }

  /// Bytes that are encoded already.
  package mutating func append(encoded: some Sequence<UInt8>, descending: Bool = false) {
    append(descending: descending) { $0.append(contentsOf: encoded) }
  }

  private mutating func append(descending: Bool, _ component: (inout [UInt8]) -> Void) {
    let start = bytes.count
    component(&bytes)
    guard descending else { return }
    for index in start..<bytes.count { bytes[index] = ~bytes[index] }
  }
}

extension Text {
  fileprivate func appendIDKey(to bytes: inout [UInt8]) {
    // Asked only where it can be a numeric id, because it costs a parse.
    if string.utf8.first == UInt8(ascii: "_"), let number = numericID {
      bytes.append(KeyTag.numericID)
      bytes.appendBigEndian(UInt64(bitPattern: number) ^ signBit)
    } else {
      bytes.append(KeyTag.textID)
      bytes.appendContent(string.utf8)
    }
  }
}

let signBit: UInt64 = 1 << 63

extension [UInt8] {
  mutating func appendBigEndian(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
  }

  /// Bytes of any length with an end that sorts below every continuation.
  mutating func appendContent(_ content: some Sequence<UInt8>) {
    for byte in content {
      append(byte)
      if byte == 0 { append(KeyTag.escapedZero) }
    }
    append(0)
    append(KeyTag.contentEnd)
  }
}
