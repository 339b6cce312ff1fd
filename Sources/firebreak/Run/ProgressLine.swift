import Diagnostics
import RunReports
import Simulation
import Synchronization
import Terminal

/// How far a long run is, on standard error: a line that is redrawn where somebody watches, and elsewhere a line now and
/// then.
final class ProgressLine: Sendable {
  private struct Line: ~Copyable {
    var text = TerminalLine()
    var percent = -1
    var shown: ContinuousClock.Instant?
    /// When the next line is written where none is redrawn.
    var next: ContinuousClock.Instant
  }

  private let redrawsLine: Bool
  private let notesLines: Bool
  private let isASCII: Bool
  private let label: String
  private let days: Int64
  private let start: ContinuousClock.Instant
  private let line: Mutex<Line>

  /// - Parameter days: simulated days of all variants together; 0: not known.
  /// - Parameter isLong: it is known to take long: what it takes is said as soon as it can be.
  init(_ console: Console, label: String, days: Int64 = 0, isLong: Bool = false) {
    redrawsLine = console.showsProgress
    notesLines = console.notesProgress
    isASCII = console.isASCII
    self.label = QuotedText.singleLine(label)
    self.days = days
    start = ContinuousClock.now
    line = Mutex(Line(next: start + .seconds(isLong ? 2 : 10)))
  }

  /// Called from the threads of the run.
  func show(_ progress: RunProgress) {
    if redrawsLine { redraw(progress) } else if notesLines { note(progress) }
  }

  func clear() {
    guard redrawsLine else { return }
    line.withLock { $0.text.erase() }
  }

  private func redraw(_ progress: RunProgress) {
    let percent = Int(progress.fraction * 100)
    let now = ContinuousClock.now
    line.withLock { line in
      let isLate = line.shown.map { now - $0 >= .seconds(1) } ?? true
      guard percent > line.percent || isLate && percent == line.percent else { return }
      line.percent = percent
      line.shown = now
      line.text.show(text(progress, after: now - start))
    }
  }

  /// A line once twice the time is over, and every half minute.
  private func note(_ progress: RunProgress) {
    let now = ContinuousClock.now
    line.withLock { line in
      guard now >= line.next, progress.fraction > 0, progress.fraction < 1 else { return }
      line.next = now + min(now - start, .seconds(30))
      StandardStream(descriptor: 2).writeLine(text(progress, after: now - start))
    }
  }

  private func text(_ progress: RunProgress, after time: Duration) -> String {
    let text = progress.text(seconds: time / .seconds(1), days: days)
    return "\(label) \(isASCII ? text.replacing("·", with: "-") : text)"
  }
}
