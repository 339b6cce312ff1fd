import Dispatch
import Foundation
import Glibc
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
  struct ConnectionFailed: Error { let call: String, number: Int32 }

  /// Waits where it is called: a test that suspended here would go on behind every other test that waits for a thread,
  /// minutes later where the machine is slow, and its program would be killed by then.
  /// - Returns: the status of the answer, which has been read whole.
  static func send(_ method: String, _ path: String, port: Int, body: String? = nil) throws -> Int {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard connection >= 0 else { throw ConnectionFailed(call: "socket", number: errno) }
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw ConnectionFailed(call: "connect", number: errno) }
    let stream = FileHandle(fileDescriptor: connection)
    let length = body.map { "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n" } ?? ""
    let head = """
      \(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer owner\r\nConnection: close\r\n\(length)\r\n
      """
    try stream.write(contentsOf: Data((head + (body ?? "")).utf8))
    let answer = String(decoding: try stream.readToEnd() ?? Data(), as: UTF8.self)
    let words = answer.split(separator: " ", maxSplits: 2)
    return try #require(words.count == 3 && words[0] == "HTTP/1.1" ? Int(words[1]) : nil, "\(answer)")
  }
}
