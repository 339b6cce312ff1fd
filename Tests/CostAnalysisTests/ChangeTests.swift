import CostAnalysis
import Testing

@Suite("Change of a figure") struct ChangeTests {
  @Test("a side that no run recorded is unknown, not zero")
  func unknown() {
    #expect(Change(base: 22, head: 62).difference == 40)
    #expect(Change<Int>(base: nil, head: 62).difference == nil)
    #expect(Change<Int>(base: 22, head: nil).difference == nil)
  }

  @Test("new and gone operations are changes")
  func differs() {
    #expect(!Change(base: 22, head: 22).isChange)
    #expect(Change(base: nil, head: 22).isChange)
    #expect(!Change<Int>(base: nil, head: nil).isChange)
  }
}
