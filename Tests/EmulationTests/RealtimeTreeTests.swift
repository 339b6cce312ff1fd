import Diagnostics
import Emulation
import FirestoreModel
import RealtimeDatabase
import RealtimeService
import StructuredText
import Testing

/// The Realtime Database as the page shows and edits it.
@Suite("Realtime tree") struct RealtimeTreeTests {
  private func emulation() throws -> (Emulation, RealtimeInstance) {
    let emulation = try Folder().emulation(keepsHistory: true)
    let instance = try emulation.realtimeInstance("demo")
    let json: JSONValue = [
      "b": true, "a": ["x": 1, "y": "two"], "c": [".value": "three", ".priority": 5], "d": .string(long),
    ]
    instance.load(try RealtimeNode(json: json))
    return (emulation, instance)
  }

  private var long: String { String(repeating: "é", count: 1_500) }

  private func text(_ value: JSONValue) -> String { JSONWriter.text(value, .compact) }

  @Test("children with their types, sizes and priorities, a part at a time") func children() throws {
    let (emulation, instance) = try emulation()
    let first = text(try emulation.realtimeTree("demo", at: .root, after: nil, limit: 2))
    let etag = instance.data.etag
    let bytes = instance.data.byteCount
    let (tag, longTag) = (instance.data["b"].etag, instance.data["d"].etag)
    #expect(
      first == #"{"instance":"demo","instances":["demo"],"path":"/","etag":"\#(etag)","#
        + #""type":"children","count":4,"bytes":\#(bytes),"children":[{"key":"a","type":"children","count":2,"bytes":17},"#
        + #"{"key":"b","type":"boolean","value":true,"bytes":4,"etag":"\#(tag)"}],"hasMore":true}"#)
    let rest = text(try emulation.realtimeTree("demo", at: .root, after: "b", limit: 10))
    #expect(rest.contains(#"{"key":"c","type":"string","value":"three","priority":5,"bytes":"#))
    #expect(rest.contains(#","isCut":true,"bytes":3002,"etag":"\#(longTag)"}],"hasMore":false}"#))
    // A single value is whole.
    #expect(text(try emulation.realtimeTree("demo", at: "d", after: nil, limit: 1)).contains("\"\(long)\""))
    #expect(text(try emulation.realtimeTree("demo", at: "e/f", after: nil, limit: 1)).contains(#""type":"absent""#))
  }

  @Test("what somebody else has changed is not written over") func edits() async throws {
    let (emulation, instance) = try emulation()
    let etag = instance.data["b"].etag
    let answer = try await emulation.setRealtime("demo", at: "b", to: .boolean(false), expected: etag)
    #expect(text(answer).contains(#""type":"boolean","value":false"#))
    await #expect(throws: RealtimeRefusal.stale(current: instance.data["b"])) {
      try await emulation.setRealtime("demo", at: "b", to: .integer(7), expected: etag)
    }
    _ = try await emulation.setRealtime("demo", at: "a", to: .null, expected: nil)
    #expect(!instance.data["a"].exists)
    _ = try await emulation.setRealtime("demo", at: "n", to: .integer(1), expected: RealtimeNode.absentETag)
    #expect(instance.data["n"] == RealtimeNode(.number(1)))
    await #expect(throws: (any Error).self) {
      try await emulation.setRealtime("demo", at: "n/a.b", to: .integer(1), expected: nil)
    }
  }

  @Test("of a request it is known which rules were asked, what their parts were, and how many bytes went") func detail()
    throws
  {
    let (emulation, instance) = try emulation()
    let source = SourceText(path: "r.json", text: #"{"rules": {"a": {".read": "auth.uid == data.child('y').val()"}}}"#)
    #expect(emulation.setRealtimeRules(source, of: "demo") == [])
    #expect(throws: RealtimeRefusal.permissionDenied) { try instance.read("a", RealtimeContext(caller: .anonymous)) }
    let detail = text(try #require(emulation.requestDetail(1)))
    #expect(detail.contains(#""product":"database","database":"demo","method":"read","word":"read","target":"/a""#))
    #expect(detail.contains(#""verdict":"denied","reason":"/a .read""#))
    #expect(
      detail.contains(
        #""carrier":"REST","asked":[{"pattern":"/a","path":"/a","kind":".read","file":"r.json","line":1,"#
          + #""condition":"auth.uid == data.child('y').val()","outcome":"false","decided":true,"values":["#),
      "\(detail)")
    #expect(detail.contains(#"{"text":"data.child('y').val()","value":"\"two\"","depth":1}"#), "\(detail)")
  }
}
