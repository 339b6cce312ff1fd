import FirestoreModel
import RealtimeDatabase
import Testing

@testable import RealtimeService

/// How far back the log of a database reaches.
@Suite("Log of commits") struct CommitLogTests {
  /// A text is replaced each time.
  private static func log(_ count: Int, bytes: Int) -> CommitLog {
    var log = CommitLog()
    let node = RealtimeNode(.string(Text(String(repeating: "x", count: bytes))))
    for _ in 0..<count { log.append(RealtimeChange(old: node, new: node, addresses: [.root])) }
    return log
  }

  @Test(
    "what is replaced is kept up to a number of bytes, and the newest commit always",
    arguments: [(100, 10, 100...100), (100, 1 << 20, 15...31), (3, 20 << 20, 1...1)] as [(Int, Int, ClosedRange<Int>)])
  func bytes(count: Int, size: Int, kept: ClosedRange<Int>) {
    let log = Self.log(count, bytes: size)
    #expect(log.version == count)
    let reach = (0...count).filter { log.commits(after: count - $0) != nil }
    #expect(reach == Array(0...(reach.last ?? 0)))
    #expect(kept.contains(reach.last ?? 0))
  }

  @Test("what is small is kept up to a number of commits")
  func count() {
    let log = Self.log(3 * CommitLog.limit, bytes: 10)
    #expect(log.commits(after: log.version - CommitLog.limit)?.count == CommitLog.limit)
    #expect(log.commits(after: 0) == nil)
  }
}
