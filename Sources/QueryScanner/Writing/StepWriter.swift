import Diagnostics
import FirestoreModel
import QueryModel
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
    "not-in": .notIn, "array-contains": .arrayContains, "array-contains-any": .arrayContainsAny,
  ]

  mutating func adding(_ step: GuardedItem, to draft: QueryDraft) -> QueryDraft {
    let place = argumentLocation(of: step.origin)
    let parts = evaluator.arena.parts(step.value)
    let outer = condition
    defer { condition = outer }
    condition = evaluator.conjunction(outer, step.under)
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

  mutating func constraint(_ step: ValueID, _ draft: QueryDraft) -> QueryConstraint {
    let parts = evaluator.arena.parts(step)
    switch evaluator.arena.construct(step) {
    case .order?: return .order(path(value(parts[0])), direction(parts.dropFirst().first))
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
    let filter = evaluator.unplaced(value)
    let parts = evaluator.arena.parts(filter)
    switch evaluator.arena.construct(filter) {
    case .filter?:
      let field = path(self.value(parts[0]))
      let operand = self.value(parts[2])
      var made = DraftFilter.field(field, comparison(parts[1]), operand.operand)
      if let count = operand.openListBound ?? bound(of: parts[2], operand) { made = .bounded(made, count: count) }
      return evaluator.place(ofConstraint: value).map { checked(made, filter, at: $0) } ?? made
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

  /// How many elements a list has at most that may have any number of them, as far as conditions say it.
  private mutating func bound(of list: ValueID, _ written: ScannedValue) -> Int? {
    guard written.canHoldMany else { return nil }
    return evaluator.bound(of: list) ?? evaluator.bound(of: list, where: condition)
  }

  private mutating func comparison(_ value: ValueID) -> FieldOperator? {
    guard let text = evaluator.arena.knownText(value), evaluator.models.operators.contains(text) else { return nil }
    return Self.operators[evaluator.program.names.text(text)]
  }

  private mutating func members(_ value: ValueID) -> [DraftFilter]? {
    let arena = evaluator.arena
    guard arena.kind(value) == .list, arena[value].variant == 0 else { return nil }
    let items = arena.items(value)
    guard items.allSatisfy({ $0.under == .always && $0.flags.isEmpty }) else { return nil }
    return items.flatMap { members(ofItem: $0.value) }
  }

  /// Lists in the list are its members, too; nothing is none.
  private mutating func members(ofItem item: ValueID) -> [DraftFilter] {
    switch evaluator.arena.kind(item) {
    case .null, .absent, .boolean: []
    case .list: members(item) ?? [.unknown]
    default: [filter(item)]
    }
  }

  private mutating func fields(_ value: ValueID) -> [FieldPath] {
    guard case .list(let list) = self.value(value), !list.isOpen else { return [.unknown] }
    return list.elements.map { path($0) }
  }

  private mutating func direction(_ value: ValueID?) -> DraftDirection {
    guard let value, !evaluator.isAbsent(value) else { return .known(.ascending) }
    switch evaluator.arena.construct(value) {
    case .ascending?: return .known(.ascending)
    case .descending?: return .known(.descending)
    default:
      if value == ValueArena.null { return .known(.ascending) }
      return self.value(value).knownText.flatMap(direction(ofText:)).map(DraftDirection.known) ?? .unknown
    }
  }

  private func direction(ofText text: String) -> Direction? {
    guard evaluator.models.directions.contains(where: { evaluator.program.names.text($0) == text.lowercased() }) else {
      return Direction(rawValue: text)
    }
    return text.lowercased().hasPrefix("d") ? .descending : .ascending
  }

  // MARK: - Cursors

  /// A snapshot, a list of values in the order of the orders, or values by the names of the ordered fields.
  private mutating func position(_ value: ValueID, _ draft: QueryDraft) -> DraftCursor.Position {
    if evaluator.arena.construct(value) == .atDocument {
      let document = self.value(evaluator.arena.value(value, 0))
      if case .result(let result) = document { return result.cursorPosition }
      return .document(readBy: nil)
    }
    if rules.hasLabelledCursors {
      guard case .list(let list) = self.value(value), !list.isOpen else { return .unknown }
      return .values(list.elements.map(\.operand))
    }
    if !rules.hasNamedCursors { return plainPosition(value) }
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

  /// Where no names stand beside the values: of what is not known only its name tells whether it is a document.
  private mutating func plainPosition(_ value: ValueID) -> DraftCursor.Position {
    let known = self.value(value)
    switch known {
    case .result(let result): return result.cursorPosition
    case .list(let list): return list.isOpen ? .unknown : .values(list.elements.map(\.operand))
    case .unknown:
      let name = evaluator.name(ofUnknown: value).map { evaluator.program.names.text($0).lowercased() } ?? ""
      let isDocument = ["doc", "snap", "last", "cursor", "visible", "first"].contains { name.contains($0) }
      return isDocument ? .document(readBy: nil) : .single
    default: return known.singlePosition
    }
  }

  // MARK: - Aggregations and vector search

  private mutating func aggregate(_ step: ValueID, _ place: SourceLocation, _ draft: inout QueryDraft) {
    let arena = evaluator.arena
    let parts = arena.parts(step)
    switch arena.construct(step) {
    case .count?: add(.count(upTo: nil), alias: parts.first, place, &draft)
    case .sum?: add(.sum(path(value(parts[0]))), alias: parts.dropFirst().first, place, &draft)
    case .average?: add(.average(path(value(parts[0]))), alias: parts.dropFirst().first, place, &draft)
    case .aggregates?:
      guard draft.isAggregation || arena.kind(parts[0]) == .record else { return draft.note(.aggregation, place) }
      let list = arena.kind(parts[0]) == .list
      let members = list ? arena.items(parts[0]).map(\.value) : [parts[0]]
      if arena.kind(parts[0]) == .record { return aggregate(entries: parts[0], place, &draft) }
      for member in members { aggregate(member, place, &draft) }
      if list, arena[parts[0]].variant != 0 { draft.note(.aggregation, place) }
    case nil where arena.kind(step) == .null: break
    default: draft.note(.aggregation, place)
    }
  }

  /// Aggregations by the names of their answers.
  private mutating func aggregate(entries record: ValueID, _ place: SourceLocation, _ draft: inout QueryDraft) {
    draft.isAggregation = true
    for (key, value) in evaluator.entries(of: record) {
      switch evaluator.arena.construct(value) {
      case .count?: add(.count(upTo: nil), alias: key, place, &draft)
      case .sum?: add(.sum(path(self.value(evaluator.arena.value(value, 0)))), alias: key, place, &draft)
      case .average?: add(.average(path(self.value(evaluator.arena.value(value, 0)))), alias: key, place, &draft)
      default: draft.note(.aggregation, place)
      }
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
    let path = self.path(value(parts[0]))
    if path.isUnknown { draft.note(.field, place) }
    let limit = value(parts[1]).int32
    if limit == nil { draft.note(.limit, place) }
    let measure = value(parts[2]).knownText.flatMap(FindNearest.Measure.init(rawValue:))
    if measure == nil { draft.note(.comparison, place) }
    let vector = parts.count > 4 ? vector(parts[4]) : .unknown
    draft.query.nearest = FindNearest(
      path: path, queryVector: vector, measure: measure ?? .euclidean, limit: limit ?? 1,
      distanceResultField: evaluator.isAbsent(parts[3]) ? nil : self.path(value(parts[3])))
  }

  /// The numbers of a vector; one of which not all numbers are known stays unknown.
  private mutating func vector(_ value: ValueID) -> Operand {
    let inner = evaluator.arena.construct(value) == .vector ? evaluator.arena.value(value, 0) : value
    guard case .list(let list) = self.value(inner) else { return .unknown }
    var components: [Double] = []
    for element in list.elements {
      guard case .integer(let number) = element else { return .unknown }
      components.append(Double(number))
    }
    return list.isOpen || components.isEmpty ? .unknown : .value(.vector(components))
  }

  // MARK: - The Realtime Database

  mutating func adding(_ step: GuardedItem, to draft: RealtimeDraft) -> RealtimeDraft {
    let place = argumentLocation(of: step.origin)
    let parts = evaluator.arena.parts(step.value)
    let first = parts.first.map { value($0) } ?? .unknown(UnknownValue())
    let key = parts.dropFirst().first.flatMap { evaluator.isAbsent($0) ? nil : value($0) }
    let root = RealtimeDraft.root
    let part: RealtimeDraft
    switch evaluator.arena.construct(step.value) {
    case .orderByChild?: part = root.ordered(byChild: first, at: place)
    case .orderByKey?: part = root.ordered(by: .key)
    case .orderByValue?: part = root.ordered(by: .value)
    case .orderByPriority?: part = root.ordered(by: .priority)
    case .limitToFirst?: part = root.limited(toFirst: first)
    case .limitToLast?: part = root.limited(toLast: first)
    case .startAt?: part = root.bounded(.startAt, first, key: key)
    case .startAfter?: part = root.bounded(.startAfter, first, key: key)
    case .endAt?: part = root.bounded(.endAt, first, key: key)
    case .endBefore?: part = root.bounded(.endBefore, first, key: key)
    case .equalTo?: part = root.bounded(.equalTo, first, key: key)
    case .disconnecting?: return draft.reference.disconnecting
    case .event?: return first.knownText.flatMap(RealtimeQuery.Event.init(rawValue:)).map(draft.waiting) ?? draft
    case .unfollowed?: return draft.adding(.constraint, at: place)
    default: return draft
    }
    let sdk = asksAsAdmin(step.origin) ? rules.realtime.admin : rules.realtime.client
    var next = draft.adding(part, by: sdk ?? rules.realtime.admin, at: location(of: step.origin))
    // Wrappers of the REST interface check otherwise.
    if sdk == nil { next.refusal = nil }
    return next
  }
}
