import Testing

@Suite("What the SDKs refuse, in their words") struct RefusedCasesTests {
  @Test("cases", arguments: try ScanCase.load("refused"))
  func refused(_ example: ScanCase) {
    example.check { [($0.actualRefused, $0.refused)] }
  }
}
