import Diagnostics
import RealtimeRules
import Testing

@testable import RealtimeRulesChecker

@Suite("Realtime Database rules: suppressions") struct RealtimeSuppressionTests {
  private func codes(_ text: String) throws -> [String] {
    let ruleset = try #require(RealtimeRulesReading.read(SourceText(path: "r.json", text: text)).ruleset)
    return RealtimeRulesCheck.findings(ruleset).filter { $0.suppression == nil }.map(\.code.id)
  }

  @Test("a comment silences the line that follows") func following() throws {
    let rules = #"""
      {"rules": {
        // firebreak-ignore FB6012 -- a demonstration
        ".read": true,
        /* firebreak-ignore FB6012 -- a demonstration */
        ".write": true
      }}
      """#
    #expect(try codes(rules) == [])
  }

  @Test("one behind a rule is for its own line") func sameLine() throws {
    let rules = #"""
      {"rules": {
        ".read": true, // firebreak-ignore FB6012 -- a demonstration
        ".write": "auth.uid === 'https://example.com'" // firebreak-ignore FB6017 -- one user
      }}
      """#
    #expect(try codes(rules) == [])
  }

  @Test("without a reason it does nothing, and one that silences nothing is said to") func problems() throws {
    let rules = #"""
      {"rules": {
        // firebreak-ignore FB6012
        ".read": true,
        // firebreak-ignore FB6005 -- the rule above is going to be removed
        "a": {".read": false}
      }}
      """#
    #expect(try codes(rules) == ["FB0011", "FB6012"])
  }

  @Test("a whole file") func file() throws {
    #expect(try codes("// firebreak-ignore-file FB60 -- generated\n{\"rules\": {\".read\": true}}") == [])
  }
}
