import Testing

@Suite("JavaScript and TypeScript sources") struct JavaScriptCasesTests {
  @Test("cases", arguments: try ScanCase.load("javascript"))
  func found(_ example: ScanCase) { example.check() }
}
