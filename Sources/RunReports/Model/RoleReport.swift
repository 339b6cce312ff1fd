package import Metering

/// What all instances of one actor did together.
package struct RoleReport: Hashable, Sendable {
  package var name: String
  package var instances: Int64
  /// Sessions that began in the period, of all instances.
  package var sessions: Int64
  /// Server SDKs, which are no end users.
  package var isServer: Bool
  package var tally: Tally

  package var reads: Int64 { tally.reads }
}
