import RealtimeWire
import Testing

@testable import EmulatorServer

@Suite("Messages that are not complete") struct WebSocketTransportTests {
  @Test("count against what all clients may hold together, until they are complete, refused or lost")
  func budget() {
    let budget = RequestBudget(byteCount: 10)
    let first = WebSocketTransport(limits: SessionLimits(), budget: budget)
    let second = WebSocketTransport(limits: SessionLimits(), budget: budget)
    #expect(first.receive("2"))
    #expect(first.receive("1234567"))
    #expect(budget.usedByteCount == 7)
    #expect(second.receive("3"))
    #expect(second.receive("123"))
    #expect(budget.usedByteCount == 10)
    #expect(!second.receive("4"))
    #expect(budget.usedByteCount == 7)
    first.lose()
    first.lose()
    #expect(budget.usedByteCount == 0)
  }
}
