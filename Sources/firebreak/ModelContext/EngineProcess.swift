import Diagnostics
import FoundationEssentials
import ModelContextProtocol
import Project
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A command line that a process of its own carries out, and the folder of its files.
final class EngineProcess {
  /// Where the process says what it is at; its end is the end of the process.
  let errors: Int32
  private let child: pid_t
  private let folder: String
  private let secondsAllowed: Int
  private let started = ContinuousClock.now
  private var said: [UInt8] = []
  private(set) var isSpeaking = true
  private var seconds = 0
  private var isOutOfTime = false
  private var stopped: ContinuousClock.Instant?

  /// More is no message for anybody.
  private static let mostSaid = 16_384
  /// What a process may take to clear up after itself.
  private static let grace = Duration.seconds(2)

  init(child: pid_t, errors: Int32, folder: String, secondsAllowed: Int) {
    self.child = child
    self.errors = errors
    self.folder = folder
    self.secondsAllowed = secondsAllowed
  }

  /// Takes what the process says.
  func listen() {
    guard isSpeaking, let bytes = InputBytes.read(errors) else { return }
    if bytes.isEmpty {
      isSpeaking = false
      close(errors)
    } else {
      said = (said + bytes).suffix(Self.mostSaid)
    }
  }

  var lastLine: String? {
    said.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0.prefix(200), as: UTF8.self) }
  }

  /// The seconds that it has taken, once for each.
  func nextSecond() -> Int? {
    let now = Int((ContinuousClock.now - started) / .seconds(1))
    guard now > seconds else { return nil }
    seconds = now
    return now
  }

  /// How it ended; nil: it has not yet.
  func outcome() -> EngineOutcome? {
    keepTime()
    var status: Int32 = 0
    let answer = unsafe waitpid(child, &status, WNOHANG)
    guard answer == child || (answer < 0 && errno != EINTR) else { return nil }
    while isSpeaking, hasMore { listen() }
    if isSpeaking { close(errors) }
    defer { removeFolder() }
    if isOutOfTime { return .outOfTime(seconds: secondsAllowed) }
    guard answer == child, status & 0x7F == 0 else {
      return .failed("the command was ended by signal \(status & 0x7F)")
    }
    return finished(exitCode: (status >> 8) & 0xFF)
  }

  /// Asks it to end, and ends it when it does not.
  func stop() {
    guard stopped == nil else { return }
    stopped = .now
    signalGroup(SIGTERM)
  }

  /// Ends it, and waits until it is gone: nobody will look after it.
  func kill() {
    stop()
    let deadline = ContinuousClock.now + Self.grace
    while outcome() == nil {
      if ContinuousClock.now > deadline { signalGroup(SIGKILL) }
      usleep(5_000)
    }
  }

  private func keepTime() {
    let now = ContinuousClock.now
    if stopped == nil, now - started > .seconds(secondsAllowed) {
      isOutOfTime = true
      stop()
    }
    if let stopped, now - stopped > Self.grace { signalGroup(SIGKILL) }
  }

  /// The process and those that it has started.
  private func signalGroup(_ number: Int32) { sendSignal(-child, number) }

  private var hasMore: Bool {
    var event = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&event, 1, 0) > 0
  }

  private func finished(exitCode: Int32) -> EngineOutcome {
    do throws(InputFileError) {
      let output = try file(EngineStarter.outputFile) ?? []
      return .finished(
        EngineResult(
          exitCode: exitCode, output: String(decoding: output, as: UTF8.self),
          errors: String(decoding: said, as: UTF8.self), answer: try file(EngineCall.answerFile), folder: folder))
    } catch {
      return .failed("the answer cannot be read: \(error.diagnostic.message)")
    }
  }

  private func file(_ name: String) throws(InputFileError) -> [UInt8]? {
    let path = "\(folder)/\(name)"
    return InputFile.kind(path) == .missing ? nil : try InputFile.read(path).bytes
  }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }
}

/// The class above has a method of the same name.
private func sendSignal(_ process: pid_t, _ number: Int32) { _ = kill(process, number) }
