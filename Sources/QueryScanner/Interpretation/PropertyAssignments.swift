import Diagnostics

/// Where a property or global variable belongs.
enum PropertyOwner: Hashable {
  case type(Int)
  case file(Int)
  /// An object that is written down, by its file and place.
  case literal(Int, Span)
}

/// What methods assign to properties that others read: collected while everything is evaluated for the first time,
/// seen when it is evaluated again.
struct PropertyAssignments {
  private struct Key: Hashable {
    var owner: PropertyOwner
    var name: String
  }

  /// Values in the order in which they were met, each once.
  private struct Collection {
    private(set) var values: [ScannedValue] = []
    private var known: Set<ScannedValue> = []

    /// Up to so many are compared faster than they are hashed.
    private static let compared = 4

    func contains(_ value: ScannedValue) -> Bool {
      values.count > Self.compared ? known.contains(value) : values.contains(value)
    }

    mutating func append(_ value: ScannedValue) {
      values.append(value)
      if values.count == Self.compared + 1 {
        known = Set(values)
      } else if values.count > Self.compared {
        known.insert(value)
      }
    }
  }

  private var collected: [Key: Collection] = [:]
  private var known: [Key: [ScannedValue]] = [:]
  private var reads: Set<Key> = []
  /// Properties to which something is assigned that only the run knows, and which of them are known to be such.
  private var opened: Set<Key> = []
  private var open: Set<Key> = []
  /// Properties with more values than are told apart.
  private var overfull: Set<Key> = []
  /// Types that are made in more ways than are told apart.
  private(set) var overfullTypes: Set<Int> = []

  /// What is known of the arguments that instances of a type are made with: one for each way.
  private var constructing: [Int: [KnownConstruction]] = [:]
  private(set) var constructions: [Int: [KnownConstruction]] = [:]

  /// How many values of one property are told apart.
  private static let limit = 48

  mutating func collectConstruction(of type: Int, _ construction: KnownConstruction) {
    if constructing[type, default: []].contains(construction) { return }
    if constructing[type, default: []].count < Self.limit {
      constructing[type, default: []].append(construction)
    } else {
      overfullTypes.insert(type)
    }
  }

  mutating func collect(_ value: ScannedValue, for name: String, of owner: PropertyOwner) {
    let key = Key(owner: owner, name: name)
    if value.possibilities.contains(where: \.isUnknown) { opened.insert(key) }
    for value in value.possibilities where value != .null && !value.isUnknown {
      if collected[key]?.contains(value) == true { continue }
      if collected[key, default: Collection()].values.count < Self.limit {
        collected[key, default: Collection()].append(value)
      } else {
        overfull.insert(key)
        // Of texts and numbers the others are one that is not known.
        opened.insert(key)
      }
    }
  }

  /// What a read finds where nothing was assigned on the same way.
  /// - Parameters:
  ///   - initial: what it holds as long as no assignment is known.
  ///   - declared: its first value, which stays one of several.
  ///   - isNullAtFirst: it is declared without a value, and holds none until something is assigned.
  mutating func reading(
    _ name: String, of owner: PropertyOwner, initial: ScannedValue?, declared: ScannedValue? = nil,
    isNullAtFirst: Bool = false, isBound: Bool = false
  ) -> ScannedValue? {
    let key = Key(owner: owner, name: name)
    reads.insert(key)
    guard known[key] != nil || open.contains(key) else { return initial }
    let isTold = known[key] != nil && declared?.isFirstValue == true
    let start = isTold ? declared : initial
    var first = start.map { $0.isUnknown ? [] : [$0] } ?? []
    // It begins as something that only the run knows.
    if let declared, declared.isUnknown, known[key]?.allSatisfy(\.isPrimitive) == true { first = [declared] }
    // A text without a word names nothing, but decides conditions.
    if let declared, declared.knownText == "", known[key]?.allSatisfy({ $0.knownText != nil }) == true {
      first = [declared]
    }
    // What asks or is asked is there when something is asked.
    if isNullAtFirst, known[key]?.contains(where: \.leadsToRequests) == false { first.insert(.null, at: 0) }
    var values = first + (known[key] ?? [])
    if overfull.contains(key) { values = values.map(\.markedIncomplete) }
    // A list that something else is assigned to may hold anything beside.
    if open.contains(key), let list = values.joinedLists { return list }
    // The initial text of a field that a user chooses is one of its values; the others are not known.
    let isOpen = (open.contains(key) || isBound) && values.allSatisfy { $0.isPrimitive || $0 == .null }
    if values.isEmpty { return initial }
    guard isOpen else { return ScannedValue.oneOf(values) }
    // That nothing is chosen yet is no value to ask for: conditions on what is not known cover it.
    let chosen = values.filter { $0 != .null && $0 != .text([.literal("")]) }
    return ScannedValue.oneOf(chosen + [.unknown(UnknownValue(.other, name: name))])
  }

  /// What has been assigned so far.
  func assigned(_ name: String, of owner: PropertyOwner) -> ScannedValue? {
    collected[Key(owner: owner, name: name)].map { ScannedValue.oneOf($0.values) }
  }

  /// Whether it is known now where a property points to of which only that was unknown.
  var findsPlaces: Bool {
    known.contains { key, values in
      !values.isEmpty && values.allSatisfy(\.isUnknownPlace)
        && collected[key]?.values.contains { !$0.isUnknownPlace } == true
    }
  }

  /// What was collected is known from now on; false when nothing reads it.
  mutating func publish() -> Bool {
    known = collected.filter { reads.contains($0.key) }.mapValues { collection in
      let places = collection.values.filter { !$0.isUnknownPlace }
      return places.isEmpty ? collection.values : places
    }
    open = opened.intersection(reads)
    constructions = constructing
    return !known.isEmpty || !open.isEmpty
  }
}

/// A way to make an instance: the constructor's name, where it has one, and what is known of the arguments.
struct KnownConstruction: Hashable {
  var name: String?
  var arguments: [String: ScannedValue]
}

extension ScannedValue {
  /// What a property holds until something is assigned to it; a text without a word stands for none.
  fileprivate var isFirstValue: Bool {
    switch self {
    case .integer, .boolean, .list, .instance: true
    default: (knownText ?? "") != ""
    }
  }
}

extension [ScannedValue] {
  /// All of their elements and perhaps more; nil where one of them is no list, or is one of queries or their parts.
  fileprivate var joinedLists: ScannedValue? {
    var joined = ScannedList([], isOpen: true)
    for case let value in self where value != .null {
      guard case .list(let list) = value, list.elements.allSatisfy({ !$0.holdsQuery }) else { return nil }
      joined.elements += list.elements
    }
    return contains { $0 != .null } ? .list(joined) : nil
  }
}
