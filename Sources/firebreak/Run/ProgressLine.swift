import Synchronization
import Terminal
import Workbench

/// One line on standard error that says how far a long run is; nothing where nobody watches.
final class ProgressLine: Sendable {
  private struct Line: ~Copyable {
    var stream = StandardStream(descriptor: 2)
    var percent = -1
  }

  private let isShown: Bool
  private let label: String
  private let line = Mutex(Line())

  init(_ console: Console, label: String) {
    isShown = console.showsProgress
    self.label = label
  }

  /// Called from the threads of the run.
  func show(_ progress: RunProgress) {
    guard isShown else { return }
    let percent = Int(progress.fraction * 100)
    line.withLock { line in
      guard percent > line.percent else { return }
      line.percent = percent
      line.stream.write("\r\u{1B}[K\(label) \(percent) % \(progress.label)")
    }
  }

  func clear() {
    guard isShown else { return }
    line.withLock { line in
      if line.percent >= 0 { line.stream.write("\r\u{1B}[K") }
    }
  }
}
