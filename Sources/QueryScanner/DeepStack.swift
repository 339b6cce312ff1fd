import Dispatch
import Foundation
import Synchronization

/// A thread with a stack for code that is nested as deeply as it is read: those of a pool have room for half a megabyte
/// only, and a walk through a tree takes some of it for each level.
enum DeepStack {
  private static let size = 256 << 20

  static func run(_ scan: @escaping @Sendable () -> ScanReport) -> ScanReport {
    let report = Mutex(ScanReport(requests: [], fragments: [], remarks: []))
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      let found = scan()
      report.withLock { $0 = found }
      end.signal()
    }
    thread.stackSize = size
    thread.start()
    end.wait()
    return report.withLock { $0 }
  }
}
