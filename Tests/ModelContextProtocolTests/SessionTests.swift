import FirebreakTestSupport
import Foundation
import JSONRPC
import ModelContextProtocol
import StructuredText
import Testing

/// Conversations, each in a file: `> ` is what the client sends, `! ` how a call ends, and what stands below is all that
/// the session does about it.
@Suite("Sessions of the Model Context Protocol") struct SessionTests {
  static let cases = RepositoryFiles.paths(below: "Tests/ModelContextProtocolTests/Cases", suffix: ".txt")

  static let project = [
    "firebase.json": #"{"firestore": {"rules": "firestore.rules", "indexes": "firestore.indexes.json"}}"#,
    "firestore.rules": "rules_version = '2';\nservice cloud.firestore {\n}\n",
    "firestore.indexes.json": #"{"indexes": [], "fieldOverrides": []}"#, "app/a.ts": "",
  ]

  @Test("a conversation goes as it is written", arguments: cases)
  func conversation(path: String) throws {
    let folder = try FolderFixture(Self.project)
    let script = String(decoding: try RepositoryFiles.bytes(path), as: UTF8.self)
    var played = try PlayedConversation(folder, allowsWriting: script.hasPrefix("# allow-write"))
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) { played.play(String(line)) }
    expectSnapshot(played.text, path)
  }

  @Test("whatever is sent, a session goes on")
  func anything() throws {
    let folder = try FolderFixture(Self.project)
    let lines = try Self.cases.flatMap { path in
      String(decoding: try RepositoryFiles.bytes(path), as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("> ") }.map { Array($0.dropFirst(2).utf8) }
    }
    var generator = SystemRandomNumberGenerator()
    var session = try PlayedConversation(folder, allowsWriting: true).session
    for _ in 0..<600 {
      var bytes = try #require(lines.randomElement(using: &generator))
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
      case 1:
        for _ in 0..<3 where !bytes.isEmpty {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 32...255, using: &generator)
        }
      default: break
      }
      for action in session.receive(.message(bytes)) {
        if case .start(let ticket, _) = action { _ = session.finish(ticket, .failed("no")) }
      }
    }
    let ping = Array(#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#.utf8)
    #expect(session.receive(.message(ping)) == [.send(["jsonrpc": "2.0", "id": "last", "result": [:]])])
  }
}

/// What a session has done so far, as a case has it.
struct PlayedConversation {
  var session: ContextSession
  private let folder: FolderFixture
  private var lines: [String] = []
  private var tickets: [ContextSession.Ticket] = []

  init(_ folder: FolderFixture, allowsWriting: Bool) throws {
    self.folder = folder
    let workspace = try Workspace(roots: [folder.path], startedIn: "/", allowsWriting: allowsWriting)
    session = ContextSession(workspace: workspace, server: ServerDescription(version: "0"))
  }

  var text: String { lines.joined(separator: "\n") }

  mutating func play(_ line: String) {
    if line.hasPrefix("< ") || line.hasPrefix("start ") || line.hasPrefix("stop ") { return }
    lines.append(line)
    if line == "> …" {
      note(session.receive(.tooLong))
    } else if line.hasPrefix("> ") {
      note(session.receive(.message(Array(line.dropFirst(2).utf8))))
    }
    if line.hasPrefix("! ") { end(line.dropFirst(2)) }
  }

  /// `1 done {"a": 1}`, `1 refused TEXT`, `1 late`, `1 at 3`
  private mutating func end(_ words: Substring) {
    let parts = words.split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count > 1, let number = Int(parts[0]), let ticket = tickets.first(where: { $0.number == number }) else {
      return
    }
    let rest = parts.count > 2 ? parts[2] : ""
    switch parts[1] {
    case "done": note(session.finish(ticket, .finished(result(0, "in words", rest))))
    case "refused": note(session.finish(ticket, .finished(result(2, "", nil, errors: rest))))
    case "late": note(session.finish(ticket, .outOfTime(seconds: 120)))
    default: note(session.progress(of: ticket, seconds: Int(rest) ?? 0, note: nil))
    }
  }

  private func result(_ code: Int32, _ output: String, _ answer: String?, errors: String = "") -> EngineResult {
    EngineResult(
      exitCode: code, output: output, errors: errors, answer: answer.map { Array($0.utf8) }, folder: "/scratch")
  }

  private mutating func note(_ actions: [ContextSession.Action]) {
    for action in actions {
      switch action {
      case .send(let message): lines.append("< " + folder.relative(JSONWriter.text(message, .compact)))
      case .start(let ticket, let call):
        tickets.append(ticket)
        lines.append("start \(ticket.number) " + folder.relative(described(call)))
      case .stop(let ticket): lines.append("stop \(ticket.number)")
      }
    }
  }

  private func described(_ call: EngineCall) -> String {
    let files = call.files.sorted { $0.key < $1.key }.map { " \($0.key): \(JSONWriter.quoted($0.value))" }
    let input = call.input.isEmpty ? "" : " <- \(JSONWriter.quoted(call.input))"
    return "in \(call.folder): \(call.arguments(own: "@").joined(separator: " "))\(files.joined())\(input)"
  }
}
