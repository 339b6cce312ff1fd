import FirestoreModel
import FirestoreRulesEvaluator
import StructuredText

// Values of a trace as plain JSON: what JSON has as it is, the rest as the text that rules would write.

extension TraceLine.Outcome {
  init(_ outcome: RuleOutcome) {
    switch outcome {
    case .value(let value):
      var room = TraceValueRoom()
      self = .value(room.json(value) ?? .string(value.text))
    case .error(let error): self = .error(error.message)
    }
  }
}

/// How much of a value a trace shows; larger ones are shown as their shortened text.
private struct TraceValueRoom {
  private var values = 64
  private static let maximumDepth = 8

  /// Nil when there is no room for it.
  mutating func json(_ value: RuleValue, depth: Int = 0) -> JSONValue? {
    values -= 1
    guard values >= 0, depth < Self.maximumDepth else { return nil }
    switch value {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .float(let number): return JSONValue.double(number) ?? .string(value.text)
    case .string(let text): return text.byteCount <= 1000 ? .string(text.string) : nil
    case .timestamp(let time):
      return Timestamp(seconds: time.seconds, nanoseconds: time.nanoseconds).map { .string($0.rfc3339) }
    case .list(let list): return array(list.values, depth)
    case .set(let elements): return array(elements, depth)
    case .map(let map): return object(map, depth)
    case .bytes, .duration, .geoPoint, .path, .mapDiff: return .string(value.text)
    }
  }

  private mutating func array(_ elements: [RuleValue], _ depth: Int) -> JSONValue? {
    var values: [JSONValue] = []
    for element in elements {
      guard let value = json(element, depth: depth + 1) else { return nil }
      values.append(value)
    }
    return .array(values)
  }

  private mutating func object(_ map: RuleMap, _ depth: Int) -> JSONValue? {
    var members: [JSONValue.Member] = []
    for key in map.keys {
      guard let value = map[key], let json = json(value, depth: depth + 1) else { return nil }
      members.append(.init(key.string, json))
    }
    return .object(members)
  }
}
