package import Diagnostics
import StructuredText

/// The checked-in file of what a call of every operation may bill: records go down by themselves and up only with a
/// reason.
package struct Ratchet: Hashable, Sendable {
  /// Where it stands below the root of a project.
  package static let path = "firebreak/cost.json"

  package struct Record: Hashable, Sendable {
    package var key: OperationKey
    package var reads: RecordedReads
    /// Of the number.
    package var location: SourceLocation
  }

  /// A raise that somebody has given a reason for.
  package struct Acceptance: Hashable, Sendable {
    package var key: OperationKey
    package var from: RecordedReads
    package var to: RecordedReads
    package var reason: String

    package init(key: OperationKey, from: RecordedReads, to: RecordedReads, reason: String) {
      self.key = key
      self.from = from
      self.to = to
      self.reason = reason
    }
  }

  package var source: SourceText
  /// What was played instead of the workloads as they are written, as flags; nil: nothing else.
  package var replacement: String?
  /// In the order of the file.
  package var records: [Record]
  package var acceptances: [Acceptance]
  /// The file as it is written, which keeps its order and its layout when it is changed.
  let root: Node

  /// Which run its records are of.
  package var run: String {
    replacement.map { "of a run with \(QuotedText.of($0))" } ?? "of the workloads as they are written"
  }

  package func record(of key: OperationKey) -> Record? { records.first { $0.key == key } }
}

/// What reading the file gave.
package struct RatchetReading: Sendable {
  /// Nil when the file cannot be read as what it is.
  package var ratchet: Ratchet?
  package var diagnostics: [Diagnostic]
}
