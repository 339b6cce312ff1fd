import Testing

@Suite("What the SDKs refuse, in their words") struct RefusedCasesTests {
  @Test("cases", arguments: try ScanCase.load("refused"))
  func refused(_ example: ScanCase) {
    #expect(example.actual == example.found)
    #expect(example.actualRefused == example.refused)
  }
}
