import Testing

/// What every language shares: values that flow through variables, branches, loops, functions and classes.
@Suite("Flow of values") struct FlowCasesTests {
  @Test("cases", arguments: try ScanCase.load("flow"))
  func found(_ example: ScanCase) { #expect(example.actual == example.found) }
}
