import Diagnostics
import RunReports
import Simulation
import Synchronization
import Terminal

/// One line on standard error that says how far a long run is; nothing where nobody watches.
final class ProgressLine: Sendable {
  private struct Line: ~Copyable {
    var text = TerminalLine()
    var percent = -1
    var shown: ContinuousClock.Instant?
  }

  private let isShown: Bool
  private let isASCII: Bool
  private let label: String
  private let days: Int64
  private let start = ContinuousClock.now
  private let line = Mutex(Line())

  /// - Parameter days: simulated days of all variants together; 0: not known.
  init(_ console: Console, label: String, days: Int64 = 0) {
    isShown = console.showsProgress
    isASCII = console.isASCII
    self.label = QuotedText.singleLine(label)
    self.days = days
  }

  /// Called from the threads of the run.
  func show(_ progress: RunProgress) {
    guard isShown else { return }
    let percent = Int(progress.fraction * 100)
    let now = ContinuousClock.now
    line.withLock { line in
      let isLate = line.shown.map { now - $0 >= .seconds(1) } ?? true
      guard percent > line.percent || isLate && percent == line.percent else { return }
      line.percent = percent
      line.shown = now
      let text = progress.text(seconds: (now - start) / .seconds(1), days: days)
      line.text.show("\(label) \(isASCII ? text.replacing("·", with: "-") : text)")
    }
  }

  func clear() {
    guard isShown else { return }
    line.withLock { $0.text.erase() }
  }
}
