import Diagnostics
import FirestoreModel
import QueryModel

/// `where`, `orderBy`, `limit` and their like, which are functions in the modular SDK and methods elsewhere.
enum WebConstraints {
  /// Nil when this is no constraint, or not one of Firestore's.
  static func constraint(_ name: String, _ arguments: SDKArguments) -> QueryConstraint? {
    switch name {
    case "where": filter(arguments).map(QueryConstraint.filter)
    case "orderBy": arguments[0].map { .order($0.value.fieldPath, direction(arguments[1])) }
    case "limit": arguments.count == 1 ? .limit(arguments[0]?.value.int32, fromEnd: false) : nil
    case "limitToLast": arguments.count == 1 ? .limit(arguments[0]?.value.int32, fromEnd: true) : nil
    case "offset": arguments.count == 1 ? .offset(arguments[0]?.value.int32) : nil
    case "startAt": .start(DraftCursor(position(arguments), before: true))
    case "startAfter": .start(DraftCursor(position(arguments), before: false))
    case "endBefore": .end(DraftCursor(position(arguments), before: true))
    case "endAt": .end(DraftCursor(position(arguments), before: false))
    case "select": selection(arguments)
    case "and", "or": composite(name, arguments).map(QueryConstraint.filter)
    default: nil
    }
  }

  /// Where the unknown part of a constraint stands, for a method of a query.
  static func location(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SourceLocation {
    guard let field = arguments[0] else { return scope.location }
    switch name {
    case "where":
      if field.value.fieldPath.isUnknown { return field.location }
      if let op = arguments[1], comparison(op.value) == nil { return op.location }
      return field.location
    case "orderBy":
      if field.value.fieldPath.isUnknown { return field.location }
      return arguments[1]?.location ?? field.location
    default: return field.location
    }
  }

  // MARK: - Filters

  /// `where(field, op, value)`, or `where(filter)`.
  static func filter(_ arguments: SDKArguments) -> DraftFilter? {
    guard let first = arguments[0]?.value else { return nil }
    if arguments.count == 1 {
      switch first {
      case .constraint(.filter(let filter)): return filter
      case .unknown: return .unknown
      default: return nil
      }
    }
    // Other databases take an object, or two arguments.
    guard arguments.count == 3, isField(first) else { return nil }
    let operand = arguments[2].map(\.value.operand) ?? .unknown
    return .field(first.fieldPath, arguments[1].flatMap { comparison($0.value) }, operand)
  }

  private static func isField(_ value: ScannedValue) -> Bool {
    switch value {
    case .text, .field, .unknown: true
    default: false
    }
  }

  static func comparison(_ value: ScannedValue) -> FieldOperator? { value.knownText.flatMap { operators[$0] } }

  private static let operators: [String: FieldOperator] = [
    "<": .lessThan, "<=": .lessThanOrEqual, "==": .equal, "!=": .notEqual, ">": .greaterThan,
    ">=": .greaterThanOrEqual, "array-contains": .arrayContains, "in": .in, "not-in": .notIn,
    "array-contains-any": .arrayContainsAny,
  ]

  static func composite(_ name: String, _ arguments: SDKArguments) -> DraftFilter? {
    var parts: [DraftFilter] = []
    for argument in arguments.all { parts += filters(argument.value) }
    guard !parts.isEmpty else { return nil }
    return name == "or" ? .or(parts) : .and(parts)
  }

  private static func filters(_ value: ScannedValue) -> [DraftFilter] {
    switch value {
    case .constraint(.filter(let filter)): [filter]
    case .list(let list): list.elements.flatMap(filters) + (list.isOpen ? [.unknown] : [])
    // `condition && where(…)` where the condition does not hold.
    case .null, .boolean(false): []
    default: [.unknown]
    }
  }

  // MARK: - Orders, cursors, projections

  static func direction(_ argument: SDKArguments.Argument?) -> DraftDirection {
    guard let value = argument?.value else { return .known(.ascending) }
    switch value {
    case .direction(let direction): return .known(direction)
    // `undefined` is the default, too.
    case .null: return .known(.ascending)
    default:
      switch value.knownText?.lowercased() {
      case "asc": return .known(.ascending)
      case "desc": return .known(.descending)
      default: return .unknown
      }
    }
  }

  private static func position(_ arguments: SDKArguments) -> DraftCursor.Position {
    guard arguments.count == 1, let value = arguments[0]?.value else {
      return arguments.count == 0 ? .unknown : .values(arguments.all.map(\.value.operand))
    }
    switch value {
    case .result(let result):
      guard case .document = result.target, result.part == .document else { return .document(readBy: nil) }
      return .document(readBy: result.location)
    case .list(let list): return list.isOpen ? .unknown : .values(list.elements.map(\.operand))
    case .unknown(let unknown): return isDocument(unknown) ? .document(readBy: nil) : .single
    default: return value.singlePosition
    }
  }

  /// A cursor that nothing is known of but its name or type: `lastVisible`, `QueryDocumentSnapshot`. Which of the two
  /// it is decides how many values the cursor has, nothing else.
  private static func isDocument(_ unknown: UnknownValue) -> Bool {
    if let type = unknown.type?.name { return type.hasSuffix("Snapshot") || type.hasSuffix("SnapshotType") }
    guard let name = unknown.name?.lowercased() else { return false }
    return ["doc", "snap", "last", "cursor", "visible", "first"].contains { name.contains($0) }
  }

  private static func selection(_ arguments: SDKArguments) -> QueryConstraint? {
    var fields: [FieldPath] = []
    for argument in arguments.all {
      switch argument.value {
      case .list(let list): fields += list.elements.map(\.fieldPath) + (list.isOpen ? [.unknown] : [])
      case .record: return nil
      default: fields.append(argument.value.fieldPath)
      }
    }
    return .select(fields)
  }

  // MARK: - Aggregations

  /// `count()`, `sum(field)`, `average(field)` as values.
  static func aggregation(_ name: String, _ arguments: SDKArguments) -> ScannedValue? {
    switch name {
    case "count" where arguments.count == 0: .aggregation(.count(upTo: nil))
    case "sum": arguments[0].map { .aggregation(.sum($0.value.fieldPath)) }
    case "average": arguments[0].map { .aggregation(.average($0.value.fieldPath)) }
    default: nil
    }
  }

  /// The query with the aggregations of an object such as `{ total: sum("price"), orders: count() }`.
  static func aggregating(_ draft: QueryDraft, _ argument: SDKArguments.Argument?, at location: SourceLocation)
    -> QueryDraft
  {
    var draft = draft
    guard let argument, case .record(let entries) = argument.value else {
      return draft.noting(.aggregation, at: argument?.location ?? location)
    }
    for entry in entries {
      guard case .aggregation(let op) = entry.value else {
        draft = draft.noting(.aggregation, at: argument.location)
        continue
      }
      let field: FieldPath? =
        switch op {
        case .count: nil
        case .sum(let path), .average(let path): path
        }
      if field?.isUnknown == true { draft = draft.noting(.field, at: argument.location) }
      draft.aggregations.append(Aggregation(op, alias: Text(entry.key)))
    }
    return draft
  }
}

extension QueryDraft {
  func noting(_ kind: UnresolvedPart.Kind, at location: SourceLocation?) -> QueryDraft {
    let part = UnresolvedPart(kind, at: location)
    guard !unresolved.contains(part) else { return self }
    var draft = self
    draft.unresolved.append(part)
    draft.unresolved.sort()
    return draft
  }

  func counting() -> QueryDraft {
    var draft = self
    draft.aggregations = [Aggregation(.count(upTo: nil))]
    return draft
  }
}
