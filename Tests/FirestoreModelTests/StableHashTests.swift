import FirestoreModel
import Testing

@Suite("Stable hashes") struct StableHashTests {
  /// Vectors that the authors of FNV publish.
  @Test(
    "FNV-1a of 64 bits",
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func vectors(_ text: String, _ value: UInt64) {
    #expect(StableHash(text.utf8).value == value)
    var byParts = StableHash()
    for byte in text.utf8 { byParts.combine([byte]) }
    #expect(byParts.value == value)
  }

  @Test("all digits of a number")
  func hexadecimal() {
    #expect([UInt8(0), 9, 255].map(\.hexadecimal) == ["00", "09", "ff"])
    #expect(UInt64(0xABC).hexadecimal == "0000000000000abc")
  }
}
