import FirestoreModel
import Testing

@Suite("Base64") struct Base64Tests {
  @Test(
    "both alphabets, with and without padding",
    arguments: [
      ([], "", ""), ([0], "AA==", "AA"), ([0x68, 0x69], "aGk=", "aGk"), ([0xFB, 0xFF, 0xBF], "+/+/", "-_-_"),
      ([0xFB, 0xFF, 0xBF, 0xFE], "+/+//g==", "-_-__g"),
    ] as [([UInt8], String, String)])
  func bothWays(bytes: [UInt8], standard: String, url: String) {
    #expect(Base64.encode(bytes) == standard)
    #expect(Base64.encode(bytes, .url, padded: false) == url)
    for padding in [Base64.Padding.whole, .lenient, .ignored] {
      #expect(Base64.decode(standard.utf8, padding: padding) == bytes)
      #expect(Base64.decode(url.utf8, padding: padding) == bytes)
    }
  }

  @Test(
    "what is no base64 whoever reads it",
    arguments: ["A", "A===", "a b", "AA=A", "AA==AA==", "\u{E4}AAA"])
  func refused(text: String) {
    for padding in [Base64.Padding.whole, .lenient, .ignored] {
      #expect(Base64.decode(text.utf8, padding: padding) == nil)
    }
  }

  @Test(
    "how much padding a reader takes",
    arguments: [("AA=", [.lenient, .ignored]), ("AAAA==", [.lenient, .ignored]), ("AAAA====", [.ignored])]
      as [(String, [Base64.Padding])])
  func padding(text: String, accepted: [Base64.Padding]) {
    for padding in [Base64.Padding.whole, .lenient, .ignored] {
      #expect((Base64.decode(text.utf8, padding: padding) != nil) == accepted.contains(padding))
    }
  }
}
