import FirebreakTestSupport
import FirestoreModel
import Testing

@Suite("Timestamps") struct TimestampTests {
  @Test(
    "read, cut to microseconds and printed as protobuf JSON does",
    arguments: [
      ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59.999999999Z", 253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
      ("2020-02-29T12:34:56.123456789Z", 1_582_979_696_123_456, "2020-02-29T12:34:56.123456Z"),
      ("2020-02-29T12:34:56.5Z", 1_582_979_696_500_000, "2020-02-29T12:34:56.500Z"),
      ("2020-02-29T13:34:56+01:00", 1_582_979_696_000_000, "2020-02-29T12:34:56Z"),
      ("1969-12-31T23:59:59.999999Z", -1, "1969-12-31T23:59:59.999999Z"),
    ] as [(String, Int64, String)])
  func reads(text: String, microseconds: Int64, printed: String) throws {
    let time = try #require(Timestamp(rfc3339: text))
    #expect(time.microseconds == microseconds)
    #expect(time.rfc3339 == printed)
  }

  @Test(
    "not a time",
    arguments: [
      "", "2020-01-01", "2020-02-30T00:00:00Z", "2019-02-29T00:00:00Z", "2020-13-01T00:00:00Z", "0000-01-01T00:00:00Z",
      "10000-01-01T00:00:00Z", "2020-01-01T24:00:00Z", "2020-01-01T00:00:00", "2020-01-01T00:00:00.Z",
      "2020-01-01T00:00:00.1234567890Z", "2020-01-01T00:00:00+1:00", "0001-01-01T00:00:00+00:01",
      "9999-12-31T23:59:59-00:01", "2020-01-01T00:00:00Zx",
    ])
  func refuses(text: String) { #expect(Timestamp(rfc3339: text) == nil) }

  @Test("seconds and nanoseconds") func parts() {
    let time = Timestamp(seconds: -1, nanoseconds: 999_999_999)
    #expect(time == Timestamp(microseconds: -1))
    #expect(time?.seconds == -1)
    #expect(time?.nanoseconds == 999_999_000)
    #expect(Timestamp(seconds: 0, nanoseconds: -1) == nil)
    #expect(Timestamp(seconds: 253_402_300_800, nanoseconds: 0) == nil)
  }

  @Test("printing and reading are inverse") func roundTrip() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let time = Timestamp(
        microseconds: Int64.random(
          in: Timestamp.minimum.microseconds...Timestamp.maximum.microseconds, using: &random))
      #expect(Timestamp(rfc3339: time.rfc3339) == time)
    }
  }
}
