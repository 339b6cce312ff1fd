package import Metering

/// What a variant does with the Realtime Database: where its bytes go, and how near its limits it comes.
package struct RealtimeReport: Sendable {
  /// By path, operation and step.
  package var rows: [Row]
  /// Sent in the simulated period.
  package var bytes: Int64
  /// What would have been sent with every index in place.
  package var bytesIfIndexed: Int64
  /// The average of the ends of the days: what is billed.
  package var storedBytes: Int64
  package var peakConnections: Int64
  package var largestResponse: Int64
  /// Where it was sent.
  package var largestPath: String
  package var writes: Int64
  /// Of the minute with the most of them.
  package var peakWritesPerMinute: Int64
  package var peakBytesWrittenPerMinute: Int64
  package var limits: RealtimePriceBook.Limits
  /// Nil: the traffic has no price.
  package var book: String?

  package struct Row: Sendable {
    /// As the workload writes it; empty for connections.
    package var path: String
    package var operation: RealtimeTraffic.Operation
    package var step: String
    package var count: Int64
    package var bytes: Int64
    /// Less than ``bytes`` where an index is missing.
    package var bytesIfIndexed: Int64
    package var unindexed: Int64
    package var denied: Int64
    package var largest: Int64
    /// Of what the download costs, as much as the row's share of the bytes; nil without a price.
    package var monthlyCost: Rational?

    /// Per operation, cut.
    package var average: Int64 { count == 0 ? 0 : bytes / count }
  }
}
