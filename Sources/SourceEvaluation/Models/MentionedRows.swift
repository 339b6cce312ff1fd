package import SourceTokens

/// What a program can ask at all, by the names that it mentions.
extension ModelTables {
  /// Leaves out what is asked of a transaction, a batch or the Realtime Database where nothing in the program leads to
  /// one: then `list.push(x)` and `map.set(key, x)` are no requests, whatever they are called on.
  /// - Parameter mentioned: all names of the program.
  /// - Parameter imported: the sections whose modules it imports.
  package mutating func leaveOutUnmade(_ mentioned: Set<NameID>, _ imported: Set<UInt16>, _ names: inout NameTable) {
    var made: Set<ValueSort> = []
    for (place, section) in sections.enumerated() {
      let isKnown =
        section.modules.isEmpty || section.isBare || imported.contains(UInt16(place))
        || section.unbound.contains { mentioned.contains(names.intern($0)) }
      for row in section.rows where isKnown {
        let sorts = row.madeSorts
        guard !sorts.isSubset(of: made), let last = row.name.last else { continue }
        let isModule = last == "default"
        let name = names.intern(last.hasPrefix("@") ? String(last.dropFirst()) : last)
        if isModule ? imported.contains(UInt16(place)) : mentioned.contains(name) { made.formUnion(sorts) }
      }
    }
    let missing = Set(RowExpression.sortsByConstruct.values).subtracting(made)
    asking = asking.compactMapValues { rows in
      let kept = rows.filter { id in self[id].receiver.map { !missing.contains($0) } ?? true }
      return kept.isEmpty ? nil : kept
    }
  }
}

extension ModelRow {
  /// Sorts that few programs have, as far as the row makes one of something else.
  fileprivate var madeSorts: Set<ValueSort> {
    var all: Set<ValueSort> = []
    switch meaning {
    case .value(let value): value.collect(&all)
    case .request(let request): request.target.collect(&all)
    }
    runs?.collect(&all)
    for call in calls { for given in call.given ?? [] { given.collect(&all) } }
    if let receiver { all.remove(receiver) }
    return all
  }
}

extension RowExpression {
  fileprivate static let sortsByConstruct: [Construct: ValueSort] = [
    .transaction: .transaction, .batch: .batch, .bulkWriter: .bulkWriter, .realtimeRoot: .realtime,
    .realtimeReference: .realtime, .realtimeDatabase: .realtime, .addressPath: .realtime, .anyRealtime: .realtime,
    .assumedRealtime: .realtime,
  ]

  fileprivate func collect(_ sorts: inout Set<ValueSort>) {
    switch self {
    case .make(let construct, let arguments):
      if let sort = Self.sortsByConstruct[construct] { sorts.insert(sort) }
      for argument in arguments { argument.collect(&sorts) }
    case .plus(let one, let other):
      one.collect(&sorts)
      other.collect(&sorts)
    case .handed(let value, _, _): value.collect(&sorts)
    case .receiver, .parameter, .text, .typeArgument, .part: break
    }
  }
}
