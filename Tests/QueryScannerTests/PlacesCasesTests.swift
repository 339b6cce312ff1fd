import Testing

@Suite("Places beside that of the request") struct PlacesCasesTests {
  @Test("cases", arguments: try ScanCase.load("places"))
  func places(_ example: ScanCase) {
    #expect(example.actual == example.found)
    #expect(example.actualBuilt == example.built ?? [])
    #expect(example.actualUnknown == example.unknown ?? [])
  }
}
