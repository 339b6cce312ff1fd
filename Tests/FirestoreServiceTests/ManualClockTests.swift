import FirestoreModel
import Testing

@Suite("Manual clock") struct ManualClockTests {
  @Test("a sleeper wakes when the clock passes its time")
  func clock() async throws {
    let fixture = try makeDatabase(documents: ["c/a": ["n": .integer(1)]])
    let clock = fixture.clock
    async let slept: Void = clock.sleep(until: Timestamp(microseconds: clock.now.microseconds + 5_000_000))
    await clock.waitForSleepers()
    clock.advance(seconds: 5)
    try await slept
    #expect(clock.now.microseconds == ServiceFixture.start.microseconds + 6_000_000)
  }
}
