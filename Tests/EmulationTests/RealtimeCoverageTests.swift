import Diagnostics
import Emulation
import FirestoreModel
import RealtimeDatabase
import RealtimeService
import StructuredText
import Testing

@Suite("coverage of rules of the Realtime Database") struct RealtimeCoverageTests {
  private static func user(_ uid: Text) -> RealtimeContext {
    var auth = RealtimeChildren()
    auth["uid"] = RealtimeNode(.string(uid))
    return RealtimeContext(caller: .client(auth: RealtimeNode(auth)))
  }

  private static let nobody = RealtimeContext(caller: .anonymous)
  private static let owner = RealtimeContext(caller: .owner)

  private func emulation(_ rule: String) throws -> (Emulation, RealtimeInstance) {
    let emulation = try Folder().emulation()
    let source = SourceText(path: "r.json", text: #"{"rules": {"a": {".read": "\#(rule)"}, ".validate": true}}"#)
    #expect(emulation.setRealtimeRules(source, of: "demo") == [])
    let instance = try emulation.realtimeInstance("demo")
    return (emulation, instance)
  }

  /// `expressions`, and of the summary `rules` and `conditions`: covered and total.
  private func figures(_ emulation: Emulation) -> [String] {
    guard case .object(let members) = emulation.realtimeCoverageDocument(of: "demo") else { return [] }
    var figures = members.filter { $0.key == "expressions" }.map(\.value)
    if case .array(let reports)? = members.first(where: { $0.key == "summary" })?.value {
      for case .object(let parts) in reports {
        figures += parts.filter { ["statements", "conditions"].contains($0.key) }.map(\.value)
      }
    }
    return figures.map { JSONWriter.text($0, .compact) }
  }

  private func share(_ covered: Int, _ total: Int) -> String { #"{"covered":\#(covered),"total":\#(total)}"# }

  @Test("operands of && and || are covered when they have decided both ways") func conditions() throws {
    let (emulation, instance) = try emulation("auth.uid == 'ada' || auth.uid == 'bob' && data.exists()")
    #expect(figures(emulation) == [share(0, 9), share(0, 2), share(0, 6)])
    // The owner asks no rules.
    _ = try instance.write(.set(.integer(1), at: "a"), Self.owner)
    #expect(figures(emulation) == [share(0, 9), share(0, 2), share(0, 6)])
    // `ada` and `bob` both had to be false.
    #expect(throws: RealtimeRefusal.permissionDenied) { try instance.read("a", Self.nobody) }
    #expect(figures(emulation) == [share(8, 9), share(1, 2), share(2, 6)])
    _ = try instance.read("a", Self.user("ada"))
    #expect(figures(emulation) == [share(8, 9), share(1, 2), share(3, 6)])
    _ = try instance.read("a", Self.user("bob"))
    #expect(figures(emulation) == [share(9, 9), share(1, 2), share(5, 6)])
    _ = try instance.write(.delete("a"), Self.owner)
    #expect(throws: RealtimeRefusal.permissionDenied) { try instance.read("a", Self.user("bob")) }
    #expect(figures(emulation) == [share(9, 9), share(1, 2), share(6, 6)])
  }

  @Test("an error is told in its own words, on the page too") func errors() throws {
    let (emulation, instance) = try emulation("auth.uid.length > data.val()")
    _ = try instance.write(.set(.boolean(true), at: "a"), Self.owner)
    #expect(throws: RealtimeRefusal.permissionDenied) { try instance.read("a", Self.user("ada")) }
    let text = JSONWriter.text(emulation.realtimeCoverageDocument(of: "demo"), .compact)
    #expect(text.contains(#"{"line":1,"allowed":0,"denied":0,"errors":1}"#))
    #expect(text.contains(#""undefined":{"causeMessage":""#))
    #expect(emulation.realtimeCoveragePage(of: "demo").contains("<h2>r.json</h2>"))
  }

  @Test("without rules there is nothing to cover, and other rules begin anew") func replaced() throws {
    let (emulation, instance) = try emulation("auth != null")
    _ = try instance.read("a", Self.user("ada"))
    #expect(figures(emulation) == [share(2, 2), share(1, 2), share(1, 2)])
    let source = SourceText(path: "r.json", text: #"{"rules": {"a": {".read": "auth != null"}}}"#)
    #expect(emulation.setRealtimeRules(source, of: "demo") == [])
    #expect(figures(emulation) == [share(0, 2), share(0, 1), share(0, 2)])
    let none = try Folder().emulation()
    #expect(
      JSONWriter.text(none.realtimeCoverageDocument(of: "demo"), .compact)
        == #"{"rules":{"files":[]},"report":[],"expressions":{"covered":0,"total":0},"summary":[]}"#)
  }
}
