import Diagnostics
import FirestoreModel
import QueryModel
import QueryScanner
import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

/// Constraints, by the arithmetic of today's drafts.
extension RequestWriter {
  /// As the SDKs of all languages spell them.
  static let operators: [String: FieldOperator] = [
    "==": .equal, "!=": .notEqual, "<": .lessThan, "<=": .lessThanOrEqual, ">": .greaterThan,
    ">=": .greaterThanOrEqual, "array_contains": .arrayContains, "array_contains_any": .arrayContainsAny, "in": .in,
    "not-in": .notIn,
  ]

  mutating func adding(_ step: GuardedItem, to draft: QueryDraft) -> QueryDraft {
    let place = argumentLocation(of: step.origin)
    let parts = evaluator.arena.parts(step.value)
    var draft = draft
    switch evaluator.arena.construct(step.value) {
    case .aggregationObject?: draft.isAggregation = true
    case .count?, .sum?, .average?, .aggregates?: aggregate(step.value, place, &draft)
    case .nearest?: nearest(parts, place, &draft)
    case .partition?:
      if case .list(let list) = draft.partitions(at: place), case .query(let piece)? = list.elements.first {
        draft = piece
      }
    default:
      let constraint = constraint(step.value, draft)
      draft = checked(step, constraint, before: draft, after: draft.applying(constraint, at: place))
    }
    if step.flags.contains(.repeats), isAdding(step.value) { draft.note(.constraint, place) }
    return draft
  }

  /// Another one of the kind adds to what is there; a limit or a cursor takes its place.
  private func isAdding(_ step: ValueID) -> Bool {
    switch evaluator.arena.construct(step) {
    case .limit?, .limitToLast?, .offset?, .startAt?, .startAfter?, .endAt?, .endBefore?, .select?: false
    default: true
    }
  }

  private mutating func constraint(_ step: ValueID, _ draft: QueryDraft) -> QueryConstraint {
    let parts = evaluator.arena.parts(step)
    switch evaluator.arena.construct(step) {
    case .order?: return .order(value(parts[0]).servicePath, direction(parts.dropFirst().first))
    case .limit?: return .limit(value(parts[0]).int32, fromEnd: false)
    case .limitToLast?: return .limit(value(parts[0]).int32, fromEnd: true)
    case .offset?: return .offset(value(parts[0]).int32)
    case .startAt?: return .start(DraftCursor(position(parts[0], draft), before: true))
    case .startAfter?: return .start(DraftCursor(position(parts[0], draft), before: false))
    case .endAt?: return .end(DraftCursor(position(parts[0], draft), before: false))
    case .endBefore?: return .end(DraftCursor(position(parts[0], draft), before: true))
    case .select?: return .select(fields(parts[0]))
    case .filter?, .and?, .or?, .composite?: return .filter(filter(step))
    case .unfollowed?: return .unknown
    default: return evaluator.arena.kind(step) == .made ? .unknown : .filter(.unknown)
    }
  }

  // MARK: - Filters

  mutating func filter(_ value: ValueID) -> DraftFilter {
    let parts = evaluator.arena.parts(value)
    switch evaluator.arena.construct(value) {
    case .filter?:
      let field = self.value(parts[0]).servicePath
      return .field(field, self.value(parts[1]).knownText.flatMap { Self.operators[$0] }, self.value(parts[2]).operand)
    case .and?: return members(parts[0]).map(DraftFilter.and) ?? .unknown
    case .or?: return members(parts[0]).map(DraftFilter.or) ?? .unknown
    case .composite?:
      switch self.value(parts[0]).knownText {
      case "AND": return members(parts[1]).map(DraftFilter.and) ?? .unknown
      case "OR": return members(parts[1]).map(DraftFilter.or) ?? .unknown
      default: return .unknown
      }
    default: return .unknown
    }
  }

  private mutating func members(_ value: ValueID) -> [DraftFilter]? {
    let arena = evaluator.arena
    guard arena.kind(value) == .list, arena[value].variant == 0 else { return nil }
    let items = arena.items(value)
    guard items.allSatisfy({ $0.under == .always && $0.flags.isEmpty }) else { return nil }
    return items.map { filter($0.value) }
  }

  private mutating func fields(_ value: ValueID) -> [FieldPath] {
    guard case .list(let list) = self.value(value), !list.isOpen else { return [.unknown] }
    return list.elements.map(\.servicePath)
  }

  private mutating func direction(_ value: ValueID?) -> DraftDirection {
    guard let value, !evaluator.isAbsent(value) else { return .known(.ascending) }
    switch evaluator.arena.construct(value) {
    case .ascending?: return .known(.ascending)
    case .descending?: return .known(.descending)
    default:
      return self.value(value).knownText.flatMap(Direction.init(rawValue:)).map(DraftDirection.known) ?? .unknown
    }
  }

  // MARK: - Cursors

  /// A snapshot, a list of values in the order of the orders, or values by the names of the ordered fields.
  private mutating func position(_ value: ValueID, _ draft: QueryDraft) -> DraftCursor.Position {
    let known = self.value(value)
    if known.isSeveral { return known.singlePosition == .single ? .unknown : known.singlePosition }
    switch known {
    case .list(let list) where !list.isOpen: return .values(list.elements.map(\.operand))
    case .record(let entries):
      let known = Dictionary(entries.map { ($0.key, $0.value.operand) }) { _, last in last }
      let ordered = draft.query.orders.prefix(entries.count).map { known[$0.path.description] ?? .unknown }
      return .values(ordered.count == entries.count ? ordered : entries.map(\.value.operand))
    case .result(let result): return result.cursorPosition
    // Nothing may be handed over: where it is, a condition asked before.
    case .null: return .document(readBy: nil)
    default: return .unknown
    }
  }

  // MARK: - Aggregations and vector search

  private mutating func aggregate(_ step: ValueID, _ place: SourceLocation, _ draft: inout QueryDraft) {
    let arena = evaluator.arena
    let parts = arena.parts(step)
    switch arena.construct(step) {
    case .count?: add(.count(upTo: nil), alias: parts.first, place, &draft)
    case .sum?: add(.sum(value(parts[0]).servicePath), alias: parts.dropFirst().first, place, &draft)
    case .average?: add(.average(value(parts[0]).servicePath), alias: parts.dropFirst().first, place, &draft)
    case .aggregates?:
      guard draft.isAggregation else { return }
      let list = arena.kind(parts[0]) == .list
      let members = list ? arena.items(parts[0]).map(\.value) : [parts[0]]
      for member in members { aggregate(member, place, &draft) }
      if list, arena[parts[0]].variant != 0 { draft.note(.aggregation, place) }
    default: draft.note(.aggregation, place)
    }
  }

  private mutating func add(
    _ op: Aggregation.Operator, alias: ValueID?, _ place: SourceLocation, _ draft: inout QueryDraft
  ) {
    draft.isAggregation = true
    draft.aggregations.append(Aggregation(op, alias: alias.flatMap { value($0).knownText }.map { Text($0) }))
    switch op {
    case .count: break
    case .sum(let field), .average(let field): if field.isUnknown { draft.note(.field, place) }
    }
  }

  private mutating func nearest(_ parts: [ValueID], _ place: SourceLocation, _ draft: inout QueryDraft) {
    let path = value(parts[0]).servicePath
    if path.isUnknown { draft.note(.field, place) }
    let limit = value(parts[1]).int32
    if limit == nil { draft.note(.limit, place) }
    let measure = value(parts[2]).knownText.flatMap(FindNearest.Measure.init(rawValue:))
    if measure == nil { draft.note(.comparison, place) }
    draft.query.nearest = FindNearest(
      path: path, queryVector: .unknown, measure: measure ?? .euclidean, limit: limit ?? 1,
      distanceResultField: evaluator.isAbsent(parts[3]) ? nil : value(parts[3]).servicePath)
  }

  // MARK: - The Realtime Database

  mutating func adding(_ step: GuardedItem, to draft: RealtimeDraft) -> RealtimeDraft {
    let place = argumentLocation(of: step.origin)
    let parts = evaluator.arena.parts(step.value)
    let first = parts.first.map { value($0) } ?? .unknown(UnknownValue())
    let root = RealtimeDraft.root
    let part: RealtimeDraft
    switch evaluator.arena.construct(step.value) {
    case .orderByChild?: part = root.ordered(byChild: first, at: place)
    case .orderByKey?: part = root.ordered(by: .key)
    case .orderByValue?: part = root.ordered(by: .value)
    case .orderByPriority?: part = root.ordered(by: .priority)
    case .limitToFirst?: part = root.limited(toFirst: first)
    case .limitToLast?: part = root.limited(toLast: first)
    case .startAt?: part = root.bounded(.startAt, first)
    case .startAfter?: part = root.bounded(.startAfter, first)
    case .endAt?: part = root.bounded(.endAt, first)
    case .endBefore?: part = root.bounded(.endBefore, first)
    case .equalTo?: part = root.bounded(.equalTo, first)
    default: return draft
    }
    var next = draft.adding(part, by: .python, at: location(of: step.origin))
    // Wrappers of the REST interface check otherwise.
    if !asksAsAdmin(step.origin) { next.refusal = nil }
    return next
  }
}
