import Diagnostics
import Synchronization

/// One line of a terminal that is written again and again. It is erased with blanks, which every terminal understands.
package struct TerminalLine {
  private let stream = StandardStream(descriptor: 2)
  private var width = 0

  package init() {}

  package mutating func show(_ text: String) {
    let wide = DisplayWidth.of(text)
    stream.write("\r" + text + String(repeating: " ", count: max(0, width - wide)))
    width = wide
  }

  package mutating func erase() {
    if width > 0 { stream.write("\r" + String(repeating: " ", count: width) + "\r") }
    width = 0
  }
}

/// What a command is at, on standard error once it takes more than a second: `reading sources ... 3 s`.
package final class StatusLine: Sendable {
  private struct State {
    var line = TerminalLine()
    var text = ""
    var seconds = 0
    var ticking: Task<Void, Never>?
  }

  private let state = Mutex(State())

  package init() {}

  /// What is done from here on.
  package func begin(_ text: String) {
    state.withLock { state in
      state.text = text
      guard state.ticking == nil else { return }
      state.seconds = 0
      state.ticking = Task.detached { [weak self] in
        while (try? await Task.sleep(for: .seconds(1))) != nil { self?.tick() }
      }
    }
  }

  /// Nothing of it stays behind.
  package func end() {
    state.withLock { state in
      state.ticking?.cancel()
      state.ticking = nil
      state.line.erase()
    }
  }

  /// Makes room for a line that stays; the next second shows it again.
  package func erase() { state.withLock { $0.line.erase() } }

  private func tick() {
    state.withLock { state in
      guard state.ticking != nil else { return }
      state.seconds += 1
      state.line.show("\(state.text) ... \(state.seconds) s")
    }
  }
}
