import FirestoreModel
import Testing

@testable import Metering

@Suite("Pacific calendar") struct CalendarTests {
  static func day(_ time: String) throws -> String {
    PacificCalendar.day(of: try #require(Timestamp(rfc3339: time))).description
  }

  @Test(
    "id: V137 boundaries",
    arguments: [
      ("2026-01-10T07:59:00Z", "2026-01-09"), ("2026-01-10T08:01:00Z", "2026-01-10"),
      ("2026-07-10T06:59:59Z", "2026-07-09"), ("2026-07-10T07:00:00Z", "2026-07-10"),
      // The change to daylight time of 2026 is on 8 March at 10:00Z, back on 1 November at 09:00Z.
      ("2026-03-08T07:59:59Z", "2026-03-07"), ("2026-03-08T08:00:00Z", "2026-03-08"),
      ("2026-03-09T06:59:59Z", "2026-03-08"), ("2026-03-09T07:00:00Z", "2026-03-09"),
      ("2026-11-01T06:59:59Z", "2026-10-31"), ("2026-11-01T07:00:00Z", "2026-11-01"),
      ("2026-11-02T07:59:59Z", "2026-11-01"), ("2026-11-02T08:00:00Z", "2026-11-02"),
      ("2024-02-29T12:00:00Z", "2024-02-29"), ("2025-01-01T07:59:59Z", "2024-12-31"),
    ])
  func boundaries(_ time: String, _ expected: String) throws { #expect(try Self.day(time) == expected) }

  @Test("days have 24 hours, but 23 and 25 once a year")
  func hours() throws {
    for year in 2007...2037 {
      let first = CalendarDate(year: year, month: 1, day: 1).daysSinceEpoch
      let last = CalendarDate(year: year + 1, month: 1, day: 1).daysSinceEpoch
      let unusual = (first..<last).map(CalendarDate.init(daysSinceEpoch:)).filter {
        PacificCalendar.hours(in: $0) != 24
      }
      #expect(unusual.map { PacificCalendar.hours(in: $0) } == [23, 25])
      #expect(unusual.allSatisfy { $0.weekday == 0 })
    }
    #expect(PacificCalendar.hours(in: try #require(CalendarDate(iso: "2026-03-08"))) == 23)
    #expect(PacificCalendar.hours(in: try #require(CalendarDate(iso: "2026-11-01"))) == 25)
  }

  @Test("a day starts with its first moment")
  func starts() {
    let first = CalendarDate(year: 2024, month: 1, day: 1).daysSinceEpoch
    for number in first..<first + 1500 {
      let day = CalendarDate(daysSinceEpoch: number)
      let start = PacificCalendar.start(of: day)
      #expect(PacificCalendar.day(of: start) == day)
      #expect(PacificCalendar.day(of: Timestamp(microseconds: start.microseconds - 1)).daysSinceEpoch == number - 1)
    }
  }

  @Test("dates that exist", arguments: ["2024-02-29", "1970-01-01", "0001-01-01", "9999-12-31", "2026-11-21"])
  func dates(_ text: String) { #expect(CalendarDate(iso: text)?.description == text) }

  @Test("texts that are no dates", arguments: ["2026-02-29", "2026-13-01", "2026-1-01", "2026-01-01T", "", "20260101"])
  func noDates(_ text: String) { #expect(CalendarDate(iso: text) == nil) }
}
