import Testing

@Suite("Dart sources") struct DartCasesTests {
  @Test("cases", arguments: try ScanCase.load("dart"))
  func found(_ example: ScanCase) { #expect(example.actual == example.found) }
}
