import FirebreakTestSupport
import RealtimeDatabase
import Testing

@Suite("Push ids") struct PushIDTests {
  @Test(
    "the time they begin with",
    arguments: [(1, "-------0"), (1_234_567_890_000, "-GxlykGF"), (1_600_000_000_000, "-MH6Qc--")])
  func prefix(time: Int64, text: String) {
    #expect(PushID.prefix(milliseconds: time) == text)
    #expect(PushID.milliseconds(of: text) == time)
  }

  @Test("the time of a key") func time() {
    #expect(PushID.milliseconds(of: "-INOQPH-") == 1_331_866_477_696)
    #expect(PushID.milliseconds(of: "-INOQPH-aaaaaaaaaaaa") == 1_331_866_477_696)
    #expect(PushID.milliseconds(of: "-INOQPH-aaaaaaaaaaa!") == nil)
    #expect(PushID.milliseconds(of: "") == nil)
    #expect(PushID.milliseconds(of: "alice") == nil)
  }

  @Test("in order, and one more within a millisecond") func order() {
    var random = SeededGenerator(seed: 7)
    var generator = PushIDGenerator()
    var keys: [RealtimeKey] = []
    for time: Int64 in [5, 5, 5, 6, 6, 1_600_000_000_000] {
      keys.append(generator.next(milliseconds: time, using: &random).key)
    }
    #expect(keys == keys.sorted())
    #expect(Set(keys).count == keys.count)
    #expect(keys.allSatisfy { $0.string.utf8.count == 20 && $0.defect == nil })
    #expect(keys.map { PushID.milliseconds(of: $0.string) } == [5, 5, 5, 6, 6, 1_600_000_000_000])
  }

  @Test("a carry runs to the left") func carry() {
    struct Ones: RandomNumberGenerator {
      mutating func next() -> UInt64 { .max }
    }
    var random = Ones()
    var generator = PushIDGenerator()
    let first = generator.next(milliseconds: 0, using: &random).key.string
    let second = generator.next(milliseconds: 0, using: &random).key.string
    #expect(first == "--------zzzzzzzzzzzz")
    #expect(second == "--------------------")
  }
}
