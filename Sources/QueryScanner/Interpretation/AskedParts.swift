import FirestoreModel
import QueryModel

/// What is asked on one of many ways, in parts: of more ways than are followed these say which stand for all.
struct AskedParts {
  enum Part: Hashable {
    case source(QuerySource)
    case filter(Filter)
    case draft(DraftFilter)
    case order(FieldPath, DraftDirection)
    case limit, offset, start, end, other
  }

  /// Where it looks, its ranges and its orders, each in the place where it is kept: an index has to hold all of it.
  private(set) var frame: Set<[Part]> = []
  /// Orders one after the other: `a, b` is not `b, a`.
  private var orders: [Part] = []
  /// Equalities, of which each can bring an index of its own to a merge, and bounds.
  private(set) var steps: Set<Part> = []

  init(_ value: ScannedValue) { add(value) }

  /// - Parameter slots: what each of the variables holds.
  init(_ slots: [ScannedValue]) {
    for value in slots {
      orders = []
      add(value)
    }
  }

  private mutating func add(_ value: ScannedValue) {
    switch value {
    case .query(let draft): add(draft.query)
    case .constraint(let constraint): add(constraint)
    case .list(let list): list.elements.forEach { add($0) }
    case .record(let entries): entries.forEach { add($0.value) }
    case .alternatives(let values): values.forEach { add($0) }
    default: break
    }
  }

  private mutating func add(_ query: Query) {
    frame.insert([.source(query.source)])
    switch query.filter {
    case nil: break
    case .and(let filters)?: filters.forEach { add($0) }
    case .field(_)?, .unary(_)?, .or(_)?: query.filter.map { add($0) }
    }
    for order in query.orders { add(order: .order(order.path, .known(order.direction))) }
    if query.limit != nil { steps.insert(.limit) }
    if query.offset > 0 { steps.insert(.offset) }
    if query.start != nil { steps.insert(.start) }
    if query.end != nil { steps.insert(.end) }
  }

  private mutating func add(_ filter: Filter) {
    switch filter {
    case .field(let field) where field.op.isMerged: steps.insert(.filter(filter))
    case .unary(let unary) where unary.op == .isNull || unary.op == .isNaN: steps.insert(.filter(filter))
    case .field, .unary, .and, .or: frame.insert([.filter(filter)])
    }
  }

  private mutating func add(_ constraint: QueryConstraint) {
    switch constraint {
    case .filter(let filter):
      if filter.isMerged { steps.insert(.draft(filter)) } else { frame.insert([.draft(filter)]) }
    case .order(let path, let direction): add(order: .order(path, direction))
    case .limit: steps.insert(.limit)
    case .offset: steps.insert(.offset)
    case .start: steps.insert(.start)
    case .end: steps.insert(.end)
    case .select, .unknown, .variants: steps.insert(.other)
    case .refused(let inner, _): add(inner)
    }
  }

  private mutating func add(order: Part) {
    orders.append(order)
    frame.insert(orders)
  }
}

extension AskedParts {
  /// How many ways stand for more of them.
  static let limit = 60

  /// Of each frame the least that is asked, what one step more asks, and the most: those that indexes are made for, as
  /// merging them serves what lies between. Places in the order of the ways.
  /// - Parameter limit: the most that are taken.
  static func representatives(of ways: [AskedParts], limit: Int = limit) -> [Int] {
    var bits: [Part: UInt64] = [:]
    var frames: [Set<[Part]>: Int] = [:]
    var members: [[Member]] = []
    for (place, way) in ways.enumerated() {
      var mask: UInt64 = 0
      for step in way.steps {
        let bit = bits[step] ?? (1 << UInt64(bits.count % 64))
        bits[step] = bit
        mask |= bit
      }
      let frame = frames[way.frame] ?? members.count
      if frame == members.count {
        frames[way.frame] = frame
        members.append([])
      }
      members[frame].append(Member(place: place, mask: mask))
    }
    let ranked = members.map(ranked)
    var chosen: Set<Int> = []
    for rank in 0..<(ranked.map(\.count).max() ?? 0) {
      for frame in ranked where rank < frame.count && chosen.count < limit { chosen.insert(frame[rank]) }
    }
    return chosen.sorted()
  }

  private struct Member {
    var place: Int
    /// Its steps.
    var mask: UInt64

    func isPart(of other: Member) -> Bool { mask & ~other.mask == 0 }
  }

  /// The ways of one frame that stand for all of it, the most important ones first.
  private static func ranked(_ members: [Member]) -> [Int] {
    let sorted = members.sorted { ($0.mask.nonzeroBitCount, $0.place) < ($1.mask.nonzeroBitCount, $1.place) }
    guard let most = sorted.last else { return [] }
    var least: [Member] = []
    for member in sorted where least.count < limit && !least.contains(where: { $0.isPart(of: member) }) {
      least.append(member)
    }
    var refined: [Member] = []
    for base in least.prefix(8) {
      var steps: [Member] = []
      for member in sorted where member.mask != base.mask && base.isPart(of: member) && steps.count < limit {
        if !steps.contains(where: { $0.isPart(of: member) }) { steps.append(member) }
      }
      refined += steps
    }
    var seen: Set<UInt64> = []
    return (least + [most] + refined).filter { seen.insert($0.mask).inserted }.map(\.place)
  }
}

extension FieldOperator {
  /// An index on the field alone can be merged with others.
  fileprivate var isMerged: Bool {
    switch self {
    case .equal, .in, .arrayContains, .arrayContainsAny: true
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual, .notIn: false
    }
  }
}

extension DraftFilter {
  fileprivate var isMerged: Bool {
    switch self {
    case .field(_, let op, _): op?.isMerged == true
    case .unary(_, let op): op == .isNull || op == .isNaN
    case .bounded(let inner, _), .refused(let inner, _): inner.isMerged
    case .and, .or, .unknown: false
    }
  }
}
