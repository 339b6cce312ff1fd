import Diagnostics
import JSONRPC
import LanguageServer
import QueryScanner
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

/// Carries a session's messages over the streams of this process. One thread answers; another one looks at the project, so
/// that no answer waits for it.
final class LanguageEngine {
  /// The bytes of one message: a document may be long.
  static let longestMessage = 64 << 20

  private var session: LanguageSession
  private var frames = ContentLengthFrames(limit: longestMessage)
  private let output = StandardStream(descriptor: 1)
  private let desk: AnalysisDesk
  private var exitCode: Int32?

  init(_ session: LanguageSession) throws(EnvironmentFailure) {
    self.session = session
    desk = try AnalysisDesk()
  }

  /// Until the editor is done, or gone.
  func serve() -> Int32 {
    while exitCode == nil, output.state == .open {
      var events = [
        pollfd(fd: 0, events: Int16(POLLIN), revents: 0), pollfd(fd: desk.bell, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&events, 2, -1) > 0 else { continue }
      if events[1].revents != 0 { takeFinished() }
      if events[0].revents != 0 { read() }
    }
    return exitCode ?? 1
  }

  private func read() {
    guard let bytes = InputBytes.read(0) else { return }
    if bytes.isEmpty { exitCode = 1 }
    for frame in bytes.isEmpty ? frames.finish() : frames.append(bytes) { perform(session.receive(frame)) }
  }

  private func takeFinished() {
    for analysis in desk.take() { perform(session.finish(analysis)) }
  }

  private func perform(_ actions: [LanguageSession.Action]) {
    for action in actions {
      switch action {
      case .send(let message): output.write(ContentLengthFrames.framed(JSONWriter.text(message, .compact)))
      case .analyze(let request): desk.begin(request)
      case .end(let code): exitCode = exitCode ?? code
      }
    }
  }
}

/// Where analyses are made, one after another, on a thread of their own.
final class AnalysisDesk: Sendable {
  /// Has a byte for each analysis that is finished.
  var bell: Int32 { ends.reading }

  private let ends: (reading: Int32, writing: Int32)
  private let analyzer = WorkspaceAnalyzer()
  private let finished = Mutex<[WorkspaceAnalysis]>([])

  init() throws(EnvironmentFailure) { ends = try ChildProcess.pipe() }

  func begin(_ request: AnalysisRequest) {
    DeepStack.begin { [self] in
      let analysis = analyzer.analyze(request)
      finished.withLock { $0.append(analysis) }
      OutputBytes.write([1], to: ends.writing)
    }
  }

  func take() -> [WorkspaceAnalysis] {
    _ = InputBytes.read(bell)
    return finished.withLock { analyses in
      defer { analyses = [] }
      return analyses
    }
  }
}
