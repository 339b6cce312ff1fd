import Diagnostics
package import FirestoreModel

/// What a field of a write turns into.
package enum GeneratedField: Hashable, Sendable {
  case value(Value)
  /// The commit time, where it is not known yet.
  case serverTime
  case increment(Value)
  case arrayUnion([Value])
  case arrayRemove([Value])
  case delete
}

/// One field of a generated document or write.
package struct GeneratedAssignment: Hashable, Sendable {
  package var path: FieldPath
  package var field: GeneratedField

  package init(path: FieldPath, field: GeneratedField) {
    self.path = path
    self.field = field
  }
}

/// Where a generated document stands among its like, and when it comes into being.
package struct GenerationPlace: Sendable {
  package var clock: ClockSetting
  /// From 0.
  package var number: Int64
  package var count: Int64
  /// The moment of an outside write: every `serverTime` and `spread` field becomes it. Nil: `spread` places the field,
  /// and `serverTime` is left to the commit.
  package var moment: Timestamp?
  /// What relative times are counted from.
  package var origin: Timestamp

  package init(
    clock: ClockSetting, number: Int64 = 0, count: Int64 = 1, moment: Timestamp? = nil, origin: Timestamp
  ) {
    self.clock = clock
    self.number = number
    self.count = count
    self.moment = moment
    self.origin = origin
  }
}

/// Makes field values. The same stream gives the same values on every machine.
package struct FieldGenerator<Environment: PathEnvironment> {
  package var environment: Environment
  package var random: RandomStream
  package let place: GenerationPlace

  package init(environment: Environment, random: RandomStream, place: GenerationPlace) {
    self.environment = environment
    self.random = random
    self.place = place
  }

  /// The fields in their order.
  package mutating func fields(_ assignments: [FieldAssignment]) throws(ExpressionError) -> [GeneratedAssignment] {
    var result: [GeneratedAssignment] = []
    result.reserveCapacity(assignments.count)
    for assignment in assignments {
      result.append(GeneratedAssignment(path: assignment.path, field: try generated(assignment.value, assignment.span)))
    }
    return result
  }

  /// What a single value turns into.
  mutating func generated(_ value: FieldValue, _ span: Span) throws(ExpressionError) -> GeneratedField {
    switch value {
    case .serverTime: return place.moment.map { .value(.timestamp($0)) } ?? .serverTime
    case .transform(.increment(let amount)): return .increment(amount)
    case .transform(.arrayUnion(let elements)): return .arrayUnion(try values(elements, span))
    case .transform(.arrayRemove(let elements)): return .arrayRemove(try values(elements, span))
    case .transform(.deleteField): return .delete
    case .literal, .template, .string, .bytes, .vector, .reference, .array, .list, .map, .spread, .time, .drawn,
      .converted:
      return .value(try self.value(value, span))
    }
  }

  private mutating func values(_ elements: [FieldValue], _ span: Span) throws(ExpressionError) -> [Value] {
    var result: [Value] = []
    for element in elements { result.append(try value(element, span)) }
    return result
  }

  private mutating func value(_ value: FieldValue, _ span: Span) throws(ExpressionError) -> Value {
    switch value {
    case .literal(let literal): return literal
    case .template(let template): return try template.value(in: environment)
    case .string(let length): return .string(Text(random.letters(try size(length, span))))
    case .bytes(let count): return .bytes(try bytes(count, span))
    case .vector(let dimension): return .vector(try vector(dimension, span))
    case .reference(let path):
      let path = try path.documentPath(in: &environment)
      return .reference(DocumentName(database: Workload.database, path: path))
    case .array(let element, let count):
      var elements: [Value] = []
      for _ in 0..<(try size(count, span)) { elements.append(try self.value(element, span)) }
      return .array(elements)
    case .list(let elements): return .array(try values(elements, span))
    case .map(let assignments): return try map(assignments)
    case .spread(let from, let to): return .timestamp(try spread(from, to))
    case .time(let time): return .timestamp(try moment(time))
    case .serverTime: return .timestamp(place.moment ?? environment.serverNow)
    case .drawn(let distribution): return random.draw(distribution).value
    case .converted(let inner, let type): return try self.value(inner, span).converted(to: type, span: span)
    case .transform: throw ExpressionError("a transform can only stand for a whole field", span: span)
    }
  }

  // MARK: Parts

  /// A field beyond this could never be stored.
  private static var maximumSize: Int64 { 1 << 20 }

  private mutating func size(_ quantity: Quantity, _ span: Span) throws(ExpressionError) -> Int {
    let size = random.draw(quantity)
    guard size <= Self.maximumSize else {
      throw ExpressionError("\(size) is more than a document can hold (1,048,576 bytes)", span: span)
    }
    return Int(size)
  }

  private mutating func bytes(_ count: Quantity, _ span: Span) throws(ExpressionError) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<(try size(count, span)) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
    return bytes
  }

  private mutating func vector(_ dimension: Quantity, _ span: Span) throws(ExpressionError) -> [Double] {
    var components: [Double] = []
    for _ in 0..<(try size(dimension, span)) { components.append(random.unit() * 2 - 1) }
    return components
  }

  private mutating func map(_ assignments: [FieldAssignment]) throws(ExpressionError) -> Value {
    var fields: [MapValue.Field] = []
    for assignment in assignments {
      let value = try value(assignment.value, assignment.span)
      fields.append(MapValue.Field(name: assignment.path.segments[0], value: value))
    }
    return .map(MapValue(fields))
  }

  private func spread(_ from: TimeReference, _ to: TimeReference) throws(ExpressionError) -> Timestamp {
    if let moment = place.moment { return moment }
    let (start, end) = (try moment(from), try moment(to))
    let interval = TimeSpan(microseconds: end.microseconds - start.microseconds)
    return Spread(.gap).moment(place.number, of: place.count, from: start, over: interval)
  }

  private func moment(_ time: TimeReference) throws(ExpressionError) -> Timestamp {
    try time.moment(clock: place.clock, origin: place.origin, in: environment)
  }
}

extension Value {
  /// The value as another type, as a careless app would store it; a time counts as its milliseconds.
  func converted(to type: FieldType, span: Span) throws(ExpressionError) -> Value {
    let converted: Value? =
      switch (type, self) {
      case (.string, _): .string(Text(interpolationText))
      case (.integer, .timestamp(let time)): .integer(floorDivision(time.microseconds, by: 1000))
      case (.integer, .double(let number)): Int64(exactly: number.rounded(.towardZero)).map(Value.integer)
      case (.integer, .string(let text)): Int64(text.string).map(Value.integer)
      case (.double, .timestamp(let time)): .double(Double(time.microseconds) / 1000)
      case (.double, .integer(let number)): .double(Double(number))
      case (.double, .string(let text)): Double(text.string).map(Value.double)
      case (.boolean, .string(let text)): .boolean(text == "true")
      case (.boolean, .integer(let number)): .boolean(number != 0)
      case (.timestamp, .string(let text)): Timestamp(rfc3339: text.string).map(Value.timestamp)
      case (.timestamp, .integer(let number)):
        Int64(exactly: Int128(number) * 1000).map { .timestamp(Timestamp(microseconds: $0)) }
      case (.integer, .integer), (.double, .double), (.boolean, .boolean), (.timestamp, .timestamp): self
      default: nil
      }
    guard let converted else {
      throw ExpressionError("\(expressionTypeName) cannot be made \(type.rawValue)", span: span)
    }
    return converted
  }
}
