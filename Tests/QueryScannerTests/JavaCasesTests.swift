import Testing

@Suite("Java sources") struct JavaCasesTests {
  @Test("cases", arguments: try ScanCase.load("java"))
  func found(_ example: ScanCase) { example.check() }
}
