package import Diagnostics
package import FirestoreModel
package import RealtimeDatabase
package import StructuredText

/// What locations of the Realtime Database can see: new keys and existing children.
package protocol RealtimePathEnvironment: PathEnvironment {
  /// A key that sorts by the time it is made.
  mutating func newPushKey() -> Text
  mutating func anyChild(of location: RealtimePath) -> Text?
  /// The child that came into being last.
  mutating func latestChild(of location: RealtimePath) -> Text?
}

extension PathPattern {
  /// Every segment filled in, from left to right.
  package func realtimePath(
    in environment: inout some RealtimePathEnvironment, below location: RealtimePath = .root
  ) throws(ExpressionError) -> RealtimePath {
    var path = location
    for segment in segments { path = path.child(RealtimeKey(try segment.key(in: &environment, below: path))) }
    return path
  }
}

extension TextTemplate {
  /// As a key; `location` is what it stands in.
  func key(
    in environment: inout some RealtimePathEnvironment, below location: RealtimePath
  ) throws(ExpressionError) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .expression(let expression): text += try expression.evaluate(in: environment).interpolationText
      case .newID: text += environment.newPushKey().string
      case .anyChild: text += try existing(environment.anyChild(of: location), location)
      case .latestChild: text += try existing(environment.latestChild(of: location), location)
      }
    }
    return text
  }

  private func existing(_ key: Text?, _ location: RealtimePath) throws(ExpressionError) -> String {
    guard let key else { throw ExpressionError("`\(location)` has no children", span: span) }
    return key.string
  }
}

extension FieldGenerator where Environment: RealtimePathEnvironment {
  /// A value as a client sends it, server values as placeholders.
  package mutating func json(
    _ value: RealtimeFieldValue, at location: RealtimePath, span: Span
  ) throws(ExpressionError) -> JSONValue {
    switch value {
    case .field(let field): return try generated(field, span).json(span)
    case .children(let children):
      var members: [JSONValue.Member] = []
      for child in children {
        let key = try child.key.key(in: &environment, below: location)
        members.append(JSONValue.Member(key, try json(child.value, at: location.child(RealtimeKey(key)), span: span)))
      }
      return .object(members)
    }
  }
}

extension GeneratedField {
  fileprivate func json(_ span: Span) throws(ExpressionError) -> JSONValue {
    switch self {
    case .value(let value): return try value.realtimeJSON(span)
    case .serverTime: return [".sv": "timestamp"]
    case .increment(let amount): return [".sv": ["increment": try amount.realtimeJSON(span)]]
    case .delete: return .null
    case .arrayUnion, .arrayRemove:
      throw ExpressionError("the Realtime Database has no arrays to add to or remove from", span: span)
    }
  }
}

extension Value {
  /// A time is its milliseconds since 1970, as apps store it.
  func realtimeJSON(_ span: Span) throws(ExpressionError) -> JSONValue {
    switch self {
    case .null: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .double(let number):
      guard let json = JSONValue.double(number) else {
        throw ExpressionError("the Realtime Database stores finite numbers only", span: span)
      }
      return json
    case .string(let text): return .string(text.string)
    case .timestamp(let time): return .integer(time.milliseconds)
    case .array(let elements):
      var items: [JSONValue] = []
      for element in elements { items.append(try element.realtimeJSON(span)) }
      return .array(items)
    case .map(let map):
      var members: [JSONValue.Member] = []
      for field in map.fields {
        members.append(JSONValue.Member(field.name.string, try field.value.realtimeJSON(span)))
      }
      return .object(members)
    case .bytes, .reference, .geoPoint, .vector:
      throw ExpressionError("the Realtime Database cannot store \(expressionTypeName)", span: span)
    }
  }
}

extension Timestamp {
  /// Since 1970, rounded down.
  package var milliseconds: Int64 { floorDivision(microseconds, by: 1000) }
}

/// The initial tree of a `data` entry, location by location.
package struct RealtimeDataGenerator {
  private let entry: RealtimeDataEntry
  private let clock: ClockSetting
  private let stream: RandomStream

  /// - Parameter position: of the entry among those of the Realtime Database.
  package init(_ entry: RealtimeDataEntry, at position: Int, seed: UInt64, clock: ClockSetting) {
    self.entry = entry
    self.clock = clock
    stream = RandomStream(seed: seed).stream("rtdb data").stream(Int64(position))
  }

  package func generate(
    _ take: (_ path: RealtimePath, _ node: RealtimeNode) -> Bool
  ) throws(ExpressionError) {
    var combination = LoopCombination(entry.loops)
    guard !combination.isEmpty else { return }
    repeat {
      let random = stream.stream(combination.position)
      var counting = random.stream("count")
      let count = counting.draw(entry.count)
      var number: Int64 = 0
      while number < count {
        let (path, node) = try child(combination.values, random.stream(number), number, of: count)
        guard take(path, node) else { return }
        number += 1
      }
    } while combination.advance()
  }

  private func child(
    _ values: [String: Value], _ random: RandomStream, _ number: Int64, of count: Int64
  ) throws(ExpressionError) -> (RealtimePath, RealtimeNode) {
    // Keys made before the run lie one second apart, the last one just before the start.
    let made = clock.start.milliseconds - (count - number) * 1000
    var environment = InitialRealtimeEnvironment(
      base: InitialEnvironment(values: values, random: random.stream("path"), now: clock.start), milliseconds: made)
    let path = try entry.path.realtimePath(in: &environment)
    if let last = path.last { environment.base.values["id"] = .string(last.text) }
    let place = GenerationPlace(clock: clock, number: number, count: count, origin: clock.start)
    var generator = FieldGenerator(environment: environment, random: random.stream("fields"), place: place)
    let json = try generator.json(entry.value, at: path, span: entry.span)
    do throws(RealtimeWriteError) {
      let value = try RealtimeValue(json, at: path)
      return (path, try value.resolved(over: .absent, now: Double(clock.start.milliseconds)))
    } catch {
      throw ExpressionError("`\(path)` cannot hold this: \(error.clientText(.set))", span: entry.span)
    }
  }
}

/// What initial locations can see: there are no children yet.
private struct InitialRealtimeEnvironment: RealtimePathEnvironment {
  var base: InitialEnvironment
  let milliseconds: Int64
  var now: Timestamp { base.now }
  var serverNow: Timestamp { base.serverNow }

  func value(of variable: String) -> Value? { base.value(of: variable) }
  func value(of field: FieldPath, in variable: String) -> Value? { nil }
  func count(of result: String) -> Int64? { nil }
  func extreme(_ extreme: ResultExtreme, of field: FieldPath, in result: String) -> ResultExtremeAnswer {
    .unknownResult
  }
  mutating func newDocumentID() -> Text { base.newDocumentID() }
  mutating func anyChild(of collection: CollectionPath) -> Text? { nil }
  mutating func latestChild(of collection: CollectionPath) -> Text? { nil }
  mutating func anyChild(of location: RealtimePath) -> Text? { nil }
  mutating func latestChild(of location: RealtimePath) -> Text? { nil }

  mutating func newPushKey() -> Text {
    var generator = PushIDGenerator()
    return generator.next(milliseconds: milliseconds, using: &base.random).key.text
  }
}
