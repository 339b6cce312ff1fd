import RealtimeDatabase
import Testing

@Suite("Keys of the Realtime Database") struct KeyTests {
  @Test("integers first by number, then code points")
  func order() {
    let keys: [RealtimeKey] = ["10", "9", "a", "-1", "007", "7", "2147483648", "B", "é", "Z"]
    #expect(keys.sorted().map(\.string) == ["-1", "7", "007", "9", "10", "2147483648", "B", "Z", "a", "é"])
  }
}
