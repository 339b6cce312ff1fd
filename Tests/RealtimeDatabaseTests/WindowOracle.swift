import FirebreakTestSupport
import RealtimeDatabase
import StructuredText

/// What a query selects, by the words of the reference: all children sorted, filtered one by one, cut. It works on JSON in
/// export form and shares nothing with the code that it judges.
struct WindowOracle {
  struct Child: Equatable {
    var key: String
    var value: JSONValue
  }

  /// A query as it is drawn; `RealtimeQuerySpec` is made of it.
  struct Query {
    enum Order { case priority, key, value, child([String]) }
    struct Bound {
      var value: JSONValue
      var key: String?
      var isInclusive: Bool
    }
    var order = Order.priority
    var start: Bound?
    var end: Bound?
    var first: Int?
    var last: Int?
  }

  static func children(_ node: JSONValue, _ query: Query) -> [Child] {
    var children: [Child] = []
    if case .object(let members) = node {
      children = members.filter { !$0.key.hasPrefix(".") }.map { Child(key: $0.key, value: $0.value) }
    }
    children.sort { compare($0, $1, query.order) < 0 }
    if let start = query.start {
      children = children.filter {
        let order = compare($0, start, query.order)
        return order > 0 || order == 0 && start.isInclusive
      }
    }
    if let end = query.end {
      children = children.filter {
        let order = compare($0, end, query.order)
        return order < 0 || order == 0 && end.isInclusive
      }
    }
    if let first = query.first { children = Array(children.prefix(first)) }
    if let last = query.last { children = Array(children.suffix(last)) }
    return children
  }

  /// What is sent: null, or an object of the selected children by key.
  static func node(_ children: [Child]) -> JSONValue {
    if children.isEmpty { return .null }
    let sorted = children.sorted { compareKeys($0.key, $1.key) < 0 }
    return .object(sorted.map { .init($0.key, $0.value) })
  }

  private static func compare(_ left: Child, _ right: Child, _ order: Query.Order) -> Int {
    let byValue = compareValues(ordered(left, order), ordered(right, order))
    return byValue != 0 ? byValue : compareKeys(left.key, right.key)
  }

  private static func compare(_ child: Child, _ bound: Query.Bound, _ order: Query.Order) -> Int {
    if case .key = order {
      guard case .string(let key) = bound.value else { return 1 }
      return compareKeys(child.key, key)
    }
    let byValue = compareValues(ordered(child, order), bound.value)
    if byValue != 0 { return byValue }
    return bound.key.map { compareKeys(child.key, $0) } ?? 0
  }

  static func ordered(_ child: Child, _ order: Query.Order) -> JSONValue {
    switch order {
    case .key: return .null
    case .value: return bare(child.value)
    case .priority: return member(".priority", of: child.value)
    case .child(let path): return bare(path.reduce(child.value) { member($1, of: $0) })
    }
  }

  private static func member(_ key: String, of value: JSONValue) -> JSONValue {
    guard case .object(let members) = value else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }

  private static func bare(_ value: JSONValue) -> JSONValue {
    let inner = member(".value", of: value)
    return inner == .null ? value : inner
  }

  static func compareValues(_ left: JSONValue, _ right: JSONValue) -> Int {
    func rank(_ value: JSONValue) -> Int {
      switch value {
      case .null: 0
      case .boolean(false): 1
      case .boolean(true): 2
      case .integer, .number: 3
      case .string: 4
      case .object, .array: 5
      }
    }
    func number(_ value: JSONValue) -> Double {
      switch value {
      case .integer(let integer): Double(integer)
      case .number(let text): Double(text) ?? 0
      default: 0
      }
    }
    if rank(left) != rank(right) { return rank(left) < rank(right) ? -1 : 1 }
    switch (left, right) {
    case (.string(let left), .string(let right)):
      let (left, right) = (left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value))
      return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    case (.integer, _), (.number, _):
      return number(left) == number(right) ? 0 : number(left) < number(right) ? -1 : 1
    default: return 0
    }
  }

  static func compareKeys(_ left: String, _ right: String) -> Int {
    func integer(_ key: String) -> Int? {
      // -?(0*)\d{1,10}
      let digits = key.utf8.drop { $0 == UInt8(ascii: "-") }
      guard !digits.isEmpty, digits.count + 1 >= key.utf8.count, digits.allSatisfy({ (48...57).contains($0) }),
        digits.drop(while: { $0 == 48 }).count <= 10, let value = Int(key), value >= -2_147_483_648,
        value <= 2_147_483_647
      else { return nil }
      return value
    }
    if left == right { return 0 }
    switch (integer(left), integer(right)) {
    case (let first?, let second?):
      if first != second { return first < second ? -1 : 1 }
      if left.count != right.count { return left.count < right.count ? -1 : 1 }
    case (.some, nil): return -1
    case (nil, .some): return 1
    case (nil, nil): break
    }
    return left.unicodeScalars.map(\.value).lexicographicallyPrecedes(right.unicodeScalars.map(\.value)) ? -1 : 1
  }
}

extension WindowOracle.Query {
  /// A query whose bounds often meet the values of ``RandomTree``.
  static func random(using random: inout SeededGenerator) -> WindowOracle.Query {
    var query = WindowOracle.Query()
    switch Int.random(in: 0..<6, using: &random) {
    case 0: query.order = .priority
    case 1: query.order = .key
    case 2: query.order = .value
    case 3: query.order = .child([RandomTree.key(using: &random), RandomTree.key(using: &random)])
    default: query.order = .child([RandomTree.key(using: &random)])
    }
    if Int.random(in: 0..<3, using: &random) == 0 { query.start = bound(query.order, using: &random) }
    if Int.random(in: 0..<3, using: &random) == 0 { query.end = bound(query.order, using: &random) }
    if query.start == nil, query.end == nil, Int.random(in: 0..<8, using: &random) == 0 {
      var equal = bound(query.order, using: &random)
      equal.isInclusive = true
      (query.start, query.end) = (equal, equal)
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: query.first = Int.random(in: 1...4, using: &random)
    case 1: query.last = Int.random(in: 1...4, using: &random)
    default: break
    }
    return query
  }

  private static func bound(_ order: Order, using random: inout SeededGenerator) -> Bound {
    let isInclusive = Bool.random(using: &random)
    let key = RandomTree.key(using: &random)
    if case .key = order { return Bound(value: .string(key), key: nil, isInclusive: isInclusive) }
    var value = RandomTree.leaf(using: &random)
    if case .priority = order, case .boolean = value { value = .null }
    return Bound(value: value, key: Bool.random(using: &random) ? key : nil, isInclusive: isInclusive)
  }

  /// Built as an SDK builds it.
  var spec: RealtimeQuerySpec {
    get throws {
      var builder = RealtimeQueryBuilder()
      switch order {
      case .priority: try builder.add(.orderByPriority)
      case .key: try builder.add(.orderByKey)
      case .value: try builder.add(.orderByValue)
      case .child(let path): try builder.add(.orderByChild(path.joined(separator: "/")))
      }
      if let start {
        try builder.add(
          start.isInclusive ? .startAt(start.value, key: start.key) : .startAfter(start.value, key: start.key))
      }
      if let end {
        try builder.add(end.isInclusive ? .endAt(end.value, key: end.key) : .endBefore(end.value, key: end.key))
      }
      if let first { try builder.add(.limitToFirst(.integer(Int64(first)))) }
      if let last { try builder.add(.limitToLast(.integer(Int64(last)))) }
      return builder.spec
    }
  }

  var selectsEverything: Bool { start == nil && end == nil && first == nil && last == nil }
}
