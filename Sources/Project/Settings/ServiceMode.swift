/// Whose behaviour a command reproduces (`--mode`).
package enum ServiceMode: String, Hashable, Sendable, CaseIterable {
  /// The service as recorded, refusals of queries without an index included.
  case production
  /// The same, but a query whose index is missing runs as if the index existed, and the finding is recorded.
  case permissive
  /// Google's emulator, where teams depend on its differences.
  case emulator
}
