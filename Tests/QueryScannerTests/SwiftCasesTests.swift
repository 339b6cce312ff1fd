import Testing

@Suite("Swift sources") struct SwiftCasesTests {
  @Test("cases", arguments: try ScanCase.load("swift"))
  func found(_ example: ScanCase) { example.check() }
}
