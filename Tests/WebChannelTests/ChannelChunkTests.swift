import Testing

@testable import WebChannel

@Suite("Chunks") struct ChannelChunkTests {
  @Test(
    "the length counts the units of UTF-16",
    arguments: [
      ("", "0\n"), ("[]", "2\n[]"), ("é", "1\né"), ("𝒳", "2\n𝒳"), ("é𝒳", "3\né𝒳"),
      ("\u{FFFF}\u{10000}", "3\n\u{FFFF}\u{10000}"),
      ("e\u{301}", "2\ne\u{301}"), ("👨‍👩‍👧", "8\n👨‍👩‍👧"),
    ])
  func length(text: String, chunk: String) {
    #expect(String(decoding: ChannelChunk.bytes(Array(text.utf8)), as: UTF8.self) == chunk)
  }

  @Test("as JavaScript counts, for any text", arguments: 0..<50 as Range<UInt64>)
  func anyText(seed: UInt64) {
    var random = SeededRandom(seed)
    let scalars = (0..<200).compactMap { _ in
      Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x10FFFF : 0x7FF), using: &random))
    }
    let text = String(String.UnicodeScalarView(scalars))
    #expect(ChannelChunk.codeUnitCount(Array(text.utf8)) == text.utf16.count)
  }

  @Test("arrays of a chunk are one list")
  func arrays() {
    let arrays = [ServerArray(id: 3, payload: Array("[{}]".utf8)), ServerArray(id: 4, payload: ServerArray.noop)]
    #expect(String(decoding: ChannelChunk.bytes(arrays), as: UTF8.self) == #"23\#n[[3,[{}]],[4,["noop"]]]"#)
    #expect(String(decoding: ChannelChunk.bytes([ServerArray]()), as: UTF8.self) == "2\n[]")
  }
}

/// SplitMix64: the same numbers in every run.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
