import Diagnostics
import QueryScanner
import Testing

@Suite("Swift syntax") struct SwiftSyntaxTests {
  @Test func dump() throws {
    let code = ##"""
    Text("x")
    [1, 2].forEach { print($0) }
    let a = 1
    ["a", "b"].map { $0 }
    
    """##
    for line in TreeText.lines(code, "a.swift") { print(line) }
  }
}
