import SourceSemantics
import SourceSyntax
import SourceTokens

/// Places of the Realtime Database that answers and triggers are about.
extension Evaluator {
  func isOfRealtime(_ result: ValueID) -> Bool {
    let target = arena.value(result, 0)
    return arena.kind(target) == .query && isRealtime(target)
  }

  /// The place of a snapshot: that of the request, or as far below as children were asked for.
  mutating func node(ofResult result: ValueID) -> ValueID {
    let shape = requests[Int(arena[result].payload)]
    let root = unrefined(arena.value(result, 0))
    guard let event = event(of: result, shape) else { return query(arena.make(.anyRealtime, []), []) }
    let isChild = shape.part == .document || shape.part == .documents
    let levels = shape.level + (isChild ? 1 : 0) + (event == Self.wholeEvent ? 0 : 1)
    return (0..<levels).reduce(root) { node, _ in
      make(.child, [node, arena.unknown(.operation, shape.origin)], shape.origin)
    }
  }

  private static let wholeEvent = "value"

  /// What the request waits for: other events than that of the whole bring a child. Nil where only the run knows.
  private func event(of result: ValueID, _ shape: RequestShape) -> String? {
    let steps = arena.steps(arena.value(result, 0))
    if let step = steps.last(where: { arena.construct($0.value) == .event }) {
      return arena.knownText(arena.value(step.value, 0)).map { program.names.text($0) }
    }
    guard case .request(let request) = models[shape.row].meaning, request.circumstanceKind == .event else {
      return Self.wholeEvent
    }
    let circumstance = arena.value(result, 4)
    if isNothing(circumstance) { return Self.wholeEvent }
    return arena.knownText(circumstance).map { program.names.text($0) }
  }

  // MARK: - Names of places

  /// The last segment of a place, where the code writes it: what a collection or document is called.
  mutating func name(_ construct: Construct, of arguments: [ValueID]) -> ValueID? {
    guard construct == .id || construct == .key, let place = arguments.first else { return nil }
    let base = arena.kind(place) == .query ? arena.base(place) : place
    let parts = arena.parts(base)
    let path: ValueID? =
      switch arena.construct(base) {
      case .collection?, .group?, .document?, .child?: parts.count > 1 ? parts[1] : nil
      case .realtimeReference?: parts.first
      default: nil
      }
    guard let path, arena.kind(path) == .text else { return nil }
    let pieces = arena.words(path).map { ValueID(raw: $0) }
    let literals = pieces.reversed().prefix { arena.kind($0) == .literal }
    let text = literals.reversed().compactMap { arena.literalText($0).map { program.names.text($0) } }.joined()
    let segments = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = segments.last, !name.isEmpty, literals.count == pieces.count || segments.count > 1 else {
      return nil
    }
    return arena.text(program.names.intern(String(name)))
  }

  // MARK: - What triggers hand over

  /// A snapshot and a change at once: `ref`, `after.ref`, `before.ref`. What else they have nobody knows.
  mutating func handedOver(_ construct: Construct, _ value: ValueID, _ origin: OriginID) -> ValueID {
    if arena.kind(value) == .choice { return mapAlternatives(value) { $0.handedOver(construct, $1, origin) } }
    if arena.isOpen(value) { return arena.make(construct, [value]) }
    let trigger = arena.construct(value) == .triggered ? arena.value(value, 0) : value
    let isRealtime = arena.kind(trigger) == .query
    let path = path(ofTrigger: isRealtime ? arena.value(arena.base(trigger), 0) : trigger, isRealtime)
    let database = arena.make(.database, [ValueArena.absent, arena.text(program.names.intern("admin"))])
    let place = isRealtime ? node(at: path) : document(at: path, in: database)
    let names = ["ref", "reference"]
    // Where there is no document, some languages hand over nothing.
    let mayMiss = construct == .trigger && arena.construct(value) == .triggered
    let after = open(names.map { ($0, place) }, origin, extra: 14, mayMiss)
    let before = open(names.map { ($0, place) }, origin, extra: 15, mayMiss)
    let change = open(names.map { ($0, place) } + [("after", after), ("before", before)], origin, extra: 16, mayMiss)
    guard construct != .change else { return change }
    let parameters = open(isRealtime ? [] : parameters(of: path, in: database), origin, extra: 18)
    let pattern = path.map { text(ofPattern: $0) } ?? arena.unknown(.operation, OriginID(raw: 0))
    let own = isRealtime ? names : ["document"]
    let data = mayMiss && isRealtime ? [] : [("data", change)]
    return open(data + [("params", parameters)] + own.map { ($0, pattern) }, origin, extra: 17)
  }

  private mutating func open(
    _ known: [(name: String, value: ValueID)], _ origin: OriginID, extra: UInt32, _ mayMiss: Bool
  ) -> ValueID {
    let value = open(known, origin, extra: extra)
    guard mayMiss else { return value }
    let place = origins[Int(origin.raw)]
    let subject = arena.unknown(.operation, self.origin(place.function, place.node, extra: extra))
    return choose(diagrams.condition(Atom(SubjectID(subject.raw), .opaque(1))), value, ValueArena.null)
  }

  /// The pattern that a trigger waits for; nil where it is not known.
  private mutating func path(ofTrigger value: ValueID, _ isRealtime: Bool) -> String? {
    var path = value
    if arena.kind(path) == .record {
      path = option(path, arena.text(program.names.intern(isRealtime ? "ref" : "document")))
    }
    return arena.knownText(path).map { program.names.text($0) }
  }

  private mutating func node(at path: String?) -> ValueID {
    guard let path else { return query(arena.make(.anyRealtime, []), []) }
    return make(.realtimeReference, [text(ofPattern: path)], OriginID(raw: 0))
  }

  private mutating func document(at path: String?, in database: ValueID) -> ValueID {
    guard let path else { return arena.make(.anyDocument, []) }
    return arena.make(.document, [database, text(ofPattern: path)])
  }

  private mutating func text(ofPattern path: String) -> ValueID {
    text(
      program.names.wildcardPieces(program.names.intern(path)).map { piece in
        piece.map { arena.literal($0) } ?? arena.unknown(.operation, OriginID(raw: 0))
      })
  }

  /// What stands for the wildcards of a pattern: ids of documents, which are never empty.
  private mutating func parameters(of pattern: String?, in database: ValueID) -> [(name: String, value: ValueID)] {
    let segments = pattern?.split(separator: "/") ?? []
    return segments.indices.compactMap { place in
      let segment = segments[place]
      guard place % 2 == 1, segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
      let path = segments[...place].joined(separator: "/")
      return (String(segment.dropFirst().dropLast()), arena.make(.id, [document(at: path, in: database)]))
    }
  }
}
