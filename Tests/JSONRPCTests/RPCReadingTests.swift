import JSONRPC
import StructuredText
import Testing

@Suite("Messages of JSON-RPC") struct RPCReadingTests {
  /// The message, or the error that is sent.
  private func read(_ text: String) -> String {
    do throws(RPCReading.Failure) {
      switch try RPCReading.message(Array(text.utf8)) {
      case .request(let request): return "request \(request.method) \(request.identifier)"
      case .notification(let notification): return "notification \(notification.method)"
      case .response(let identifier): return "response \(identifier.map { "\($0)" } ?? "to nobody")"
      }
    } catch {
      return "\(error.error.code.number) \(error.identifier.map { "\($0)" } ?? "nobody")"
    }
  }

  @Test(
    "what a message is",
    arguments: [
      (#"{"jsonrpc":"2.0","id":1,"method":"a"}"#, "request a integer(1)"),
      (#"{"jsonrpc":"2.0","id":"x","method":"a","params":[]}"#, "request a text(\"x\")"),
      (#"{"jsonrpc":"2.0","method":"a","params":{}}"#, "notification a"),
      (#"{"jsonrpc":"2.0","id":2,"result":{}}"#, "response integer(2)"),
      (#"{"jsonrpc":"2.0","id":null,"error":{}}"#, "response to nobody"),
      ("{", "-32700 nobody"), ("", "-32700 nobody"), ("\u{0}", "-32700 nobody"),
      ("[]", "-32600 nobody"), ("1", "-32600 nobody"),
      (#"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#, "-32600 nobody"),
      (#"{"id":1,"method":"a"}"#, "-32600 integer(1)"),
      (#"{"jsonrpc":"1.0","id":1,"method":"a"}"#, "-32600 integer(1)"),
      (#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "-32600 nobody"),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, "-32600 nobody"),
      (#"{"jsonrpc":"2.0","id":1,"method":7}"#, "-32600 integer(1)"),
      (#"{"jsonrpc":"2.0","id":1,"method":"a","params":"b"}"#, "-32600 integer(1)"),
      (#"{"jsonrpc":"2.0","id":1}"#, "-32600 integer(1)"),
    ])
  func kinds(text: String, kind: String) { #expect(read(text) == kind) }

  @Test("nesting has an end") func deep() {
    #expect(read(String(repeating: "[", count: 100_000)) == "-32700 nobody")
  }

  @Test("an error to nobody says so") func nobody() {
    let error = RPCWriting.error(RPCError(.parseError, "no"), to: nil)
    #expect(
      JSONWriter.text(error, .compact) == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#)
  }

  @Test("whatever the bytes are, there is an answer")
  func randomBytes() {
    var generator = SystemRandomNumberGenerator()
    let whole = Array(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"é","arguments":{}}}"#.utf8)
    for round in 0..<3_000 {
      var bytes = whole
      switch round % 3 {
      case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
      case 1: bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      default: bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }
      }
      _ = read(String(decoding: bytes, as: UTF8.self))
      _ = try? RPCReading.message(bytes)
    }
  }
}
