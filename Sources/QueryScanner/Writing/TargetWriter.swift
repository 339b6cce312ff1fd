import Diagnostics
import FirestoreModel
import QueryModel
import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

/// Where requests look: one query for each way in which it may be built.
extension RequestWriter {
  mutating func targets(_ target: ValueID, under: CondID, at location: SourceLocation) -> [ScannedValue] {
    let arena = evaluator.arena
    switch arena.kind(target) {
    case .query: return queries(target, under: under, at: location)
    case .choice:
      return arena.items(target).flatMap { item -> [ScannedValue] in
        let both = evaluator.conjunction(item.under, under)
        return evaluator.isPossible(both) ? targets(item.value, under: both, at: location) : []
      }
    case .list:
      let documents = arena.items(target).flatMap { targets($0.value, under: under, at: location) }
      return documents.isEmpty ? [.document(.unknown(in: database))] : documents.distinct
    // What lies at the root has no parent.
    case .made where arena.construct(target) == .parent && isAtRoot(arena.value(target, 0), at: location): return []
    case .made where arena.construct(target) == .alike: return [alike(arena.value(target, 0), location)]
    case .made where arena.construct(target) == .repeated:
      return targets(arena.value(target, 0), under: under, at: location)
    default: return document(target, at: location).map { [.document($0)] } ?? [.document(.unknown(in: database))]
    }
  }

  private var database: DatabaseHandle { DatabaseHandle(caller: asking) }

  private mutating func isAtRoot(_ collection: ValueID, at location: SourceLocation) -> Bool {
    guard evaluator.arena.kind(collection) == .query,
      case .query(let draft)? = queries(collection, under: .always, at: location).first
    else { return false }
    return draft.parent == .null
  }

  /// One place of many documents: segments in which they differ are not known.
  private mutating func alike(_ documents: ValueID, _ location: SourceLocation) -> ScannedValue {
    let all = targets(documents, under: .always, at: location)
    let handles = all.compactMap { if case .document(let handle) = $0 { handle } else { nil } }
    guard var common = handles.first else { return .document(.unknown(in: database)) }
    for handle in handles.dropFirst() {
      guard handle.path.segments.count == common.path.segments.count else {
        return .document(.unknown(in: common.database))
      }
      common.path = PathTemplate(zip(common.path.segments, handle.path.segments).map { $0 == $1 ? $0 : .unknown })
      common.isKnown = common.isKnown && handle.isKnown
    }
    return .document(common)
  }

  // MARK: - Queries

  /// Each way in which the query may be built.
  private mutating func queries(_ query: ValueID, under: CondID, at location: SourceLocation) -> [ScannedValue] {
    let bases = evaluator.withoutStandIns(evaluator.bases(of: query, under: under))
    var found: [ScannedValue] = []
    let outer = condition
    defer { condition = outer }
    for base in bases {
      let list = GuardedList(
        evaluator.steps(of: query).map { step in
          GuardedStep(step, under: step.under, as: role(step.value), repeats: step.flags.contains(.repeats))
        })
      let listing = evaluator.list(list, under: base.under)
      let users = evaluator.testsOfUser(in: list)
      condition = base.under
      for alternative in listing.alternatives {
        let steps = alternative.steps.map { evaluator.restricted(list.steps[$0].content, under: base.under) }
        let repeats = steps.contains { $0.flags.contains(.repeats) }
        let isSignedOut = evaluator.isSignedOut(base.under, taking: alternative.steps, of: list, testing: users)
        found += drafts(
          base.value, steps, isExact: listing.isExact, isCut: alternative.isOpen && !repeats, at: location
        ).map { value in
          guard isSignedOut, case .query(var draft) = value else { return value }
          draft.isSignedOut = true
          return .query(draft)
        }
      }
    }
    return found.distinct
  }

  private func role(_ step: ValueID) -> StepRole {
    switch evaluator.arena.construct(step) {
    case .order?: return .frame
    case .filter?:
      let op = evaluator.arena.knownText(evaluator.arena.value(step, 1)).map { evaluator.program.names.text($0) }
      return op.flatMap { Self.operators[$0] }?.isEquality == true ? .addition : .frame
    case .limit?, .limitToLast?, .offset?, .startAt?, .startAfter?, .endAt?, .endBefore?, .select?: return .addition
    default: return .frame
    }
  }

  private mutating func drafts(
    _ base: ValueID, _ steps: [GuardedItem], isExact: Bool, isCut: Bool, at location: SourceLocation
  ) -> [ScannedValue] {
    if evaluator.isRealtime(base: base) {
      guard var draft = realtime(base, at: location) else { return [] }
      for step in steps { draft = adding(step, to: draft) }
      return [.realtime(draft)]
    }
    guard var draft = draft(base, at: location) else { return [] }
    let bare = draft
    for step in steps { draft = adding(step, to: draft) }
    if draft.refusal == nil { draft.refusal = refusal(of: steps, on: bare) }
    if !isExact { draft.markIncomplete() }
    if isCut { draft.note(.constraint, location) }
    return draft.inEachDirection.map { .query($0) }
  }

  /// The query at a place, without steps.
  private mutating func draft(_ base: ValueID, at location: SourceLocation) -> QueryDraft? {
    let arena = evaluator.arena
    let parts = arena.parts(base)
    let value: ScannedValue
    switch arena.construct(base) {
    case .collection?:
      let path = path(parts[1])
      if let below = evaluator.arena.kind(parts[0]) == .query ? collection(below: parts[0], path, at: location) : nil {
        value = below
      } else if let document = document(parts[0], at: location), arena.construct(parts[0]) != .database {
        value = path.collection(below: document, at: location)
      } else {
        value = path.collection(in: database(parts[0]), at: location).refusedCollection(checked(path), at: location)
        if isNobodys(parts[0]), case .query(var draft) = value {
          draft.refusal = nil
          return draft
        }
      }
    case .group?:
      let id = self.value(parts[1])
      value = id.collectionGroup(in: database(parts[0]), at: location).refusedGroup(checked(id), at: location)
    case .parent?:
      guard let document = document(parts[0], at: location) else { return .unknown(database, at: location) }
      value = document.parent(at: location)
    case .pipeline?: value = .query(QueryDraft.unknown(database(parts[0]), at: location))
    default: value = .query(.unknown(database, at: location))
    }
    if case .query(let draft) = value { return draft }
    return nil
  }

  /// A path below a collection begins with the id of one of its documents.
  private mutating func collection(
    below parent: ValueID, _ path: ScannedValue, at location: SourceLocation
  ) -> ScannedValue? {
    guard evaluator.arena.construct(evaluator.arena.base(parent)) != .pipeline,
      case .query(let draft)? = queries(parent, under: .always, at: location).first
    else { return nil }
    guard let segments = path.pathSegments, segments.count > 1,
      case .document(let document) = ScannedValue.document(.text(path: [segments[0]]), of: draft)
    else { return .query(.unknown(draft.database, at: location)) }
    return ScannedValue.text(path: Array(segments.dropFirst())).collection(below: document, at: location)
  }

  /// A path of one text, or of the segments of several arguments.
  private mutating func path(_ value: ValueID) -> ScannedValue {
    let arena = evaluator.arena
    guard arena.kind(value) == .list, arena[value].variant == 0 else { return self.value(value) }
    let items = arena.items(value)
    guard items.count != 1 else { return self.value(items[0].value) }
    var pieces: [TextPiece] = []
    for (place, item) in items.enumerated() {
      if place > 0 { pieces.append(.literal("/")) }
      pieces += checked(self.value(item.value)).textPieces
    }
    return .text(pieces)
  }

  // MARK: - Documents and databases

  mutating func document(_ value: ValueID, at location: SourceLocation) -> DocumentHandle? {
    let arena = evaluator.arena
    let parts = arena.parts(value)
    switch arena.construct(value) {
    case .document?:
      if arena.kind(parts[0]) == .query, case .query(let draft)? = queries(parts[0], under: .always, at: location).first
      {
        let id = evaluator.isAbsent(parts[1]) ? nil : path(parts[1])
        guard case .document(let document) = ScannedValue.document(id == .null ? nil : id, of: draft) else {
          return .unknown(in: draft.database)
        }
        return id.map { document.refused(checked($0), below: draft.documentSegments, at: location) } ?? document
      }
      if arena.construct(parts[0]) != .database, let outer = self.document(parts[0], at: location) {
        let own = path(parts[1])
        return below(outer, own).refused(checked(own), below: outer.isKnown ? outer.path.segments : nil, at: location)
      }
      let own = path(parts[1])
      guard case .document(let document) = own.document(in: database(parts[0])) else {
        return .unknown(in: database(parts[0]))
      }
      let isRoot = arena.construct(parts[0]) == .database && !isNobodys(parts[0])
      return document.refused(checked(own), below: isRoot ? [] : nil, at: location)
    case .anyDocument?, .anySnapshot?: return .unknown(in: database)
    case .reference?, .documentOf?: return documentOf(parts[0], at: location)
    case .parent?:
      guard case .query(let draft)? = queries(parts[0], under: .always, at: location).first,
        case .document(let document)? = draft.parent
      else { return .unknown(in: database) }
      return document
    default:
      return arena.kind(value) == .result ? documentOf(value, at: location) : nil
    }
  }

  /// Whether it is only taken for a database, and is not even called like one: paths need not begin there.
  private func isNobodys(_ holder: ValueID) -> Bool {
    evaluator.arena.construct(holder) == .database
      && evaluator.arena.parts(holder) == [ValueArena.absent, ValueArena.no]
  }

  /// A document by a path from another one.
  private func below(_ outer: DocumentHandle, _ path: ScannedValue) -> DocumentHandle {
    let segments = outer.path.segments + (path.pathSegments ?? [.unknown])
    guard segments.count.isMultiple(of: 2) else { return .unknown(in: outer.database) }
    return DocumentHandle(path: PathTemplate(segments), isKnown: outer.isKnown, database: outer.database)
  }

  /// The document that an answer is about.
  private mutating func documentOf(_ value: ValueID, at location: SourceLocation) -> DocumentHandle? {
    if case .result(let result) = self.value(value) { return result.anyReference }
    if evaluator.arena.kind(value) == .query,
      case .query(let draft)? = queries(value, under: .always, at: location).first,
      case .document(let document) = ScannedValue.document(nil, of: draft)
    {
      return document
    }
    return document(value, at: location)
  }

  mutating func database(_ value: ValueID) -> DatabaseHandle {
    let arena = evaluator.arena
    let parts = arena.parts(value)
    switch arena.construct(value) {
    case .database?:
      guard let id = parts.first, !evaluator.isAbsent(id), id != ValueArena.null else { return database }
      return DatabaseHandle(id: self.value(id).knownText.map { Text($0) }, caller: asking)
    case .transaction?, .batch?, .pipeline?, .bulkWriter?: return parts.first.map { database($0) } ?? database
    case .collection?, .group?, .document?: return parts.first.map { database($0) } ?? database
    default:
      if arena.kind(value) == .query { return database(arena.base(value)) }
      return database
    }
  }

  // MARK: - The Realtime Database

  mutating func realtime(_ base: ValueID, at location: SourceLocation) -> RealtimeDraft? {
    let parts = evaluator.arena.parts(base)
    switch evaluator.arena.construct(base) {
    case .realtimeRoot?: return .root
    case .addressPath?: return .reference(pathOfURL(parts[0]), at: location)
    case .realtimeReference?:
      guard !evaluator.isAbsent(parts[0]), parts[0] != ValueArena.null else { return .root }
      return .reference(value(parts[0]), at: location)
    case .anyRealtime?: return .reference(.unknown(UnknownValue()), at: location)
    // `ref()`: the place itself.
    case .child? where evaluator.isAbsent(parts[1]): return inner(parts[0], at: location)
    case .child?: return inner(parts[0], at: location)?.child(checked(value(parts[1])))
    case .newChild?: return inner(parts[0], at: location)?.newChild(at: location)
    case .parent?: return inner(parts[0], at: location)?.parent
    default: return nil
    }
  }

  /// What stands behind the host.
  private mutating func pathOfURL(_ value: ValueID) -> ScannedValue {
    guard let url = self.value(value).knownText, let scheme = url.firstRange(of: "://") else {
      return .unknown(UnknownValue())
    }
    let rest = url[scheme.upperBound...]
    return .text([.literal(rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "")])
  }

  private mutating func inner(_ query: ValueID, at location: SourceLocation) -> RealtimeDraft? {
    guard case .realtime(let draft)? = queries(query, under: .always, at: location).first else { return nil }
    return draft
  }
}

extension [ScannedValue] {
  fileprivate var distinct: [ScannedValue] {
    var seen: Set<ScannedValue> = []
    return filter { seen.insert($0).inserted }
  }
}

extension FieldOperator {
  fileprivate var isEquality: Bool {
    switch self {
    case .equal, .in, .arrayContains: true
    default: false
    }
  }
}
