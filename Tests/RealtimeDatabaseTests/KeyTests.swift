import RealtimeDatabase
import Testing

@Suite("Keys of the Realtime Database") struct KeyTests {
  @Test("integers first by number, then code points")
  func order() {
    let keys: [RealtimeKey] = ["10", "9", "a", "-1", "007", "7", "2147483648", "B", "é", "Z"]
    #expect(keys.sorted().map(\.string) == ["-1", "7", "007", "9", "10", "2147483648", "B", "Z", "a", "é"])
  }

  @Test("ties between spellings of one number", arguments: [("1", "01"), ("01", "001"), ("-0", "00"), ("0", "-0")])
  func spellings(smaller: String, larger: String) {
    #expect(RealtimeKey(smaller) < RealtimeKey(larger))
    #expect(!(RealtimeKey(larger) < RealtimeKey(smaller)))
  }

  @Test(
    "what is no 32-bit integer",
    arguments: ["2147483648", "-2147483649", "-", "", "1a", "+1", "1.5", "99999999999999999999"])
  func texts(text: String) { #expect(RealtimeKey(text).integer == nil) }

  @Test("the ends of 32 bits") func ends() {
    #expect(RealtimeKey("2147483647").integer == .max)
    #expect(RealtimeKey("-2147483648").integer == .min)
    #expect(RealtimeKey("00000000000000000007").integer == 7)
  }

  @Test("what cannot be a key")
  func defects() {
    #expect(RealtimeKey("").defect == .empty)
    for character: Unicode.Scalar in [".", "$", "#", "[", "]", "/", "\0", "\u{1F}", "\u{7F}"] {
      #expect(RealtimeKey("a\(character)").defect == .illegalCharacter(character))
    }
    #expect(RealtimeKey("é ' \" \u{80} 🐵").defect == nil)
  }
}
