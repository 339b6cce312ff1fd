import JSONRPC
import ModelContextProtocol
import StructuredText
import Synchronization
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Carries a session's messages over the streams of this process, and its calls out in processes of their own. One thread
/// waits for all of them.
final class ContextServer {
  /// The bytes of one message. Snippets and documents are the longest that make sense.
  private static let longestMessage = 8 << 20
  /// Calls that are carried out at the same time; others wait for one to end.
  private static let most = 4

  private var session: ContextSession
  private var lines = MessageLines(limit: longestMessage)
  private let output = StandardStream(descriptor: 1)
  private let starter: EngineStarter
  private var waiting: [(ticket: ContextSession.Ticket, call: EngineCall)] = []
  private var running: [ContextSession.Ticket: EngineProcess] = [:]
  private var isInputOpen = true

  private static let wasAskedToEnd = Atomic<Bool>(false)

  static func serve(
    _ session: ContextSession, secondsPerCall: Int, _ environment: ProcessEnvironment
  ) throws(EnvironmentFailure) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      _ = signal(number) { _ in ContextServer.wasAskedToEnd.store(true, ordering: .relaxed) }
    }
    let starter = try EngineStarter(
      environment, roots: session.workspace.roots, secondsPerCall: secondsPerCall)
    defer { starter.removeFolder() }
    ContextServer(session, starter).serve()
  }

  private init(_ session: ContextSession, _ starter: EngineStarter) {
    self.session = session
    self.starter = starter
  }

  /// Until there is nobody to answer, or nothing left to do.
  private func serve() {
    while isInputOpen || !running.isEmpty || !waiting.isEmpty {
      guard output.state == .open, !Self.wasAskedToEnd.load(ordering: .relaxed) else { break }
      wait()
      lookAfterCalls()
    }
    for process in running.values { process.kill() }
  }

  /// For a message, for something that a call says, or for a moment.
  private func wait() {
    let calls = running.values.filter(\.isSpeaking)
    var events = calls.map { pollfd(fd: $0.errors, events: Int16(POLLIN), revents: 0) }
    if isInputOpen { events.append(pollfd(fd: 0, events: Int16(POLLIN), revents: 0)) }
    let moment: Int32 = running.isEmpty ? 1_000 : 50
    guard unsafe poll(&events, nfds_t(events.count), moment) > 0 else { return }
    for (call, event) in zip(calls, events) where event.revents != 0 { call.listen() }
    if isInputOpen, events.last?.revents != 0 { read() }
  }

  private func read() {
    guard let bytes = InputBytes.read(0) else { return }
    isInputOpen = !bytes.isEmpty
    let frames = isInputOpen ? lines.append(bytes) : lines.finish()
    for frame in frames { perform(session.receive(frame)) }
  }

  private func perform(_ actions: [ContextSession.Action]) {
    for action in actions {
      switch action {
      case .send(let message): output.write(MessageLines.framed(JSONWriter.text(message, .compact)))
      case .start(let ticket, let call): waiting.append((ticket, call))
      case .stop(let ticket):
        waiting.removeAll { $0.ticket == ticket }
        running[ticket]?.stop()
      }
    }
  }

  private func lookAfterCalls() {
    for (ticket, process) in running.sorted(by: { $0.key < $1.key }) {
      if let outcome = process.outcome() {
        running[ticket] = nil
        perform(session.finish(ticket, outcome))
      } else if let second = process.nextSecond() {
        perform(session.progress(of: ticket, seconds: second, note: process.lastLine))
      }
    }
    while running.count < Self.most, !waiting.isEmpty { start(waiting.removeFirst()) }
  }

  private func start(_ next: (ticket: ContextSession.Ticket, call: EngineCall)) {
    do throws(EnvironmentFailure) {
      running[next.ticket] = try starter.start(next.call, number: next.ticket.number)
    } catch {
      StandardStream(descriptor: 2).writeLine(error.report)
      perform(session.finish(next.ticket, .failed(error.message)))
    }
  }
}
