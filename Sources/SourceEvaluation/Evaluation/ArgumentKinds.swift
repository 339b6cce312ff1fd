import SourceSemantics
import SourceSyntax
import SourceTokens

/// What rows take arguments for: a value of which nothing is known is what the function would not work without.
extension Evaluator {
  mutating func taken(_ construct: Construct, _ value: ValueID, _ origin: OriginID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.taken(construct, $1, origin) }
    case .symbol, .stuck: return arena.make(construct, [value])
    case .made where isWaiting(forSymbols: value): return arena.make(construct, [value])
    case .absent, .null: return ValueArena.absent
    case .made where arena.construct(value) == .cell: return taken(construct, arena.value(value, 0), origin)
    case .function where construct == .hooked: return taken(construct, run(value, [], origin), origin)
    case .query where construct == .askedDocument: return arena.make(.anyDocument, [])
    case .query: return value
    case .list where construct == .hooked: return value
    case .made where sort(value) == .document:
      return construct == .asked ? query(arena.make(.anyQuery, []), []) : value
    case .made where construct == .holder && sort(value) != .any: return value
    default: return assumedKind(construct, value)
    }
  }

  private mutating func assumedKind(_ construct: Construct, _ value: ValueID) -> ValueID {
    let name = name(ofUnknown: value)
    switch construct {
    case .askedDocument: return arena.make(.anyDocument, [])
    case .asked: return query(arena.make(.anyQuery, []), [])
    case .holder:
      if let name, program.names.soundsLikeCollection(name) { return query(arena.make(.anyQuery, []), []) }
      if let name, program.names.soundsLikeDocument(name) { return arena.make(.anyDocument, []) }
      // Of what is not even called like a database it is not known that paths begin there.
      let isDatabase = name.map { program.names.soundsLikeDatabase($0) } ?? false
      return arena.make(.database, isDatabase ? [] : [ValueArena.absent, ValueArena.no])
    case .transacted:
      let isQuery = name.map { program.names.soundsLikeQuery($0) } ?? false
      return isQuery ? query(arena.make(.anyQuery, []), []) : arena.make(.anyDocument, [])
    default:
      if let name, program.names.soundsLikeOneDocument(name) { return arena.make(.anyDocument, []) }
      return query(arena.make(.anyQuery, []), [])
    }
  }

  /// What a row calls a function with.
  mutating func run(_ function: ValueID, _ given: [ValueID], _ origin: OriginID) -> ValueID {
    let given = taken(given, by: function)
    var labels = Array(repeating: NameID.empty, count: given.count)
    var arguments = given
    // A closure may be called on what leads to something by names of its own.
    if let receiver = given.first, arena.construct(receiver) == .handle, takesReceiver(function) {
      arguments.append(receiver)
      labels.append(Word.this.name)
    }
    let applied = apply(function, arguments, shape(CallShape(origin: origin, name: nil, labels: labels)))
    pendingEffects += applied.effects
    return applied.value
  }

  private func takesReceiver(_ function: ValueID) -> Bool {
    guard arena.kind(function) == .function, arena[function].variant == FunctionForm.own else { return false }
    return functions[Int(arena[function].payload)].graph.parameters.contains { $0.label == Word.this.name }
  }

  /// A function of an SDK that a list calls for each item gets more than it takes.
  mutating func taken(_ given: [ValueID], by function: ValueID) -> [ValueID] {
    guard arena.kind(function) == .external, let most = mostParameters(of: function) else { return given }
    return Array(given.prefix(most))
  }

  // MARK: - Options

  /// The entry of an object that may be left out; absent where it is not there.
  mutating func option(_ options: ValueID, _ key: ValueID) -> ValueID {
    switch arena.kind(options) {
    case .choice: return mapAlternatives(options) { $0.presentOption($1, key) }
    case .symbol, .stuck: return arena.make(.option, [options, key])
    case .made where isWaiting(forSymbols: options): return arena.make(.option, [options, key])
    case .record: return entry(of: options, key) ?? ValueArena.absent
    default: return ValueArena.absent
    }
  }

  /// One of several objects: without the entry it is one of the ways, too.
  private mutating func presentOption(_ options: ValueID, _ key: ValueID) -> ValueID {
    let value = option(options, key)
    return value == ValueArena.absent ? ValueArena.null : value
  }

  /// The first of two that is there.
  mutating func either(_ one: ValueID, _ other: ValueID) -> ValueID {
    switch arena.kind(one) {
    case .absent, .null: other
    case .symbol, .stuck: arena.make(.either, [one, other])
    case .made where isWaiting(forSymbols: one): arena.make(.either, [one, other])
    case .choice: mapAlternatives(one) { $0.either($1, other) }
    default: one
    }
  }
}

extension NameTable {
  /// Of a place that nothing is known of but its name: what it holds decides what is below it.
  func soundsLikeDocument(_ name: NameID) -> Bool {
    let word = text(name).lowercased()
    if word == "ref" || word == "doc" || ["docref", "document", "parent", "snap"].contains(where: word.contains) {
      return true
    }
    return word.hasSuffix("ref") && !word.contains("db")
  }

  func soundsLikeCollection(_ name: NameID) -> Bool {
    let word = text(name).lowercased()
    return ["collection", "coll", "col", "colref", "collectionref"].contains { word.hasSuffix($0) }
  }

  /// What a listener gets.
  func soundsLikeOneDocument(_ name: NameID) -> Bool {
    let word = text(name).lowercased()
    return word.contains("doc") && !word.contains("docs")
  }
}
