import JSONRPC
import LanguageServer
import StructuredText
import Testing

@Suite("A session whose process ends") struct SupervisionTests {
  private func frame(_ text: String) -> MessageFrame { .message(Array(text.utf8)) }

  private func texts(_ actions: [SupervisedSession.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .sendToEditor(let bytes): "editor " + String(decoding: bytes, as: UTF8.self)
      case .sendToEngine(let bytes): "engine " + String(decoding: bytes, as: UTF8.self)
      case .startEngine: "start"
      case .stopEngine(let reason): "stop \(reason)"
      case .end(let code): "exit \(code)"
      }
    }
  }

  private static let opening = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#
  private static let initialized = #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#
  private static let document =
    #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","languageId":"x","version":1,"text":"one"}}}"#
  private static let change =
    #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":3},"end":{"line":0,"character":3}},"text":"!"}]}}"#
  private static let hover = #"{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{}}"#

  private func running() -> SupervisedSession {
    var session = SupervisedSession()
    for message in [Self.opening, Self.initialized, Self.document, Self.change] {
      _ = session.receive(fromEditor: frame(message))
    }
    _ = session.receive(fromEngine: Array(#"{"jsonrpc":"2.0","id":1,"result":{}}"#.utf8))
    return session
  }

  @Test("messages pass as they are") func passing() {
    var session = SupervisedSession()
    #expect(texts(session.receive(fromEditor: frame(Self.opening))) == ["engine \(Self.opening)"])
    let answer = #"{"jsonrpc":"2.0","id":1,"result":{}}"#
    #expect(texts(session.receive(fromEngine: Array(answer.utf8))) == ["editor \(answer)"])
  }

  @Test("the editor is told, what it waits for is answered, and the next process knows its documents")
  func restart() {
    var session = running()
    _ = session.receive(fromEditor: frame(Self.hover))
    let message = "the analysis has stopped (signal 11); it starts again"
    #expect(
      texts(session.engineEnded("signal 11")) == [
        #"editor {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"\#(message)"}}"#,
        #"editor {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"Firebreak: \#(message)"}}"#,
        "start",
        #"engine {"jsonrpc":"2.0","id":"firebreak-restart-1","method":"initialize","params":{"capabilities":{}}}"#,
        #"engine {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","languageId":"x","version":2,"text":"one!"}}}"#,
        "engine \(Self.initialized)",
      ])
    // The editor knows nothing of the second opening.
    #expect(
      session.receive(fromEngine: Array(#"{"jsonrpc":"2.0","id":"firebreak-restart-1","result":{}}"#.utf8)) == [])
  }

  @Test("a process that the same documents end again waits for a change")
  func givenUp() {
    var session = running()
    _ = session.engineEnded("signal 11")
    let second = texts(session.engineEnded("signal 11"))
    #expect(second.count == 1 && second[0].contains("starts again with the next change of a document"))
    let refused = texts(session.receive(fromEditor: frame(Self.hover)))
    #expect(refused.count == 1 && refused[0].contains(#""id":7,"error""#))
    #expect(texts(session.receive(fromEditor: frame(Self.change))).first == "start")
  }

  /// What is done in so many seconds without a word.
  private func pass(_ seconds: Int, _ session: inout SupervisedSession) -> [String] {
    var actions: [SupervisedSession.Action] = []
    for _ in 0..<seconds { actions += session.secondPassed() }
    return texts(actions)
  }

  @Test("a process that is silent is asked, and lives as long as it answers anything")
  func alive() {
    var session = running()
    func question(_ number: Int) -> String {
      #"engine {"jsonrpc":"2.0","id":"firebreak-alive-\#(number)","method":"$/firebreak/alive","params":{}}"#
    }
    #expect(pass(89, &session) == [question(1)])
    let answer = #"{"jsonrpc":"2.0","id":"firebreak-alive-1","error":{"code":-32601,"message":"no"}}"#
    #expect(session.receive(fromEngine: Array(answer.utf8)) == [])
    #expect(pass(29, &session) == [])
    #expect(pass(1, &session) == [question(2)])
    _ = session.receive(fromEngine: Array(#"{"jsonrpc":"2.0","method":"window/logMessage","params":{}}"#.utf8))
    #expect(pass(89, &session) == [question(3)])
  }

  @Test("one that never answers is stopped, and another one goes on")
  func hanging() {
    var session = running()
    _ = session.receive(fromEditor: frame(Self.hover))
    let passed = pass(90, &session)
    #expect(passed.count == 2 && passed[1] == "stop it has not answered for 60 seconds")
    let actions = texts(session.engineEnded("it has not answered for 60 seconds"))
    #expect(actions.first?.contains(#""id":7,"error""#) == true && actions.contains("start"))
    #expect(pass(89, &session).count == 1)
  }

  @Test("before the editor has opened the session nobody is asked") func quiet() {
    var session = SupervisedSession()
    #expect(pass(200, &session) == [])
  }

  @Test("the end that the editor asks for is no fault")
  func end() {
    var session = running()
    _ = session.receive(fromEditor: frame(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#))
    #expect(texts(session.receive(fromEditor: frame(#"{"jsonrpc":"2.0","method":"exit"}"#))).first == "exit 0")
    #expect(session.engineEnded("exit code 0") == [])
  }

  @Test("what is no message is answered here", arguments: ["", "{", "[1]", #"{"id":1}"#])
  func malformed(text: String) {
    var session = running()
    let answer = texts(session.receive(fromEditor: frame(text)))
    #expect(answer.count == 1 && answer[0].hasPrefix("editor ") && answer[0].contains("error"))
  }
}
