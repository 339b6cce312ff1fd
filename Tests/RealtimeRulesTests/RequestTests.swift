import RealtimeDatabase
import RealtimeRules
import Testing

@Suite("Requests to rules") struct RequestTests {
  @Test("nobody is signed in unless it is said")
  func nobody() {
    let request = RealtimeRuleRequest(.read("/rooms", query: nil), now: 0)
    #expect(!request.auth.exists)
  }
}
