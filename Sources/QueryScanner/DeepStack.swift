import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads with a stack for code that is nested as deeply as it is read: those of a pool have room for half a megabyte
/// only, and a walk through a tree takes some of it for each level.
package enum DeepStack {
  private static let size = 256 << 20

  /// Begins work beside that of the caller, who does not wait for it.
  package static func begin(_ work: @escaping @Sendable () -> Void) {
    guard let thread = start(StackTask(work)) else { return work() }
    _ = pthread_detach(thread)
  }

  /// The first one on the thread of the caller, the second one at the same time.
  package static func both<First, Second: Sendable>(
    _ first: () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    let result = Mutex<Second?>(nil)
    let task = StackTask {
      let made = second()
      result.withLock { $0 = made }
    }
    let thread = start(task)
    let one = first()
    if let thread { _ = pthread_join(thread, nil) } else { task.run() }
    return (one, result.withLock { $0 } ?? second())
  }

  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
    map([()]) { work() }.first
  }

  /// All at the same time, each on a thread of its own.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: elements.count))
    let threads = elements.enumerated().map { place, element -> pthread_t? in
      let task = StackTask {
        let result = transform(element)
        results.withLock { $0[place] = result }
      }
      let thread = start(task)
      if thread == nil { task.run() }
      return thread
    }
    for case let thread? in threads { _ = pthread_join(thread, nil) }
    return results.withLock { $0.compactMap(\.self) }
  }

  /// Nil where the system has no room for another thread.
  private static func start(_ task: StackTask) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    guard unsafe pthread_attr_setstacksize(&attributes, size) == 0 else { return nil }
    let context = unsafe Unmanaged.passRetained(task)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let result = unsafe pthread_create(&thread, &attributes, body, context.toOpaque())
    if result == 0 { return thread }
    unsafe context.release()
    return nil
  }

  #if canImport(Darwin)
    private static let body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
      unsafe Unmanaged<StackTask>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }
  #else
    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
      if let context = unsafe context { unsafe Unmanaged<StackTask>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }
  #endif
}

/// What a thread does.
private final class StackTask: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
