import Testing

@Suite("Places beside that of the request") struct PlacesCasesTests {
  @Test("cases", arguments: try ScanCase.load("places"))
  func places(_ example: ScanCase) {
    example.check {
      [($0.actualBuilt, $0.built ?? []), ($0.actualUnknown, $0.unknown ?? [])]
    }
  }
}
