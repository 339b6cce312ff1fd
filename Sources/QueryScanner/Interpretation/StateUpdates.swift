import Diagnostics

/// What code puts later into a record that a framework keeps for it: values that are put in together belong together.
package struct StateUpdates: Sendable {
  /// Values by their keys; of what is no literal nothing is known here.
  private var updates: [[String: ScannedValue]] = []
  /// Other values in place of the whole.
  var wholes = ReassignedVariables.Others()
  /// Something is put in of which not even the key is known.
  private(set) var isOpen = false

  /// Nothing is put in.
  var isEmpty: Bool { updates.isEmpty && !isOpen && wholes.values.isEmpty && !wholes.isOpen }

  /// Anything may be put in.
  mutating func open() {
    isOpen = true
    wholes.isOpen = true
  }

  /// `setState({ key: value, … })`
  /// - Parameter previous: what the record that was there before is called.
  mutating func noteParts(_ entries: [RecordEntry], previous: Set<String>) {
    var update: [String: ScannedValue] = [:]
    for entry in entries {
      switch entry.key {
      case .name(let key): update[key] = entry.value.written ?? .unknown(UnknownValue(.other, name: key))
      case .spread where entry.value.lastName.map(previous.contains) == true: break
      case .spread, .computed: isOpen = true
      }
    }
    add(update)
  }

  /// `state.key = value`
  mutating func note(_ key: String, _ value: Expression, isCompound: Bool) {
    let written = isCompound ? nil : value.written
    add([key: written ?? .unknown(UnknownValue(.other, name: key))])
  }

  private mutating func add(_ update: [String: ScannedValue]) {
    guard !update.isEmpty, !updates.contains(update) else { return }
    if updates.count < Self.mostUpdates { updates.append(update) } else { isOpen = true }
  }

  func joined(_ more: StateUpdates) -> StateUpdates {
    var all = self
    for update in more.updates { all.add(update) }
    all.isOpen = isOpen || more.isOpen
    all.wholes = wholes.joined(more.wholes)
    return all
  }

  private static let mostUpdates = 32
  private static let mostRecords = 12

  /// The records that there are one after the other.
  /// - Parameter known: values of a key that are put in besides, met by following the code.
  func records(from first: [ScannedEntry], _ known: (String) -> [ScannedValue]) -> [ScannedValue] {
    var start = first.filter { $0.pieces == nil }
    for key in Set(updates.flatMap(\.keys)).sorted() where !start.contains(where: { $0.key == key }) {
      start.append(ScannedEntry(key, .null))
    }
    var more = updates.map { update in
      update.mapValues { $0 }.reduce(into: [String: ScannedValue]()) { all, part in
        all[part.key] = part.value.isUnknown ? Self.put(part.value, known(part.key)) : part.value
      }
    }
    for place in start.indices {
      let key = start[place].key
      let unknown = ScannedValue.unknown(UnknownValue(.other, name: key))
      let isChanged = isOpen || updates.contains { $0[key]?.isUnknown == true }
      guard isChanged else { continue }
      if start[place].value.isTold {
        if isOpen { more.append([key: Self.put(unknown, known(key))]) }
      } else if known(key).isEmpty {
        // That it is not known says that it may be nothing as well.
        start[place].value = unknown
        for index in more.indices where more[index][key]?.isUnknown == true { more[index][key] = nil }
      }
    }
    return Self.reached(from: start, by: more.filter { !$0.isEmpty }) ?? [.record(loose(start))]
  }

  /// What is put in, where following the code has found some of it.
  private static func put(_ unknown: ScannedValue, _ known: [ScannedValue]) -> ScannedValue {
    let values = known.filter { !$0.isUnknown && $0 != .null }
    if values.isEmpty { return unknown }
    return ScannedValue.oneOf(values + (values.contains(where: \.leadsToRequests) ? [] : [unknown]))
  }

  /// Nil: more than are told apart.
  private static func reached(from start: [ScannedEntry], by updates: [[String: ScannedValue]]) -> [ScannedValue]? {
    var records = [start]
    var place = 0
    while place < records.count {
      for update in updates {
        let next = records[place].map { entry in update[entry.key].map { ScannedEntry(entry.key, $0) } ?? entry }
        if records.contains(next) { continue }
        guard records.count < mostRecords else { return nil }
        records.append(next)
      }
      place += 1
    }
    return records.map { .record($0) }
  }

  private func loose(_ start: [ScannedEntry]) -> [ScannedEntry] {
    start.map { entry in
      guard isOpen || updates.contains(where: { $0[entry.key] != nil }) else { return entry }
      return ScannedEntry(entry.key, .unknown(UnknownValue(.other, name: entry.key)))
    }
  }
}

extension Expression {
  /// What is written down; nil where it is not all known.
  fileprivate var written: ScannedValue? { writtenValues.map { ScannedValue.oneOf($0) } }
}

extension ScannedValue {
  /// Says something before anything else is put in its place.
  fileprivate var isTold: Bool {
    switch self {
    case .null, .boolean, .integer, .unknown, .scalar: false
    case .list(let list): !list.elements.isEmpty
    default: knownText != ""
    }
  }
}
