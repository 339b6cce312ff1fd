import Emulation
import FirestoreService
import Synchronization
import Terminal

/// One line for each request that is served (`-v`).
final class RequestLog: RequestObserver {
  private struct Stream: ~Copyable {
    var stream: StandardStream
  }

  private let line: RequestLine
  private let stream: Mutex<Stream>

  init(descriptor: Int32, line: RequestLine) {
    self.line = line
    stream = Mutex(Stream(stream: StandardStream(descriptor: descriptor)))
  }

  func record(_ request: ServedRequest) {
    let text = line.text(request)
    stream.withLock { $0.stream.writeLine(text) }
  }
}
