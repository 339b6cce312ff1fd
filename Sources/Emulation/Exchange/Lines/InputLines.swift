import Diagnostics
import Project

/// The lines of a file, one after another, without holding more than one.
final class InputLines {
  private let chunks: FileChunks
  private var chunk: [UInt8] = []
  private var position = 0
  /// Of the line that was read last, from 1.
  private(set) var number = 0

  /// No document of a database makes a longer line: 1 MiB in which every byte is written as an escape of six.
  private static let lineLimit = 16 << 20

  init(path: String) throws(ExchangeFailure) { chunks = try FileChunks(path: path) }

  /// The next line without its end; nil after the last one. Empty lines are lines.
  func next() throws(ExchangeFailure) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if position == chunk.count {
        guard try fill() else {
          guard !line.isEmpty else { return nil }
          number += 1
          return line
        }
      }
      if let end = chunk[position...].firstIndex(of: UInt8(ascii: "\n")) {
        line += chunk[position..<end]
        position = end + 1
        number += 1
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
      }
      line += chunk[position...]
      position = chunk.count
      guard line.count <= Self.lineLimit else {
        number += 1
        let problem = Diagnostic(
          .malformedInput, "the line is longer than \(Self.lineLimit >> 20) MiB, which no document is",
          at: location(Span(0, 1), in: []))
        throw .unreadable([problem])
      }
    }
  }

  /// A place in the line that was read last.
  func location(_ span: Span, in line: [UInt8]) -> SourceLocation {
    SourceLocation(
      source: SourceText(path: chunks.path, bytes: Array(repeating: UInt8(ascii: "\n"), count: number - 1) + line),
      span: Span(span.start + number - 1, span.end + number - 1))
  }

  private func fill() throws(ExchangeFailure) -> Bool {
    guard let next = try chunks.next() else { return false }
    chunk = next
    position = 0
    return true
  }
}
