import Diagnostics
import JSONRPC
import StructuredText
import Testing

@testable import LanguageServer

@Suite("Session with an editor") struct SessionTests {
  private static let folder = "/nowhere/app"

  private func frame(_ text: String) -> MessageFrame { .message(Array(text.utf8)) }

  private func texts(_ actions: [LanguageSession.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .send(let message): JSONWriter.text(message, .compact)
      case .analyze(let request): "analyze \(request.number) \(request.folders) \(request.texts.keys.sorted())"
      case .end(let code): "exit \(code)"
      }
    }
  }

  private func open() -> LanguageSession {
    var session = LanguageSession(server: ServerDescription(version: "1"))
    let root = "file://\(Self.folder)"
    _ = session.receive(
      frame(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":"\#(root)","capabilities":{}}}"#))
    return session
  }

  private func notification(_ method: String, _ parameters: String) -> MessageFrame {
    frame(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#)
  }

  private func request(_ number: Int, _ method: String, _ parameters: String) -> MessageFrame {
    frame(#"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":\#(parameters)}"#)
  }

  private func documentOpening(_ text: String, _ name: String = "a.ts") -> MessageFrame {
    notification(
      "textDocument/didOpen",
      #"{"textDocument":{"uri":"file://\#(Self.folder)/\#(name)","languageId":"x","version":1,"text":"\#(text)"}}"#)
  }

  private func change(_ version: Int, _ changes: String) -> MessageFrame {
    notification(
      "textDocument/didChange",
      #"{"textDocument":{"uri":"file://\#(Self.folder)/a.ts","version":\#(version)},"contentChanges":\#(changes)}"#)
  }

  @Test("what comes before `initialize` is refused")
  func order() {
    var session = LanguageSession(server: ServerDescription(version: "1"))
    #expect(
      texts(session.receive(request(1, "textDocument/hover", "{}"))) == [
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"`initialize` comes first"}}"#
      ])
    #expect(session.receive(documentOpening("x")) == [])
    #expect(texts(session.receive(notification("exit", "null"))) == ["exit 1"])
  }

  @Test("bytes where the client can count them, else units of UTF-16")
  func encoding() {
    var session = LanguageSession(server: ServerDescription(version: "1"))
    let offer = #"{"general":{"positionEncodings":["utf-16","utf-8"]}}"#
    let answer = texts(session.receive(request(1, "initialize", #"{"capabilities":\#(offer)}"#)))
    #expect(answer[0].contains(#""positionEncoding":"utf-8""#))
    var other = LanguageSession(server: ServerDescription(version: "1"))
    #expect(texts(other.receive(request(1, "initialize", "{}")))[0].contains(#""positionEncoding":"utf-16""#))
  }

  @Test("one analysis at a time, and the last text counts")
  func analyses() {
    var session = open()
    #expect(texts(session.receive(notification("initialized", "{}"))) == ["analyze 1 [\"\(Self.folder)\"] []"])
    #expect(session.receive(documentOpening("one")) == [])
    let range = #"{"start":{"line":0,"character":1},"end":{"line":0,"character":2}}"#
    #expect(session.receive(change(2, #"[{"range":\#(range),"text":"😀"},{"range":\#(range),"text":"x"}]"#)) == [])
    let first = AnalysisRequest(number: 1, folders: [Self.folder], texts: [:])
    let actions = session.finish(WorkspaceAnalysis(first))
    guard case .analyze(let second)? = actions.last else { return #expect(Bool(false), "\(actions)") }
    #expect(second.number == 2)
    // The second range ends in the middle of 😀, which means its start: nothing is replaced.
    #expect(second.texts == ["\(Self.folder)/a.ts": Array("ox😀e".utf8)])
    #expect(session.finish(WorkspaceAnalysis(first)) == [])
  }

  @Test("findings are published where they are now, with the version that was looked at, and taken back")
  func diagnostics() {
    var session = open()
    _ = session.receive(documentOpening("a é b"))
    _ = session.receive(notification("initialized", "{}"))
    let path = "\(Self.folder)/a.ts"
    let source = SourceText(path: path, text: "a é b")
    let finding = Diagnostic(
      .unboundedQuery, "no limit", at: source.location(Span(5, 6)), severity: .warning, help: "add one")
    let request = AnalysisRequest(number: 1, folders: [Self.folder], texts: [path: source.bytes])
    // Two lines more, while it was looked at.
    _ = session.receive(
      change(2, #"[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":"\n\n"}]"#))
    let actions = texts(session.finish(WorkspaceAnalysis(request, findings: [finding])))
    #expect(
      actions == [
        #"{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file://\#(path)","diagnostics":[{"range":{"start":{"line":2,"character":4},"end":{"line":2,"character":5}},"severity":2,"code":"FB7004","source":"firebreak","message":"no limit\nhelp: add one"}]}}"#,
        "analyze 2 [\"\(Self.folder)\"] [\"\(path)\"]",
      ])
    let next = AnalysisRequest(
      number: 2, folders: [Self.folder], texts: [path: Array("\n\na é b".utf8)], edited: [path])
    let gone = texts(session.finish(WorkspaceAnalysis(next)))
    #expect(gone.count == 1 && gone[0].hasSuffix(#""version":2,"diagnostics":[]}}"#))
  }

  @Test("an analysis is told what has changed since the one before: texts alone, or anything")
  func changes() throws {
    var session = open()
    _ = session.receive(documentOpening("one"))
    let path = "\(Self.folder)/a.ts"
    func analysis(_ actions: [LanguageSession.Action]) throws -> AnalysisRequest {
      guard case .analyze(let request)? = actions.last else { return try #require(nil) }
      return request
    }
    let first = try analysis(session.receive(notification("initialized", "{}")))
    #expect(first.edited == nil)
    let text = #"[{"text":"two"}]"#
    _ = session.receive(change(2, text))
    let second = try analysis(session.finish(WorkspaceAnalysis(first)))
    #expect(second.edited == [path])
    // What changes while it is looked at counts for the next one.
    _ = session.receive(change(3, text))
    _ = session.receive(notification("workspace/didChangeWatchedFiles", #"{"changes":[]}"#))
    _ = session.receive(change(4, text))
    let third = try analysis(session.finish(WorkspaceAnalysis(second)))
    #expect(third.edited == nil)
    #expect(session.finish(WorkspaceAnalysis(third)) == [])
    #expect(try analysis(session.receive(change(5, text))).edited == [path])
  }

  @Test("a request waits for the first analysis, and can be cancelled")
  func cancellation() {
    var session = open()
    _ = session.receive(documentOpening("x"))
    _ = session.receive(notification("initialized", "{}"))
    let place = #"{"textDocument":{"uri":"file://\#(Self.folder)/a.ts"},"position":{"line":0,"character":0}}"#
    #expect(session.receive(request(5, "textDocument/hover", place)) == [])
    #expect(session.receive(request(6, "textDocument/hover", place)) == [])
    #expect(
      texts(session.receive(notification("$/cancelRequest", #"{"id":5}"#))) == [
        #"{"jsonrpc":"2.0","id":5,"error":{"code":-32800,"message":"cancelled"}}"#
      ])
    #expect(session.receive(notification("$/cancelRequest", #"{"id":5}"#)) == [])
    let path = "\(Self.folder)/a.ts"
    let first = AnalysisRequest(number: 1, folders: [Self.folder], texts: [path: Array("x".utf8)])
    #expect(texts(session.finish(WorkspaceAnalysis(first))).last == #"{"jsonrpc":"2.0","id":6,"result":null}"#)
  }

  @Test("wrong parameters are told", arguments: ["null", "{}", #"{"textDocument":{"uri":"file:///other"}}"#])
  func wrong(parameters: String) {
    var session = open()
    let answer = texts(session.receive(request(2, "textDocument/formatting", parameters)))
    #expect(answer.count == 1 && answer[0].contains(#""error":{"code":-32602"#))
  }

  @Test("rules are laid out without waiting for anything")
  func formatting() {
    var session = open()
    _ = session.receive(documentOpening("service cloud.firestore {\\nmatch /a/{b} { allow read; }\\n}\\n", "a.rules"))
    let answer = texts(
      session.receive(
        request(2, "textDocument/formatting", #"{"textDocument":{"uri":"file://\#(Self.folder)/a.rules"}}"#)))
    #expect(answer[0].contains(#"  match /a/{b} {\n    allow read;\n  }\n"#))
  }

  @Test("shut down, and then nothing but the end")
  func end() {
    var session = open()
    #expect(texts(session.receive(request(2, "shutdown", "null"))) == [#"{"jsonrpc":"2.0","id":2,"result":null}"#])
    #expect(texts(session.receive(request(3, "textDocument/hover", "{}")))[0].contains("-32600"))
    #expect(texts(session.receive(notification("exit", "null"))) == ["exit 0"])
  }
}
