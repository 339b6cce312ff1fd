import JSONRPC
import LanguageServer
import Synchronization
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Passes messages on between the editor and the process that holds its session, and starts another one where that ends.
final class SupervisingServer {
  private var session = SupervisedSession()
  private var fromEditor = ContentLengthFrames(limit: LanguageEngine.longestMessage)
  private let output = StandardStream(descriptor: 1)
  private let starter: LanguageEngineStarter
  private var engine: LanguageEngineProcess
  private var exitCode: Int32?
  private var lastSecond = ContinuousClock.now

  private static let wasAskedToEnd = Atomic<Bool>(false)

  init(_ environment: ProcessEnvironment) throws(EnvironmentFailure) {
    starter = LanguageEngineStarter(environment)
    engine = try starter.start()
  }

  /// Until the editor is done, or gone.
  func serve() -> Int32 {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      _ = signal(number) { _ in SupervisingServer.wasAskedToEnd.store(true, ordering: .relaxed) }
    }
    while exitCode == nil, output.state == .open, !Self.wasAskedToEnd.load(ordering: .relaxed) { wait() }
    engine.end()
    return exitCode ?? 1
  }

  private func wait() {
    var events = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: engine.isOpen ? engine.reading : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: engine.hasUnsent ? engine.writing : -1, events: Int16(POLLOUT), revents: 0),
    ]
    if unsafe poll(&events, 3, 1_000) > 0 {
      if events[2].revents != 0 { engine.send() }
      if events[1].revents != 0 { readEngine() }
      if events[0].revents != 0 { readEditor() }
    }
    // A computer that slept has let many seconds pass; the process has had none of them.
    guard ContinuousClock.now - lastSecond >= .seconds(1) else { return }
    lastSecond = .now
    perform(session.secondPassed())
  }

  private func readEditor() {
    guard let bytes = InputBytes.read(0) else { return }
    if bytes.isEmpty { exitCode = 1 }
    for frame in bytes.isEmpty ? fromEditor.finish() : fromEditor.append(bytes) {
      perform(session.receive(fromEditor: frame))
    }
  }

  private func readEngine() {
    guard let frames = engine.read() else { return perform(session.engineEnded(engine.reasonOfEnd())) }
    for case .message(let bytes) in frames { perform(session.receive(fromEngine: bytes)) }
  }

  private func perform(_ actions: [SupervisedSession.Action]) {
    for action in actions {
      switch action {
      case .sendToEditor(let bytes): output.write(ContentLengthFrames.framed(String(decoding: bytes, as: UTF8.self)))
      case .sendToEngine(let bytes):
        engine.send(Array(ContentLengthFrames.framed(String(decoding: bytes, as: UTF8.self)).utf8))
      case .startEngine: restart()
      case .stopEngine(let reason):
        engine.end()
        perform(session.engineEnded(reason))
      case .end(let code): exitCode = exitCode ?? code
      }
    }
  }

  private func restart() {
    do throws(EnvironmentFailure) { engine = try starter.start() } catch {
      StandardStream(descriptor: 2).writeLine(error.report)
      exitCode = Outcome.internal.exitCode
    }
  }
}

/// Starts the process that holds a session.
struct LanguageEngineStarter {
  private let program: String
  private let variables: [String]

  init(_ environment: ProcessEnvironment) {
    program = ThisExecutable.path ?? CommandLine.arguments.first ?? "firebreak"
    variables = environment.variables.map { "\($0)=\($1)" }
  }

  func start() throws(EnvironmentFailure) -> LanguageEngineProcess {
    let input = try ChildProcess.pipe()
    let output = try ChildProcess.pipe()
    defer {
      close(input.reading)
      close(output.writing)
    }
    do throws(EnvironmentFailure) {
      let child = try ChildProcess.start(
        program, [program, "lsp", "--engine"], variables,
        [.descriptor(input.reading, as: 0), .descriptor(output.writing, as: 1)])
      return LanguageEngineProcess(child: child, writing: input.writing, reading: output.reading)
    } catch {
      close(input.writing)
      close(output.reading)
      throw error
    }
  }
}

/// The process that holds a session.
final class LanguageEngineProcess {
  let writing: Int32
  let reading: Int32
  private let child: pid_t
  private(set) var isOpen = true
  private var unsent: [UInt8] = []
  private var frames = ContentLengthFrames(limit: .max)

  init(child: pid_t, writing: Int32, reading: Int32) {
    self.child = child
    self.writing = writing
    self.reading = reading
    // Two processes that wait for each other to read would wait for ever.
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
  }

  var hasUnsent: Bool { isOpen && !unsent.isEmpty }

  func send(_ bytes: [UInt8] = []) {
    unsent += bytes
    var rest = unsent[...]
    while isOpen, !rest.isEmpty {
      // Nil: its end is read, too.
      guard let count = OutputBytes.write(rest, to: writing), count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    unsent = Array(rest)
  }

  /// Nil at its end.
  func read() -> [MessageFrame]? {
    guard let bytes = InputBytes.read(reading) else { return [] }
    return bytes.isEmpty ? nil : frames.append(bytes)
  }

  /// Of one that is at its end.
  func reasonOfEnd() -> String {
    isOpen = false
    close(reading)
    close(writing)
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? "exit code \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
  }

  /// Ends it, and waits until it is gone.
  func end() {
    guard isOpen else { return }
    kill(-child, SIGKILL)
    _ = reasonOfEnd()
  }
}
