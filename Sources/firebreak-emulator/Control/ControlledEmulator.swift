import Diagnostics
import EmulatorServer
import Project
import StructuredText
import Terminal

/// An emulator that runs already, and what is asked of it.
struct ControlledEmulator {
  private let host: String
  private let port: Int

  /// Flags come first, then what `exec` tells its command, then the project.
  init(_ options: ControlOptions, _ environment: ProcessEnvironment, _ project: Project) throws(UsageError) {
    let configured = ConfiguredAddress(project, product: "firestore")
    let served = environment.nonEmpty("FIRESTORE_EMULATOR_HOST").flatMap(Self.address)
    host = options.host ?? served?.host ?? configured.host ?? "127.0.0.1"
    port = options.port?.value ?? served?.port ?? configured.port?.value ?? 8080
  }

  /// `127.0.0.1:8080`, `[::1]:8080`
  private static func address(_ authority: String) -> (host: String, port: Int)? {
    guard let colon = authority.lastIndex(of: ":"), let port = Int(authority[authority.index(after: colon)...]) else {
      return nil
    }
    let host = authority[..<colon]
    return (host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host), port)
  }

  /// - Returns: the JSON of the answer.
  func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> Node {
    let answer: ControlClient.Answer
    do {
      answer = try await ControlClient(host: host, port: port).send(
        method, path, body: body.map { JSONWriter.text($0, .compact) } ?? "")
    } catch {
      throw EnvironmentFailure(
        message: "no emulator answers at \(host):\(port)",
        help: "start one with `firebreak emulator start`, or name its port with `--port`")
    }
    let node = JSONReader.read(SourceText(path: "answer", bytes: answer.body)).valid
    guard answer.status == 200, let node else {
      throw EnvironmentFailure(
        message: node?["error"]?.text("message") ?? "the emulator at \(host):\(port) answered \(answer.status)")
    }
    return node
  }
}

extension Node {
  subscript(key: String) -> Node? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  func text(_ key: String) -> String? {
    guard case .string(let text)? = self[key]?.content else { return nil }
    return text
  }

  func number(_ key: String) -> Int {
    guard case .number(let text)? = self[key]?.content else { return 0 }
    return Int(text) ?? 0
  }
}
