/// Gives every name and text one number.
///
/// Begins with the words of the languages, whose numbers never change, and with the words that its maker gives (names
/// of SDKs). Several tables that began alike fill at the same time and are merged in the order of their files: the
/// numbers do not depend on how many threads have read them.
package struct NameTable: Sendable {
  /// The bytes of all names, one behind the other.
  private var bytes: [UInt8] = []
  /// Where the name of an id begins; one more than there are names.
  private var starts: [UInt32] = [0]
  private var hashes: [UInt32] = []
  /// Ids plus one by hash, 0 where none is; a power of two.
  private var slots: [UInt32] = []

  /// - Parameter words: names that have the same ids in all tables that begin with them.
  package init(words: [String] = []) {
    self = Self.ofLanguages
    for word in words { _ = intern(word) }
  }

  private static let ofLanguages: NameTable = {
    var names = NameTable(slots: [])
    names.grow(to: 2048)
    for word in Word.allCases { _ = names.intern(word.text) }
    return names
  }()

  private init(slots: [UInt32]) { self.slots = slots }

  /// Stands in a place whose table was taken out; holds nothing and takes nothing.
  package static let nothing = NameTable(slots: [])

  package var count: Int { hashes.count }

  package mutating func intern(_ text: String) -> NameID {
    let bytes = Array(text.utf8)
    return intern(bytes[...])
  }

  package mutating func intern(_ name: ArraySlice<UInt8>) -> NameID {
    unsafe name.withUnsafeBufferPointer { unsafe intern($0, hash: Self.hash($0)) }
  }

  /// The id of a name that the table has met.
  package func id(of text: String) -> NameID? {
    let bytes = Array(text.utf8)
    return unsafe bytes.withUnsafeBufferPointer { unsafe find($0, hash: Self.hash($0)).id }
  }

  package func id(of bytes: ArraySlice<UInt8>) -> NameID? {
    unsafe bytes.withUnsafeBufferPointer { unsafe find($0, hash: Self.hash($0)).id }
  }

  /// The bytes of a name; none for an id of another table.
  package func bytes(of name: NameID) -> ArraySlice<UInt8> {
    let index = Int(name.raw)
    guard index < count else { return [] }
    return bytes[Int(starts[index])..<Int(starts[index + 1])]
  }

  /// Bytes that are no text are repaired.
  package func text(_ name: NameID) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

  /// Takes the names of another table that began as this one did, and answers this table's id for each of its ids.
  package mutating func merge(_ other: NameTable) -> [NameID] {
    (0..<other.count).map { index in
      let range = Int(other.starts[index])..<Int(other.starts[index + 1])
      return unsafe other.bytes[range].withUnsafeBufferPointer { unsafe intern($0, hash: other.hashes[index]) }
    }
  }

  // MARK: - Hashing

  /// Eight bytes at a time; names are short.
  static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = UInt64(truncatingIfNeeded: name.count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= name.count {
      let word = unsafe UnsafeRawPointer(name.baseAddress.unsafelyUnwrapped).loadUnaligned(
        fromByteOffset: index, as: UInt64.self)
      hash = mixed(hash ^ word)
      index += 8
    }
    var rest: UInt64 = 0
    while index < name.count {
      rest = rest << 8 | UInt64(unsafe name[index])
      index += 1
    }
    return UInt32(truncatingIfNeeded: mixed(hash ^ rest) >> 16)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return high ^ low
  }

  mutating func intern(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> NameID {
    let place = unsafe find(name, hash: hash)
    if let id = place.id { return id }
    let id = UInt32(count)
    slots[place.slot] = id + 1
    unsafe bytes.append(contentsOf: name)
    starts.append(UInt32(bytes.count))
    hashes.append(hash)
    if count * 2 > slots.count { grow(to: slots.count * 2) }
    return NameID(id)
  }

  /// The id, or the slot for it.
  private func find(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> (id: NameID?, slot: Int) {
    var slot = Int(hash) & (slots.count - 1)
    while true {
      let found = slots[slot]
      if found == 0 { return (nil, slot) }
      if hashes[Int(found) - 1] == hash, unsafe isEqual(Int(found) - 1, name) { return (NameID(found - 1), slot) }
      slot = (slot + 1) & (slots.count - 1)
    }
  }

  private func isEqual(_ id: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = Int(starts[id])
    guard Int(starts[id + 1]) - start == name.count else { return false }
    for index in 0..<name.count where unsafe bytes[start + index] != name[index] { return false }
    return true
  }

  private mutating func grow(to size: Int) {
    slots = Array(repeating: 0, count: size)
    for (id, hash) in hashes.enumerated() {
      var slot = Int(hash) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt32(id) + 1
    }
  }
}
