import FirestoreModel
import QueryExecution
import QueryModel

/// A result that moves with the database, and what it has shown so far: whoever listens to it may be told later, and
/// then at once, what came since they looked last.
final class LiveResult {
  var result: MovingResult
  /// How often it has moved.
  private(set) var movements = 0
  /// Documents that came or changed, by the movement that showed them.
  private var shown: [(movement: Int, path: DocumentPath)] = []
  /// When documents left that are not in the result.
  private var lastLeft: [DocumentPath: Int] = [:]
  private var entered = PrefixCounts()
  /// What is in a small result now; nil: nobody has asked, or it is a large one.
  private var present: Set<DocumentPath>?
  /// Of larger results copies would cost more than the window, which keeps a version of the database.
  private static let smallest = 64

  init(_ result: MovingResult) { self.result = result }

  /// Remembers what a movement has changed.
  func noteMovement(_ changes: [TargetChange]) {
    movements += 1
    for change in changes {
      switch change.kind {
      case .added:
        // Who looked after the document had left and before it came back gets to see it now.
        entered.add(from: lastLeft.removeValue(forKey: change.path) ?? 0, before: movements)
        shown.append((movements, change.path))
        present?.insert(change.path)
      case .modified: shown.append((movements, change.path))
      case .removed:
        lastLeft[change.path] = movements
        present?.remove(change.path)
      }
    }
    if let present, present.count > Self.smallest { self.present = nil }
  }

  /// The documents of a small result, of which `part` is what it is at this moment; nil for a large one.
  func paths(_ part: ResultPart) -> Set<DocumentPath>? {
    if let present { return present }
    guard part.shown <= Self.smallest else { return nil }
    present = Set((0..<part.shown).compactMap { part.window.path(at: $0) })
    return present
  }

  /// How many documents were shown since a movement that were not in the result then.
  func countShown(since movement: Int) -> Int { entered[movement] }

  /// Documents that were shown after one movement, up to another.
  func shown(after movement: Int, upTo last: Int) -> ArraySlice<(movement: Int, path: DocumentPath)> {
    let start = shown.partitioningIndex { $0.movement > movement }
    let end = shown.partitioningIndex { $0.movement > last }
    return shown[start..<max(start, end)]
  }

  /// When a document came or changed last; 0: never.
  var lastShown: Int { shown.last?.movement ?? 0 }

  var held: HeldResult {
    switch result {
    case .document(let target): return .single(target.current ?? nil)
    case .query(let target):
      guard let window = target.current else { return .documents([]) }
      return .windows([ResultPart(window: window, shown: window.count, leadingOrder: target.leadingOrder)])
    }
  }
}

/// A number for each position; ranges of positions are counted up in logarithmic time.
private struct PrefixCounts {
  private var differences: [Int] = []
  /// A Fenwick tree over the differences.
  private var tree: [Int] = [0]

  mutating func add(from start: Int, before end: Int) {
    change(start, by: 1)
    change(end, by: -1)
  }

  subscript(position: Int) -> Int {
    var sum = 0
    var index = min(position + 1, differences.count)
    while index > 0 {
      sum += tree[index]
      index &= index - 1
    }
    return sum
  }

  private mutating func change(_ position: Int, by amount: Int) {
    if position >= differences.count { grow(toHold: position) }
    differences[position] += amount
    var index = position + 1
    while index < tree.count {
      tree[index] += amount
      index += index & -index
    }
  }

  private mutating func grow(toHold position: Int) {
    let size = max(16, (position + 1) * 2)
    differences += Array(repeating: 0, count: size - differences.count)
    tree = Array(repeating: 0, count: size + 1)
    for index in 1...size {
      tree[index] += differences[index - 1]
      let parent = index + (index & -index)
      if parent <= size { tree[parent] += tree[index] }
    }
  }
}

extension QueryTarget {
  /// The first clause of the order in which documents are handed out.
  fileprivate var leadingOrder: Order? {
    guard var order = order.first, !order.path.isDocumentName else { return nil }
    if query.limitToLast { order.direction = order.direction.flipped }
    return order
  }
}
