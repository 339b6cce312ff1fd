import Diagnostics
import FirestoreModel
package import QueryModel
import Workloads

extension QueryTemplate {
  /// The query with every part filled in.
  func bound(in environment: inout some PathEnvironment) throws(ExpressionError) -> Query {
    var bound = query
    var segments = query.source.parent.segments
    if let id = query.source.collectionID { segments.append(id) }
    let pattern = PathPattern(segments: segments.map { template(of: $0) }, span: span)
    var filled = try pattern.segments(in: &environment).map(PathSegment.literal)
    if query.source.collectionID != nil { bound.source.collectionID = filled.popLast() }
    bound.source.parent = PathTemplate(filled)
    if let filter = query.filter { bound.filter = try fill(filter, in: environment) }
    if let start = query.start { bound.start = try fill(start, in: environment) }
    if let end = query.end { bound.end = try fill(end, in: environment) }
    if var nearest = query.nearest {
      nearest.queryVector = try fill(nearest.queryVector, in: environment)
      bound.nearest = nearest
    }
    return bound
  }

  private func template(of segment: PathSegment) -> TextTemplate {
    switch segment {
    case .literal(let text): TextTemplate(parts: [.literal(text.string)], span: span)
    case .expression(let key): bindings[key] ?? TextTemplate(parts: [], span: span)
    // The decoder fills in parameters and refuses unknown parts.
    case .unknown, .parameter: TextTemplate(parts: [], span: span)
    }
  }

  private func fill(_ filter: Filter, in environment: some ExpressionEnvironment) throws(ExpressionError) -> Filter {
    switch filter {
    case .field(var field):
      field.operand = try fill(field.operand, in: environment)
      return .field(field)
    case .unary: return filter
    case .and(let parts):
      var filled: [Filter] = []
      for part in parts { filled.append(try fill(part, in: environment)) }
      return .and(filled)
    case .or(let parts):
      var filled: [Filter] = []
      for part in parts { filled.append(try fill(part, in: environment)) }
      return .or(filled)
    }
  }

  private func fill(_ cursor: Cursor, in environment: some ExpressionEnvironment) throws(ExpressionError) -> Cursor {
    var values: [Operand] = []
    for value in cursor.values { values.append(try fill(value, in: environment)) }
    return Cursor(values: values, before: cursor.before)
  }

  private func fill(_ operand: Operand, in environment: some ExpressionEnvironment) throws(ExpressionError) -> Operand {
    switch operand {
    case .value: return operand
    case .expression(let key):
      guard let template = bindings[key] else { return operand }
      return .value(try template.value(in: environment))
    case .unknown, .parameter: return operand
    case .array(let parts):
      var values: [Value] = []
      for part in parts {
        guard case .value(let value) = try fill(part, in: environment) else { return operand }
        values.append(value)
      }
      return .value(.array(values))
    case .map(let parts):
      var fields: [MapValue.Field] = []
      for part in parts {
        guard case .value(let value) = try fill(part.operand, in: environment) else { return operand }
        fields.append(MapValue.Field(name: part.name, value: value))
      }
      return .value(.map(MapValue(fields)))
    }
  }
}

extension QueryTemplate {
  /// Whether a bound of the query depends on what the actor remembers: the query is another one each time.
  package var hasMovingBound: Bool {
    let cursors = [query.start, query.end].compactMap(\.self).flatMap(\.values)
    return cursors.contains { $0.isMoving } || (query.filter?.rangeOperands.contains { $0.isMoving } ?? false)
  }
}

extension Operand {
  fileprivate var isMoving: Bool {
    if case .expression = self { true } else { false }
  }
}

extension Filter {
  /// Operands of `<`, `<=`, `>` and `>=`.
  package var rangeOperands: [Operand] {
    switch self {
    case .field(let filter): filter.op.isRange ? [filter.operand] : []
    case .unary: []
    case .and(let parts), .or(let parts): parts.flatMap(\.rangeOperands)
    }
  }
}

extension FieldOperator {
  package var isRange: Bool {
    switch self {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: true
    case .equal, .notEqual, .arrayContains, .in, .arrayContainsAny, .notIn: false
    }
  }
}
