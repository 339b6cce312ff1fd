import Testing

@Suite("Kotlin sources") struct KotlinCasesTests {
  @Test("cases", arguments: try ScanCase.load("kotlin"))
  func found(_ example: ScanCase) { example.check() }
}
