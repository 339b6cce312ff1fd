/// The revisions of the Model Context Protocol that are spoken.
package enum ProtocolRevision {
  /// Every request names its revision, and nothing is remembered of the one before.
  package static let current = "2026-07-28"
  /// A handshake fixes the revision for the connection. The newest first.
  package static let withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  package static let all = [current] + withHandshake

  /// What a client that asks for this revision is answered: that, or the newest that a handshake can agree on.
  static func agreed(_ wanted: String?) -> String {
    wanted.flatMap { withHandshake.contains($0) ? $0 : nil } ?? withHandshake[0]
  }
}
