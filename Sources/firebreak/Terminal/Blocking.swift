import Dispatch
import Synchronization

/// Waits on the main thread for asynchronous work: commands are synchronous, the simulation is not.
enum Blocking {
  static func value<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let done = DispatchSemaphore(value: 0)
    let box = Box<Value>()
    Task {
      let value = await work()
      box.set(value)
      done.signal()
    }
    while true {
      done.wait()
      if let value = box.value { return value }
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    private let content = Mutex<Value?>(nil)

    func set(_ value: Value) { content.withLock { $0 = value } }
    var value: Value? { content.withLock { $0 } }
  }
}
