import Testing

@Suite("Swift sources") struct SwiftCasesTests {
  @Test("cases", arguments: try ScanCase.load("swift"))
  func found(_ example: ScanCase) { #expect(example.actual == example.found) }
}
