import Dispatch
import Foundation
import Synchronization

/// Threads with a stack for code that is nested as deeply as it is read: those of a pool have room for half a megabyte
/// only, and a walk through a tree takes some of it for each level.
enum DeepStack {
  private static let size = 256 << 20

  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
    map([()]) { work() }.first
  }

  /// All at the same time, each on a thread of its own.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: elements.count))
    let ends = elements.enumerated().map { place, element in
      let end = DispatchSemaphore(value: 0)
      let thread = Thread {
        let result = transform(element)
        results.withLock { $0[place] = result }
        end.signal()
      }
      thread.stackSize = size
      thread.start()
      return end
    }
    for end in ends { end.wait() }
    return results.withLock { $0.compactMap(\.self) }
  }
}
