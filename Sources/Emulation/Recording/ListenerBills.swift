import FirestoreModel
import FirestoreService
import Metering

/// What each listener was billed so far.
struct ListenerBills {
  struct Key: Hashable {
    var database: DatabaseName
    var listener: Int
  }

  /// More are not open at the same time; the bills of those that ended give way.
  static let limit = 20_000

  private var bills: [Key: Tally] = [:]
  /// In the order of their first bill.
  private var order: ArraySlice<Key> = []

  var count: Int { bills.count }

  mutating func add(_ request: ServedRequest, _ tally: Tally) {
    guard let listener = request.listener else { return }
    let key = Key(database: request.database, listener: listener)
    if bills[key] == nil {
      if order.count >= Self.limit, let oldest = order.popFirst() { bills[oldest] = nil }
      order.append(key)
    }
    bills[key, default: Tally()].add(tally)
  }

  subscript(database: DatabaseName, listener: Int) -> Tally {
    bills[Key(database: database, listener: listener)] ?? .zero
  }
}
