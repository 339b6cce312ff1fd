import Testing

@Suite("Dart sources") struct DartCasesTests {
  @Test("cases", arguments: try ScanCase.load("dart"))
  func found(_ example: ScanCase) { example.check() }
}
