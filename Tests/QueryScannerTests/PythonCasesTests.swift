import Testing

@Suite("Python sources") struct PythonCasesTests {
  @Test("cases", arguments: try ScanCase.load("python"))
  func found(_ example: ScanCase) { #expect(example.actual == example.found) }
}
