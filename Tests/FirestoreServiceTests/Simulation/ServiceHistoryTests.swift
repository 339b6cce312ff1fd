import Foundation
import Testing

/// What was acknowledged is there after every end of a life, and nothing else; listeners show it.
@Suite("Service history") struct ServiceHistoryTests {
  /// `FIREBREAK_SEEDS=10000` tries as many.
  private static let seeds = ProcessInfo.processInfo.environment["FIREBREAK_SEEDS"].flatMap(UInt64.init) ?? 20

  /// One after the other: each has files open.
  @Test("lives of a database", .serialized, arguments: 0..<seeds)
  func lives(seed: UInt64) async throws {
    var history = try ServiceHistory(seed: seed)
    try await history.run()
  }
}
