import Diagnostics
import Testing

@Suite("Code catalogue") struct CatalogueTests {
  @Test func `ids and names are unique and ascending`() {
    let codes = DiagnosticCode.all
    #expect(codes.map(\.number) == codes.map(\.number).sorted())
    #expect(Set(codes.map(\.number)).count == codes.count)
    #expect(Set(codes.map(\.name)).count == codes.count)
    #expect(codes.allSatisfy { $0.name.allSatisfy { "abcdefghijklmnopqrstuvwxyz-".contains($0) } && $0.id.count == 6 })
  }

  @Test func `codes are found by id and by name`() {
    #expect(DiagnosticCode(named: "FB2001") == .missingCompositeIndex)
    #expect(DiagnosticCode(named: "fb0013") == .malformedInput)
    #expect(DiagnosticCode(named: "open-write") == .openWrite)
    #expect(DiagnosticCode(named: "FB2") == nil)
    #expect(DiagnosticCode.openReadWrite.id == "FB4002")
    #expect(DiagnosticCode.malformedInput.id == "FB0013")
    #expect(DiagnosticCode.nearest(to: "mising-composite-index") == "missing-composite-index")
    #expect(DiagnosticCode.nearest(to: "FB2099") == "FB2009")
    #expect(DiagnosticCode.nearest(to: "something") == nil)
  }

  @Test(
    "nearest names",
    arguments: [
      ("feeed.open", "feed.open"), ("collectionGrup", "collectionGroup"), ("queryscope", "queryScope"),
      ("feilds", "fields"),
      ("ttll", "ttl"), ("xyz", nil), ("", nil), (String(repeating: "a", count: 500_000), nil),
    ] as [(String, String?)])
  func nearest(name: String, expected: String?) {
    let names = ["collectionGroup", "queryScope", "fields", "feed.open", "ttl", "density"]
    #expect(NearestName.of(name, among: names) == expected)
  }

  @Test func `quoted text stays on one line and short`() {
    #expect(QuotedText.of("a\nb\u{1B}\u{202E}é") == "`a\\nb\\u{1b}\\u{202e}é`")
    #expect(QuotedText.of(String(repeating: "x", count: 100)) == "`" + String(repeating: "x", count: 60) + "…`")
  }
}
