import FirestoreModel

/// Turns the numbers of transactions into the bytes that clients carry around, and back.
///
/// An id names the table that gave it, by its epoch, so that ids of another process or database are not taken for ones
/// of this, and ends with a check of its bytes, so that invented ones are not either.
struct TransactionNames: Hashable, Sendable {
  private let epoch: UInt64

  init(epoch: UInt64) { self.epoch = epoch }

  func id(of number: Int) -> TransactionID {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20)
    bytes.append(bigEndian: epoch)
    bytes.append(bigEndian: UInt64(bitPattern: Int64(number)))
    return TransactionID(bytes: bytes + Self.check(of: bytes))
  }

  /// Nil for bytes that no id of this table has.
  func number(of id: TransactionID) -> Int? {
    guard id.bytes.count == 20 else { return nil }
    let content = id.bytes[..<16]
    guard id.bytes[16...].elementsEqual(Self.check(of: content)) else { return nil }
    guard UInt64(bigEndian: content[..<8]) == epoch else { return nil }
    return Int(exactly: Int64(bitPattern: UInt64(bigEndian: content[8...])))
  }

  private static func check(of bytes: some Sequence<UInt8>) -> [UInt8] {
    let hash = StableHash(bytes).value
    return (0..<4).map { UInt8(truncatingIfNeeded: hash >> UInt64(24 - 8 * $0)) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
  }
}

extension UInt64 {
  fileprivate init(bigEndian bytes: ArraySlice<UInt8>) { self = bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
