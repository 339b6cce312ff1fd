import FirestoreModel
import Metering
import QueryModel
import Workloads

/// What has to be looked at to tell that two days of a workload are the same day; nil for workloads of which that
/// cannot be told.
///
/// Whatever happens follows from the state of the world and from the time. Where a workload says nothing that means one
/// moment rather than another (no script, no dates, no counting of milliseconds), it goes on from the end of a day as it
/// went on from the end of the day before, if the two states differ in nothing but the day. Ids that are drawn are other
/// ids every day: so no step may ask for one of them by name, and no result may be cut where their order would decide.
struct RepeatableDays {
  /// Fields of which the values matter, not just their sizes.
  let decidingFields: Set<FieldPath>
  /// Variables that some expression reads.
  let decidingVariables: Set<String>
  /// Collections whose documents have drawn ids, as patterns: nil stands for any id.
  private let drawn: [[Text?]]

  init?(_ workload: Workload, _ settings: SimulationSettings) {
    guard workload.clock.days > 3, workload.timeline.isEmpty, workload.background.isEmpty,
      !workload.usesRealtimeDatabase,
      settings.access == nil, workload.clock.hasEvenDays,
      // A day of the week is not the one before over again.
      workload.actors.allSatisfy({ $0.sessions?.days == nil })
    else { return nil }
    var steps: [Step] = []
    workload.visitSteps { steps.append($0) }
    let written = steps.flatMap(\.assignedFields) + workload.data.flatMap(\.fields)
    let expressions = steps.flatMap(\.everyExpression) + workload.actors.flatMap { $0.variables.map(\.initial) }
    let every = expressions + written.flatMap { $0.value.texts.flatMap(\.usedExpressions) + $0.value.times }
    guard steps.allSatisfy(\.isRepeatable), written.allSatisfy({ $0.value.isRepeatable }),
      workload.data.allSatisfy({ $0.path.isRepeatable }), every.allSatisfy({ $0.root.isRepeatable })
    else { return nil }
    var variables: Set<String> = []
    for expression in every {
      expression.root.visit { node in if case .variable(let name) = node.kind { variables.insert(name) } }
    }
    decidingVariables = variables
    var fields: Set<FieldPath> = []
    for query in steps.flatMap(\.askedQueries) { fields.formUnion(query.filter?.fields ?? []) }
    for expression in expressions {
      expression.root.visit { node in
        if case .extreme(_, _, let field) = node.kind { fields.insert(field) }
      }
    }
    guard !fields.contains(where: \.isDocumentName) else { return nil }
    decidingFields = fields
    let patterns = workload.data.map(\.path) + steps.flatMap(\.touchedPaths)
    drawn = patterns.filter(\.endsInDrawnID).map(\.collectionPattern)
    let named = patterns.filter { !$0.endsInDrawnID }.map(\.collectionPattern)
    // Who may ask for a document by its name must find it under the same name every day.
    for pattern in drawn where named.contains(where: { $0.mayBe(pattern) }) { return nil }
  }

  /// Whether ids of the collection are drawn.
  func drawsIDs(in collection: CollectionPath) -> Bool {
    drawn.contains { $0.mayBe(collection.segments.map { Optional($0) }) }
  }
}

extension ClockSetting {
  /// Whether every day of the period has the same hours in Pacific time, by which quotas are counted, and times take the
  /// same bytes.
  fileprivate var hasEvenDays: Bool {
    let years = Timestamp(microseconds: 631_152_000_000_000)...Timestamp(microseconds: 4_102_444_800_000_000)
    let end = VirtualCalendar(self).end
    guard years.contains(start), years.contains(end) else { return false }
    let (first, last) = (PacificCalendar.day(of: start), PacificCalendar.day(of: end))
    return (first.daysSinceEpoch...last.daysSinceEpoch).allSatisfy {
      PacificCalendar.hours(in: CalendarDate(daysSinceEpoch: $0)) == 24
    }
  }
}

extension [Text?] {
  /// Whether both patterns may be of the same collection.
  fileprivate func mayBe(_ other: [Text?]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
  }
}

extension PathPattern {
  fileprivate var endsInDrawnID: Bool { segments.last.map { $0.parts.contains(where: \.isDrawnID) } ?? false }

  /// Of the collection that the document is in.
  fileprivate var collectionPattern: [Text?] { segments.dropLast().map { $0.literal.map { Text($0) } } }

  /// An id is drawn as a whole, and only for the document itself; no child is chosen among others.
  fileprivate var isRepeatable: Bool {
    segments.dropLast().allSatisfy { $0.parts.allSatisfy(\.isFixedOrExpression) }
      && (segments.last.map {
        $0.parts.allSatisfy(\.isFixedOrExpression) || $0.parts.count == 1 && $0.parts[0].isDrawnID
      } ?? true)
  }
}

extension TextTemplate.Part {
  fileprivate var isDrawnID: Bool { if case .newID = self { true } else { false } }

  fileprivate var isFixedOrExpression: Bool {
    switch self {
    case .literal, .expression: true
    case .newID, .anyChild, .latestChild: false
    }
  }
}

extension TextTemplate {
  fileprivate var usedExpressions: [Expression] {
    parts.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
  }
}

// MARK: - Steps

extension Step {
  /// Whether doing it follows from a state that can be compared.
  fileprivate var isRepeatable: Bool {
    guard forEach == nil, retry == nil, chance == nil || chance == 0 || chance == 1 else { return false }
    switch action {
    case .read(let read):
      guard read.keep == nil, read.each.isEmpty, read.onChange.isEmpty, read.copied == nil else { return false }
      return read.targets.allSatisfy(\.isRepeatable)
    case .write(let write): return write.result == nil && write.path.isRepeatable
    case .batch(let writes): return writes.allSatisfy { $0.result == nil && $0.path.isRepeatable }
    case .outsideWrite(let write): return write.result == nil && write.path.isRepeatable
    case .detach, .assign, .condition, .pause, .perform, .group: return true
    case .page, .device, .transaction, .realtime: return false
    }
  }

  /// Fields that it writes.
  fileprivate var assignedFields: [FieldAssignment] {
    documentWrites.flatMap { $0.fields ?? [] }
  }

  /// Queries that it runs, whoever sees the result.
  fileprivate var askedQueries: [Query] {
    guard case .read(let read) = action else { return [] }
    return read.targets.compactMap { target in
      switch target {
      case .query(let template), .aggregation(let template, _): template.query
      case .document: nil
      }
    }
  }

  /// Documents that it names.
  fileprivate var touchedPaths: [PathPattern] {
    var read: [ReadTarget] = []
    if case .read(let step) = action { read = step.targets }
    return read.compactMap { if case .document(let path) = $0 { path } else { nil } } + documentWrites.map(\.path)
  }
}

extension ReadTarget {
  fileprivate var isRepeatable: Bool {
    switch self {
    case .document(let path): path.isRepeatable && !path.endsInDrawnID
    case .query(let template): template.query.isRepeatable
    case .aggregation(let template, let aggregations):
      template.query.isRepeatable && aggregations.allSatisfy { if case .count = $0.op { true } else { false } }
    }
  }
}

extension Query {
  /// Whole results of filters that name no date.
  fileprivate var isRepeatable: Bool {
    !isWindowed && !limitToLast && start == nil && end == nil && nearest == nil && projection == nil
      && (filter?.isRepeatable ?? true)
  }
}

extension Filter {
  fileprivate var isRepeatable: Bool {
    switch self {
    case .field(let filter): filter.operand.isRepeatable
    case .unary: true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isRepeatable)
    }
  }
}

extension Operand {
  fileprivate var isRepeatable: Bool {
    switch self {
    case .value(let value): value.isTimeless
    case .array(let operands): operands.allSatisfy(\.isRepeatable)
    case .map(let entries): entries.allSatisfy { $0.operand.isRepeatable }
    case .expression: true
    case .unknown, .parameter: false
    }
  }
}

// MARK: - Values

extension Value {
  /// Whether no moment is in it, and no number that could be one.
  fileprivate var isTimeless: Bool {
    switch self {
    case .null, .boolean, .string, .bytes, .reference, .geoPoint, .vector: true
    case .integer(let number): number.magnitude < 10_000_000_000
    case .double(let number): number.magnitude < 10_000_000_000
    case .timestamp: false
    case .array(let elements): elements.allSatisfy(\.isTimeless)
    case .map(let map): map.fields.allSatisfy { $0.value.isTimeless }
    }
  }
}

extension FieldValue {
  fileprivate var isRepeatable: Bool {
    switch self {
    // What was there at the start stays what it is, and only what changes every day is written again.
    case .literal(let value): value.isTimeless
    case .template, .string, .bytes, .vector, .serverTime: true
    case .reference(let path): path.isRepeatable && !path.endsInDrawnID
    // Index entries are made of what is in it.
    case .array(let element, _): element.isRepeatable && !element.isRandom
    case .list(let values), .transform(.arrayUnion(let values)), .transform(.arrayRemove(let values)):
      values.allSatisfy(\.isRepeatable)
    case .map(let assignments): assignments.allSatisfy { $0.value.isRepeatable }
    case .spread(let from, let to): from.isRepeatable && to.isRepeatable
    case .time(let time): time.isRepeatable
    case .transform(.increment(let value)): value.isTimeless
    case .transform(.deleteField): true
    case .converted, .drawn: false
    }
  }
}

extension TimeReference {
  fileprivate var isRepeatable: Bool {
    switch self {
    case .relative, .now, .serverTime: true
    case .absolute, .dayTime: false
    case .expression(let expression): expression.root.isRepeatable
    }
  }
}

extension ExpressionNode {
  /// Whether its value moves with the time, or does not depend on it: sums and differences of moments, their order.
  fileprivate var isRepeatable: Bool {
    switch kind {
    case .literal(let value): value.isTimeless
    case .variable, .count, .extreme: true
    case .unary(.not, let operand): operand.isRepeatable
    case .binary(let op, let left, let right):
      switch op {
      case .times, .dividedBy: false
      case .or, .and, .equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater, .plus, .minus:
        left.isRepeatable && right.isRepeatable
      }
    case .call(let function, let arguments):
      switch function {
      case .max, .min, .floorSecond, .now, .serverNow: arguments.allSatisfy(\.isRepeatable)
      case .floor, .string: false
      }
    case .unary(.minus, let operand): if case .literal(let value) = operand.kind { value.isTimeless } else { false }
    case .member: false
    }
  }
}
