import Dispatch
import Foundation
import FoundationNetworking
import Synchronization
import Testing

/// An executable that runs while a test talks to it.
final class RunningCommand {
  let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var unread = Data()
  private let bound: DispatchWorkItem

  /// A program that hears no signal must not stop all tests: then it is killed.
  private static let longest: Double = 300
  /// Whoever runs the tests in the background ignores the signal, and a program inherits that.
  private static let hearsInterrupts: Void = { _ = signal(SIGINT, SIG_DFL) }()

  /// - Parameters:
  ///   - arguments: of `firebreak`.
  ///   - environment: everything the process sees.
  init(
    _ arguments: [String], in folder: TestFolder, environment: [String: String] = ["PATH": "/usr/bin:/bin"]
  ) throws {
    process.executableURL = CommandLineTool.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    bound = DispatchWorkItem { [process] in if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    Self.hearsInterrupts
    try process.run()
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.longest, execute: bound)
  }

  /// The next line of standard output; nil at its end.
  func nextLine() -> String? { line(of: output) }

  /// Reads standard error up to a line that contains the text, and returns all of it.
  func errorLines(upTo text: String) -> [String] {
    var lines: [String] = []
    while let line = line(of: errors) {
      lines.append(line)
      if line.contains(text) { break }
    }
    return lines
  }

  private func line(of pipe: Pipe) -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = Data(unread[unread.index(after: end)...]) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// The port that the banner shows.
  func port() throws -> Int {
    while let line = nextLine() {
      guard line.hasPrefix("export FIRESTORE_EMULATOR_HOST="), let port = line.split(separator: ":").last else {
        continue
      }
      return try #require(Int(port))
    }
    Issue.record("no banner: \(rest.errors)")
    throw CancellationError()
  }

  /// Sends it a text.
  func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// Ends its standard input.
  func endInput() throws { try input.fileHandleForWriting.close() }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// What it still writes, and how it ends.
  var rest: CommandLineTool.Answer {
    // The streams are small; one after the other is enough.
    let out = unread + output.fileHandleForReading.readDataToEndOfFile()
    let err = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let code = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return CommandLineTool.Answer(
      output: String(decoding: out, as: UTF8.self), errors: String(decoding: err, as: UTF8.self), exitCode: code)
  }

  deinit {
    bound.cancel()
    if process.isRunning { process.terminate() }
  }
}

/// One request over REST, as the owner of the project.
enum EmulatorRequest {
  static func send(_ method: String, _ path: String, port: Int, body: String? = nil) async throws -> (
    status: Int, body: String
  ) {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
    request.httpMethod = method
    request.setValue("Bearer owner", forHTTPHeaderField: "Authorization")
    request.httpBody = body.map { Data($0.utf8) }
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    let (data, response) = try await URLSession.shared.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
  }
}
