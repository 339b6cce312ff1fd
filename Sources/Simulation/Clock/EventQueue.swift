import FirestoreModel
import HeapModule

/// What is going to happen, by time; of what happens at the same moment, what was scheduled first comes first.
struct EventQueue<Payload> {
  private struct Entry: Comparable {
    var time: Timestamp
    var sequence: UInt64
    var payload: Payload

    static func < (lhs: Entry, rhs: Entry) -> Bool { (lhs.time, lhs.sequence) < (rhs.time, rhs.sequence) }
    static func == (lhs: Entry, rhs: Entry) -> Bool { lhs.sequence == rhs.sequence }
  }

  private var heap = Heap<Entry>()
  private var scheduled: UInt64 = 0

  /// When the next event happens.
  var nextTime: Timestamp? { heap.min?.time }

  /// Everything that is planned, in its order.
  var ordered: [(time: Timestamp, payload: Payload)] { heap.unordered.sorted().map { ($0.time, $0.payload) } }

  mutating func schedule(_ payload: Payload, at time: Timestamp) {
    heap.insert(Entry(time: time, sequence: scheduled, payload: payload))
    scheduled += 1
  }

  mutating func next() -> (time: Timestamp, payload: Payload)? { heap.popMin().map { ($0.time, $0.payload) } }
}
