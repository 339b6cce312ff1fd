package import Diagnostics
package import FirestoreModel

/// What an import has brought.
package struct ImportReport: Hashable, Sendable {
  package var documents = 0
  /// Of the documents: those that stand in the place of others.
  package var replaced = 0
  /// Of the Realtime Database.
  package var instances = 0
  /// Projects that the documents came from, where that is not the emulator's own.
  package var origins: [Text] = []
  /// What of the export was left out.
  package var leftOut: [Diagnostic] = []
}
