import FirebreakTestSupport
import FirestoreModel
import QueryModel

/// A value as documents hold it, with its text in rules.
struct RandomLiteral {
  var value: Value
  var text: String
}

/// Random conditions over a small set of fields and values, some of them after the filters of a query.
struct RandomRules {
  var generator: SeededGenerator

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  // MARK: - Values

  static let fields = ["a", "b", "n", "s", "t", "m", "m.k"]

  static let literals: [RandomLiteral] = [
    .init(value: .string("u1"), text: "'u1'"), .init(value: .string("u2"), text: "'u2'"),
    .init(value: .string("x"), text: "'x'"), .init(value: .string(""), text: "''"),
    .init(value: .string("Ω"), text: "'Ω'"), .init(value: .string("\u{FFFD}"), text: "'\u{FFFD}'"),
    .init(value: .integer(0), text: "0"), .init(value: .integer(1), text: "1"), .init(value: .integer(2), text: "2"),
    .init(value: .integer(-1), text: "-1"), .init(value: .double(1), text: "1.0"),
    .init(value: .double(1.5), text: "1.5"), .init(value: .integer(.max), text: "9223372036854775807"),
    .init(value: .boolean(true), text: "true"), .init(value: .boolean(false), text: "false"),
    .init(value: .null, text: "null"), .init(value: .array([.string("u1")]), text: "['u1']"),
    .init(value: .array([.integer(1)]), text: "[1]"), .init(value: .array([]), text: "[]"),
    .init(value: .array([.string("u1"), .string("x")]), text: "['u1', 'x']"),
    .init(value: .map(["k": .integer(1)]), text: "{'k': 1}"),
    .init(value: .map(["k": .string("x")]), text: "{'k': 'x'}"),
    .init(value: .timestamp(Timestamp(microseconds: 1_800_000_000_000_000)), text: "request.time"),
    .init(value: .timestamp(Timestamp(microseconds: 1_000_000)), text: "timestamp.value(1000)"),
  ]

  /// Values that rules have no literal for.
  static let otherValues: [Value] = [
    .double(.nan), .double(-0.0), .double(.infinity), .bytes([1]), .geoPoint(GeoPoint(latitude: 1, longitude: 2)),
    .vector([0, 1]), .array([.integer(1), .double(.nan)]), .array([.map(["k": .double(1)])]),
    .map(["k": .array([.integer(2)])]), .map(["k": .null, "j": .boolean(true)]),
    .reference(
      DocumentName(
        database: ProvingFixture.database,
        path: DocumentPath(collection: CollectionPath(parent: nil, id: "k"), id: "k1"))),
  ]

  mutating func literal() -> RandomLiteral { pick(RandomRules.literals) }

  mutating func value() -> Value { chance(80) ? literal().value : pick(RandomRules.otherValues) }

  // MARK: - Conditions

  /// - Parameter hints: conditions that the query is likely to imply.
  mutating func condition(_ hints: [String], depth: Int) -> String {
    if depth == 0 || chance(30) { return chance(65) && !hints.isEmpty ? pick(hints) : atom() }
    let (first, second) = (condition(hints, depth: depth - 1), condition(hints, depth: depth - 1))
    switch Int.random(in: 0..<12, using: &generator) {
    case 0..<5: return "(\(first) && \(second))"
    case 5..<9: return "(\(first) || \(second))"
    case 9: return "!(\(first))"
    case 10: return "(\(first) ? \(second) : \(condition(hints, depth: depth - 1)))"
    default: return chance(50) ? "same(\(first))" : "(\(first) || !(\(first)))"
    }
  }

  static let functions = """
    function same(x) { return x; }
    function isOwner(data) { let uid = request.auth.uid; return data.a == uid || uid in data.t; }
    function either(x, y) { return x == y || x != y; }
    function known() { return get(/databases/$(database)/documents/k/k1).data; }
    """

  private mutating func atom() -> String {
    let field = "resource.data.\(pick(RandomRules.fields))"
    let other = "resource.data.\(pick(RandomRules.fields))"
    let (x, y) = (literal().text, literal().text)
    let op = pick(["==", "!=", "<", "<=", ">", ">="])
    let name = pick(["a", "b", "n", "s", "t", "m", "z"])
    let member = pick(["hasAll", "hasAny", "hasOnly"])
    let type = pick(["string", "int", "float", "number", "bool", "list", "map", "timestamp", "path", "latlng", "bytes"])
    let templates: [String] = [
      "\(field) \(op) \(x)", "\(x) \(op) \(field)", "\(field) \(op) \(other)", "\(field) == request.auth.uid",
      "\(field) in [\(x), \(y)]", "\(x) in \(field)", "\(field) is \(type)", "\(field)", "!\(field)",
      "'\(name)' in resource.data", "'k' in resource.data.m", "resource.data.get('\(name)', \(x)) \(op) \(y)",
      "resource.data.get(['m', 'k'], \(x)) == \(y)", "resource.data.keys().\(member)(['\(name)', 'a'])",
      "resource.data.t.\(member)([\(x), 'u1'])", "['u1', \(x)].\(member)(\(field))", "\(field).size() \(op) 1",
      "resource.data.t.toSet().\(member)([\(x)])", "resource.data.t.concat([\(x)]).\(member)([\(x)])",
      "resource.data.s.matches('u.*')", "resource.data.s.lower() \(op) \(x)", "resource.data.s + 'x' == \(x)",
      "\(field) + 1 \(op) \(x)", "-\(field) \(op) \(x)", "\(field) % 2 == 0", "math.isNaN(\(field))",
      "int(\(field)) == \(x)", "string(\(field)) == \(x)", "\(field)[0] == \(x)", "\(field)[0:1] == \(x)",
      "resource.data.m[resource.data.s] == \(x)", "resource.data[request.auth.uid] == \(x)", "\(field) == \(field)",
      "resource.data.m == {'k': \(x)}", "[\(field), \(x)] == [\(x), \(x)]", "{'k': \(field)}.k \(op) \(x)",
      "\(field) in {'u1': 1, 'x': 2}", "resource.data.size() \(op) 1", "resource.data == {'a': \(x)}",
      "resource.data.diff({'a': \(x)}).affectedKeys().\(member)(['\(name)'])", "d == 'u1'", "d != \(field)",
      "d.size() > 0", "resource.id == d", "d > 'a'", "resource.__name__ == /databases/$(database)/documents/c/u1",
      "resource.__name__[3] == 'c'", "request.auth.uid == 'u1'", "request.auth != null",
      "request.auth.token.admin == true",
      "request.query.limit == null", "request.query.limit <= 10", "request.query.orderBy.size() == 0",
      "request.method == 'list'", "request.path[3] == 'c'", "'query' in request", "resource != null", "true", "false",
      "known().v == \(field)", "known().t.\(member)([\(field)])", "\(field) in known().t",
      "exists(/databases/$(database)/documents/k/$(\(field)))",
      "exists(/databases/$(database)/documents/k/$(request.auth.uid))",
      "get(/databases/$(database)/documents/k/$(d)).data.v == 1", "get(/databases/$(database)/documents/k/k2) == null",
      "isOwner(resource.data)", "either(\(field), \(other))", "debug(\(field)) == \(x)",
      "timestamp.date(2020, 1, 1) < \(field)",
      "\(field).toMillis() > 0", "\(field).year() == 2027", "hashing.md5(\(field)).size() == 16",
      "path(\(field)) == \(x)",
    ]
    return pick(templates)
  }
}

extension RandomRules {
  /// Conditions that a filter implies, nearly implies, or contradicts.
  mutating func hints(for predicate: Predicate) -> [String] {
    if predicate.path.isDocumentName { return ["d == 'u1'", "d >= 'u1'", "d < 'x'"] }
    let field = "resource.data.\(predicate.path.segments.map(\.string).joined(separator: "."))"
    func text(_ operand: Operand) -> String? {
      RandomRules.literals.first { .value($0.value) == operand }?.text
    }
    let root = predicate.path.segments[0]
    let (type, limit) = (pick(["int", "float", "number", "string", "list", "bool"]), literal().text)
    var hints = [
      "'\(root)' in resource.data", "resource.data.keys().hasAny(['\(root)'])", "\(field) is \(type)",
      "(\(field) < \(limit) || \(field) >= \(limit))", "(\(field) == \(limit) || \(field) != \(limit))",
    ]
    switch predicate.test {
    case .equal(let operand):
      if let text = text(operand) {
        hints += [
          "\(field) == \(text)", "\(field) in [\(text), 'x']", "\(field) >= \(text)", "!(\(field) < \(text))",
          "\(field) != 'other'", "resource.data.get('\(root)', 7) != 7", "same(\(field)) == \(text)",
        ]
      }
    case .isNull: hints.append("\(field) == null")
    case .isNaN: hints.append("math.isNaN(\(field))")
    case .contains(let operand):
      hints += ["\(field) is list", "\(field).size() > 0"]
      if let text = text(operand) {
        hints += ["\(text) in \(field)", "\(field).hasAny([\(text), 7])", "\(field).hasAll([\(text)])"]
      }
    case .lessThan(let operand), .lessThanOrEqual(let operand):
      if let text = text(operand) { hints += ["\(field) <= \(text)", "\(field) < \(text)", "\(field) != '\(field)'"] }
    case .greaterThan(let operand), .greaterThanOrEqual(let operand):
      if let text = text(operand) { hints += ["\(field) >= \(text)", "\(field) > \(text)", "!(\(field) < \(text))"] }
    case .notEqual(let operand):
      hints.append("\(field) != null")
      if let text = text(operand) { hints += ["\(field) != \(text)", "!(\(field) == \(text))"] }
    case .notIn(let operands):
      for operand in operands { if let text = text(operand) { hints.append("\(field) != \(text)") } }
    case .notInUnknown: break
    case .isNotNull, .isNotNaN: hints.append("\(field) != null")
    }
    return hints
  }
}
