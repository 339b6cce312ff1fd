import SourceSemantics
import SourceSyntax
import SourceTokens

/// What handles are asked for, and handles that others hand over.
extension Evaluator {
  mutating func handle(_ construct: Construct, _ value: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .choice: return mapAlternatives(value) { $0.handle(construct, $1) }
    case .symbol, .stuck: return arena.make(construct, [value])
    case .made where isWaiting(forSymbols: value): return arena.make(construct, [value])
    case .result where construct == .target: return arena.value(value, 0)
    default: break
    }
    switch construct {
    case .databaseOf: return database(of: value) ?? arena.make(.database, [])
    case .callerOf: return arena.wordCount(value) > 0 ? arena.value(value, 0) : ValueArena.absent
    default: return value
    }
  }

  /// The database that something lies in, where it is known.
  package func database(of value: ValueID) -> ValueID? {
    var next = value
    for _ in 0..<64 {
      switch arena.kind(next) {
      case .query, .result: next = arena.value(next, 0)
      case .choice, .list:
        guard let first = arena.items(next).first else { return nil }
        next = first.value
      case .made:
        if arena.construct(next) == .database { return next }
        guard arena.wordCount(next) > 0 else { return nil }
        next = arena.value(next, 0)
      default: return nil
      }
    }
    return nil
  }

  /// An object of a class that something else makes.
  mutating func instance(_ type: ValueID, _ origin: OriginID) -> ValueID {
    switch arena.kind(type) {
    case .type: symbol(.instance(type: Int(arena[type].payload)))
    case .symbol, .stuck: arena.make(.instance, [type])
    default: value(ofType: type, site(of: origin), .empty) ?? arena.unknown(.undeclared, origin)
    }
  }

  /// The module that a text names.
  mutating func moduleValue(_ text: ValueID, _ origin: OriginID) -> ValueID {
    guard let text = arena.knownText(text) else { return arena.unknown(.undeclared, origin) }
    let unit = functions[origins[Int(origin.raw)].function].key.unit
    return module(program.modules.target(of: text, from: UnitID(UInt32(unit)))) ?? arena.unknown(.undeclared, origin)
  }

  // MARK: - What triggers hand over

  /// A snapshot and a change at once: `ref`, `after.ref`, `before.ref`. What else they have nobody knows.
  mutating func handedOver(_ construct: Construct, _ value: ValueID, _ origin: OriginID) -> ValueID {
    var path = value
    if arena.construct(path) == .triggered { path = arena.value(path, 0) }
    if arena.kind(path) == .record { path = option(path, arena.text(program.names.intern("document"))) }
    guard let text = arena.knownText(path) else { return arena.unknown(.operation, origin) }
    let database = arena.make(.database, [ValueArena.absent, arena.text(program.names.intern("admin"))])
    let document = document(at: program.names.text(text), in: database)
    let after = open([("ref", document)], origin, extra: 14)
    let before = open([("ref", document)], origin, extra: 15)
    let change = open([("ref", document), ("after", after), ("before", before)], origin, extra: 16)
    guard construct != .change else { return change }
    let parameters = open(parameters(of: program.names.text(text), in: database), origin, extra: 18)
    return open([("data", change), ("params", parameters)], origin, extra: 17)
  }

  private mutating func document(at path: String, in database: ValueID) -> ValueID {
    let pieces = program.names.wildcardPieces(program.names.intern(path)).map { piece in
      piece.map { arena.literal($0) } ?? arena.unknown(.operation, OriginID(raw: 0))
    }
    return arena.make(.document, [database, text(pieces)])
  }

  /// What stands for the wildcards of a pattern: ids of documents, which are never empty.
  private mutating func parameters(of pattern: String, in database: ValueID) -> [(name: String, value: ValueID)] {
    let segments = pattern.split(separator: "/")
    return segments.indices.compactMap { place in
      let segment = segments[place]
      guard place % 2 == 1, segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
      let path = segments[...place].joined(separator: "/")
      return (String(segment.dropFirst().dropLast()), arena.make(.id, [document(at: path, in: database)]))
    }
  }

  mutating func signedIn(_ origin: OriginID) -> ValueID {
    open([("data", arena.make(.user, []))], origin, extra: 17)
  }

  /// A record that has more than what is known of it.
  private mutating func open(_ known: [(name: String, value: ValueID)], _ origin: OriginID, extra: UInt32) -> ValueID {
    let place = origins[Int(origin.raw)]
    let rest = arena.unknown(.operation, self.origin(place.function, place.node, extra: extra))
    return record(
      [ValueArena.absent, rest] + known.flatMap { [arena.text(program.names.intern($0.name)), $0.value] })
  }
}

extension NameTable {
  /// The pieces of `users/{id}/posts`: nil for what stands in braces.
  mutating func wildcardPieces(_ path: NameID) -> [NameID?] {
    var pieces: [NameID?] = []
    var rest = text(path)[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      pieces += [intern(String(rest[..<open])), nil]
      rest = rest[rest.index(after: close)...]
    }
    return pieces + (rest.isEmpty ? [] : [intern(String(rest))])
  }

  mutating func cased(_ text: NameID, isUpper: Bool) -> NameID {
    intern(isUpper ? self.text(text).uppercased() : self.text(text).lowercased())
  }
}
