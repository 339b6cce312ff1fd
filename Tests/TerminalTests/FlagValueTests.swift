import FirestoreModel
import Terminal
import Testing

@Suite("Values of flags") struct FlagValueTests {
  @Test("a day is of the calendar", arguments: ["2026-03-31", "2028-02-29", "2000-02-29", "0001-01-01"])
  func days(text: String) {
    #expect(CalendarDate(argument: text)?.description == text)
  }

  @Test(
    "what is no day",
    arguments: [
      "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-01", "0000-01-01", "2026-1-1", "today", "",
    ])
  func noDays(text: String) {
    #expect(CalendarDate(argument: text) == nil)
  }

  @Test("a day is taken apart") func dayParts() throws {
    let day = try #require(CalendarDate(argument: "2026-03-31"))
    #expect([day.year, day.month, day.day] == [2026, 3, 31])
  }

  @Test("a number of jobs is 1 to 1,024") func jobs() {
    #expect(["1", "8", "1024"].map { JobCount(argument: $0)?.value } == [1, 8, 1024])
    #expect(["0", "-1", "1025", "many", ""].compactMap { JobCount(argument: $0) } == [])
  }

  @Test("a port is 0 to 65,535") func ports() {
    #expect(["0", "8080", "65535"].map { PortNumber(argument: $0)?.value } == [0, 8080, 65_535])
    #expect(["-1", "65536", "http", ""].compactMap { PortNumber(argument: $0) } == [])
  }

  @Test(
    "waiting times have a unit",
    arguments: [("0s", 0), ("500ms", 500_000), ("15s", 15_000_000), ("60m", 3_600_000_000)] as [(String, Int64)])
  func waitingTimes(text: String, microseconds: Int64) {
    #expect(WaitingTime(argument: text)?.microseconds == microseconds)
  }

  @Test("what is no waiting time", arguments: ["15", "s", "-1s", "1.5s", "61m", "9223372036854775807m", "5h", ""])
  func noWaitingTimes(text: String) {
    #expect(WaitingTime(argument: text) == nil)
  }

  @Test("a starting day begins at midnight UTC") func startingTimes() {
    let day = StartingTime(argument: "2026-03-31")
    #expect(day != nil)
    #expect(day == StartingTime(argument: "2026-03-31T00:00:00Z"))
    #expect(day != StartingTime(argument: "2026-03-31T00:00:01Z"))
    #expect(StartingTime(argument: "yesterday") == nil)
  }

  @Test("an export goes to a folder") func exportFolders() {
    #expect(ExportFolder(argument: "out") == .folder("out"))
    #expect(ExportFolder(argument: "") == nil)
    #expect([ExportFolder.folder("out"), .ofImport].map(\.description) == ["out", "the folder of --import"])
  }

  @Test("an answer to an open question is NAME=VALUE") func assumedAnswers() {
    #expect(AssumedAnswer(argument: "Q-2=composite") == AssumedAnswer(name: "Q-2", value: "composite"))
    #expect(AssumedAnswer(argument: "a=b=c") == AssumedAnswer(name: "a", value: "b=c"))
    #expect(AssumedAnswer(argument: "a=") == AssumedAnswer(name: "a", value: ""))
    #expect(AssumedAnswer(argument: "=a") == nil)
    #expect(AssumedAnswer(argument: "a") == nil)
  }

  @Test("codes are separated by commas, with or without blanks") func codes() throws {
    #expect(try CodeList(argument: "FB2, FB7001,all").selectors().count == 3)
  }

  @Test("a word that selects no code is refused by name", arguments: ["nonsense", "FB2,nonsense"])
  func unknownCodes(text: String) {
    let error = #expect(throws: UsageError.self) { try CodeList(argument: text).selectors() }
    #expect(error?.message == "`nonsense` selects no code")
  }
}
