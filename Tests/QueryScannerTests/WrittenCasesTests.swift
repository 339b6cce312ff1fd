import Testing

@Suite("What sources write to the Realtime Database") struct WrittenCasesTests {
  @Test("cases", arguments: try ScanCase.load("written"))
  func written(_ example: ScanCase) {
    #expect(example.actual == example.found)
    #expect(example.actualWritten == example.written)
  }
}
