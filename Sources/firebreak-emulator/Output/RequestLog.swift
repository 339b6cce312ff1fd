import Emulation
import FirestoreService
import RealtimeService
import Synchronization
import Terminal

/// One line for each request that is served (`-v`).
final class RequestLog: RequestObserver, RealtimeObserver {
  private struct Stream: ~Copyable {
    var stream: StandardStream
  }

  private let line: RequestLine
  private let stream: Mutex<Stream>

  init(descriptor: Int32, line: RequestLine) {
    self.line = line
    stream = Mutex(Stream(stream: StandardStream(descriptor: descriptor)))
  }

  func record(_ request: ServedRequest) { write(line.text(request)) }

  func record(_ request: ServedRealtimeRequest) { write(line.text(request)) }

  private func write(_ text: String) { stream.withLock { $0.stream.writeLine(text) } }
}
