package import Diagnostics
package import FirestoreModel

/// Limits of the index entries of one document.
package enum EntryLimits {
  package static let entriesPerDocument = 40_000
  package static let entrySize = 7_680
  /// Bytes of a document's path: every document has an entry by its name, be it without fields (observed: one byte more is
  /// refused).
  package static let nameSize = 4_621
  package static let totalSize = 8 * 1024 * 1024
  /// Single-field entries from which a document is worth a warning.
  package static let manyEntries = 10_000
}

extension IndexFanOut {
  /// The refusal of a write whose document would exceed a limit. The text about all entries together is not known.
  package func refusal(of document: DocumentPath) -> FirestoreError? {
    if entries > EntryLimits.entriesPerDocument {
      return FirestoreError(.invalidArgument, "too many index entries for entity /\(document)")
    }
    if largestEntry > EntryLimits.entrySize || document.byteCount > EntryLimits.nameSize {
      return FirestoreError(.invalidArgument, "Index entry is too large.")
    }
    if totalSize > EntryLimits.totalSize {
      return FirestoreError(.invalidArgument, "too much index data for entity /\(document)")
    }
    return nil
  }

  /// Warnings about a document of sample data: FB2011, an error where production would refuse the write.
  package func findings(about document: DocumentPath) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    func report(_ message: String, isRefused: Bool) {
      findings.append(
        Diagnostic(
          .documentExceedsIndexEntryLimit, message, severity: isRefused ? .error : .warning,
          help: "exempt fields that no query uses from indexing"))
    }
    if singleFieldEntries > EntryLimits.manyEntries || entries > EntryLimits.entriesPerDocument {
      report(
        "`\(document)` has \(entries) index entries of at most \(EntryLimits.entriesPerDocument)",
        isRefused: entries > EntryLimits.entriesPerDocument)
    }
    if largestEntry > EntryLimits.entrySize {
      report(
        "`\(document)` has an index entry of \(largestEntry) bytes of at most \(EntryLimits.entrySize)",
        isRefused: true)
    }
    if document.byteCount > EntryLimits.nameSize {
      report(
        "the name of `\(document)` has \(document.byteCount) bytes of at most \(EntryLimits.nameSize)", isRefused: true)
    }
    if totalSize > EntryLimits.totalSize {
      report(
        "the index entries of `\(document)` have \(totalSize) bytes of at most \(EntryLimits.totalSize)",
        isRefused: true)
    }
    for field in truncatedFields {
      report(
        "`\(field)` of `\(document)` is longer than the 1,500 bytes an index keeps; queries on it may be wrong",
        isRefused: false)
    }
    return findings
  }
}
