import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import RealtimeService

/// The instances of the Realtime Database that clients have named, and the rules that clients have put in place of those
/// of the files.
struct RealtimeInstances {
  struct Served {
    var instance: RealtimeInstance
    /// Ascends in the order in which they were named.
    var number: Int
  }

  private var instances: [Text: Served] = [:]
  private var lastNumber = 0
  /// Until the file of the instance changes.
  var released: [Text: RealtimeRuleset] = [:]

  subscript(name: Text) -> RealtimeInstance? { instances[name]?.instance }

  /// In the order of their names.
  var all: [RealtimeInstance] { instances.sorted { $0.key < $1.key }.map(\.value.instance) }

  /// A number for one more instance, that of its place in the order in which they were named.
  ///
  /// - Throws: RESOURCE_EXHAUSTED when there are too many that hold something.
  mutating func nextNumber(limit: Int) throws(FirestoreError) -> Int {
    if instances.count >= limit { makeRoom(limit: limit) }
    guard instances.count < limit else {
      throw FirestoreError(
        .resourceExhausted, "This emulator holds \(limit) databases already; more are not created.")
    }
    lastNumber += 1
    return lastNumber
  }

  mutating func add(_ instance: RealtimeInstance, number: Int) {
    instances[instance.name] = Served(instance: instance, number: number)
  }

  /// Forgets those that were named first among those that hold nothing and that nobody uses, a tenth at a time.
  private mutating func makeRoom(limit: Int) {
    // Numbers alone: holding the instances would make them look used.
    let numbers = instances.mapValues(\.number)
    var rest = max(1, limit / 10)
    for (name, _) in numbers.sorted(by: { $0.value < $1.value }) where rest > 0 {
      guard instances[name]?.isIdle() == true else { continue }
      instances[name] = nil
      released[name] = nil
      rest -= 1
    }
  }
}

extension RealtimeInstances.Served {
  /// There is nothing in it, and no request or listener has it in hands. One with a journal stays, as do databases.
  fileprivate mutating func isIdle() -> Bool {
    guard instance.journal == nil, isKnownUniquelyReferenced(&instance) else { return false }
    return !instance.data.exists
  }
}
