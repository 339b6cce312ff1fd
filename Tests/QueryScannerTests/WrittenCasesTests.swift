import Testing

@Suite("What sources write to the Realtime Database") struct WrittenCasesTests {
  @Test("cases", arguments: try ScanCase.load("written"))
  func written(_ example: ScanCase) {
    example.check { [($0.actualWritten, $0.written)] }
  }
}
