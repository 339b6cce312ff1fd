import FirestoreModel

/// What is going to happen, by time; of what happens at the same moment, what was scheduled first comes first.
struct EventQueue<Payload> {
  private struct Entry {
    var time: Timestamp
    var sequence: UInt64
    var payload: Payload

    func precedes(_ other: Entry) -> Bool {
      time == other.time ? sequence < other.sequence : time < other.time
    }
  }

  /// INVARIANT: a binary heap, the earliest entry first.
  private var heap: [Entry] = []
  private var scheduled: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }

  /// When the next event happens.
  var nextTime: Timestamp? { heap.first?.time }

  /// Everything that is planned, in its order.
  var ordered: [(time: Timestamp, payload: Payload)] {
    heap.sorted { $0.precedes($1) }.map { ($0.time, $0.payload) }
  }

  mutating func schedule(_ payload: Payload, at time: Timestamp) {
    heap.append(Entry(time: time, sequence: scheduled, payload: payload))
    scheduled += 1
    rise(heap.count - 1)
  }

  mutating func next() -> (time: Timestamp, payload: Payload)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink(0)
    }
    return (first.time, first.payload)
  }

  private mutating func rise(_ position: Int) {
    var child = position
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func sink(_ position: Int) {
    var parent = position
    while true {
      var first = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].precedes(heap[first]) {
        first = child
      }
      guard first != parent else { return }
      heap.swapAt(parent, first)
      parent = first
    }
  }
}
