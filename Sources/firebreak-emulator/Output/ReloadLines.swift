import Diagnostics
import Emulation
import Synchronization
import Terminal

/// What is said when a rules or index file has changed.
final class ReloadLines: Sendable {
  private struct Stream: ~Copyable {
    var stream = StandardStream(descriptor: 2)
  }

  private let colours: Bool
  private let width: Int
  private let isQuiet: Bool
  private let stream = Mutex(Stream())

  init(_ console: Console) {
    colours = console.errorIsColored
    width = console.width
    isQuiet = console.isQuiet
  }

  /// - Parameter findings: those of the update that count.
  func show(_ update: FileUpdate, _ findings: FindingList) {
    let line =
      update.isApplied
      ? "\(update.path): reloaded" : "\(update.path): not reloaded; the version before is still used"
    let text = findings.isEmpty ? "" : FullRenderer(colours: colours, width: width).text(findings)
    // A version that is not used is worth a line even where nobody wants chatter.
    if isQuiet && update.isApplied && text.isEmpty { return }
    stream.withLock { $0.stream.write(text + line + "\n") }
  }
}
