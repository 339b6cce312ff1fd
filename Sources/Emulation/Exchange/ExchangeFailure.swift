package import Diagnostics
package import FirestoreModel

/// Why an export or import was not made. Nothing has changed then.
package enum ExchangeFailure: Error, Hashable, Sendable {
  /// What is in the folder cannot be read as an export.
  case unreadable([Diagnostic])
  /// The file system said no; one line about what was tried.
  case file(String)
  /// The documents could not be made durable, or there are too many databases.
  case refused(FirestoreError)

  /// One line for those who have no place for findings.
  package var message: String {
    switch self {
    case .unreadable(let findings): findings.first?.message ?? "the export cannot be read"
    case .file(let message): message
    case .refused(let error): error.message
    }
  }
}
