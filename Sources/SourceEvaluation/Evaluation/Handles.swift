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

  mutating func signedIn(_ origin: OriginID) -> ValueID {
    open([("data", arena.make(.user, []))], origin, extra: 17)
  }

  /// A record that has more than what is known of it.
  mutating func open(_ known: [(name: String, value: ValueID)], _ origin: OriginID, extra: UInt32) -> ValueID {
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
