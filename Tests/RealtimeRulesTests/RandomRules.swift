import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase
import RealtimeRules
import StructuredText

/// Small random rules, data and writes over few keys, so that they meet.
struct RandomRules {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0..<elements.count)] }
  mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }

  static let keys = ["a", "b", "c", "1"]
  /// Among them texts that look alike and are not, and one whose units and bytes count differently.
  static let texts = ["", "a", "b", "ab", "1", "Ab", "a.b", "aab/b", "\u{e9}", "e\u{301}", "\u{1F335}b"]

  mutating func path(_ lengths: Range<Int>) -> RealtimePath {
    let count = number(lengths)
    var keys: [RealtimeKey] = []
    for _ in 0..<count { keys.append(RealtimeKey(pick(Self.keys))) }
    return RealtimePath(keys)
  }

  mutating func node(depth: Int = 0) -> RealtimeNode {
    let priority = chance(20) ? priority() : nil
    if depth > 2 || chance(40) {
      switch number(0..<7) {
      case 0: return RealtimeNode(.boolean(chance(50)), priority: priority)
      case 1, 2: return RealtimeNode(.number(Double(number(-2..<6)) / 2), priority: priority)
      case 3: return .absent
      default: return RealtimeNode(.string(Text(pick(Self.texts))), priority: priority)
      }
    }
    var children = RealtimeChildren()
    for _ in 0..<number(1..<4) {
      let key = RealtimeKey(pick(Self.keys))
      children[key] = node(depth: depth + 1)
    }
    return RealtimeNode(children, priority: priority)
  }

  mutating func priority() -> RealtimePriority {
    chance(50) ? .number(Double(number(0..<3))) : .string(Text(pick(["a", "ab", "1"])))
  }

  // MARK: Expressions

  /// An expression of a type, often one that ends in an error.
  mutating func boolean(_ variables: [String], _ kind: String, depth: Int = 0) -> String {
    if depth > 3 { return pick(["true", "false", "auth != null", "data.exists()"]) }
    let next = depth + 1
    switch number(0..<18) {
    case 14: return "\(receiver(variables, kind)).matches(/\(pattern())/\(pick(["", "i"])))"
    case 15: return "\(number(variables, kind)) \(pick(["<", "<=", ">", ">=", "==", "!="])) \(number(variables, kind))"
    case 16: return "\(changed(variables, kind)) \(pick(["==", "!=", "<", ">="])) \(text(variables, kind))"
    case 17 where kind == ".read": return asked()
    case 17: return "newData.val() \(pick(["==", "!="])) data.val()"
    case 0, 1: return "\(boolean(variables, kind, depth: next)) && \(boolean(variables, kind, depth: next))"
    case 2, 3: return "(\(boolean(variables, kind, depth: next)) || \(boolean(variables, kind, depth: next)))"
    case 4: return "!(\(boolean(variables, kind, depth: next)))"
    case 5:
      return
        "(\(boolean(variables, kind, depth: next)) ? \(boolean(variables, kind, depth: next)) : \(boolean(variables, kind, depth: next)))"
    case 6: return "\(location(variables, kind)).exists()"
    case 7: return "\(location(variables, kind)).hasChild(\(text(variables, kind)))"
    case 8: return "\(location(variables, kind)).hasChildren(['a', \(text(variables, kind))])"
    case 9: return "\(location(variables, kind)).\(pick(["isString", "isNumber", "isBoolean", "hasChildren"]))()"
    case 10: return "\(value(variables, kind)) \(pick(["==", "!=", "===", "!=="])) \(value(variables, kind))"
    case 11:
      return
        "\(location(variables, kind)).val() \(pick(["<", "<=", ">", ">="])) \(pick(["1", "'a'", "auth.n", "null"]))"
    case 12:
      return "\(receiver(variables, kind)).\(pick(["contains", "beginsWith", "endsWith"]))(\(text(variables, kind)))"
    default: return "(\(value(variables, kind)) + \(text(variables, kind))) == 'ab'"
    }
  }

  mutating func location(_ variables: [String], _ kind: String) -> String {
    var text = pick(kind == ".read" ? ["data", "root"] : ["data", "root", "newData"])
    for _ in 0..<number(0..<3) {
      let below = [".child('a')", ".child('b/c')", ".parent()", ".child(auth.uid)", "['child']('c')"]
      text += pick(below + variables.map { ".child(\($0))" } + variables.map { ".child('a/' + \($0))" })
    }
    return text
  }

  /// What methods of texts are called on.
  mutating func receiver(_ variables: [String], _ kind: String) -> String {
    pick(
      [
        "\(location(variables, kind)).val()", "auth.uid", "'ab'", "auth.token.email", "auth['uid']",
        "\(location(variables, kind)).getPriority()",
      ] + variables)
  }

  mutating func changed(_ variables: [String], _ kind: String) -> String {
    let receiver = receiver(variables, kind)
    switch number(0..<3) {
    case 0: return "\(receiver).toLowerCase()"
    case 1: return "\(receiver).toUpperCase()"
    default: return "\(receiver).replace(\(text(variables, kind)), \(text(variables, kind)))"
    }
  }

  mutating func number(_ variables: [String], _ kind: String, depth: Int = 0) -> String {
    if depth < 2, chance(50) {
      let sign = pick(["+", "-", "*", "/", "%"])
      return "(\(number(variables, kind, depth: depth + 1)) \(sign) \(number(variables, kind, depth: depth + 1)))"
    }
    return pick([
      "\(location(variables, kind)).val()", "\(location(variables, kind)).getPriority()", "now", "0", "1", "2.5",
      "-auth.n", "auth.n", "auth.none",
      "\(location(variables, kind)).val().length", "auth.uid.length",
    ])
  }

  /// What a read says of its query.
  mutating func asked() -> String {
    switch number(0..<6) {
    case 0: return "query.\(pick(["orderByKey", "orderByPriority", "orderByValue"]))"
    case 1: return "query.orderByChild \(pick(["==", "!="])) \(pick(["'a'", "'b/c'", "null"]))"
    case 2:
      return
        "query.\(pick(["startAt", "endAt", "equalTo"])) \(pick(["==", "!="])) \(pick(["'a'", "1", "null", "auth.uid"]))"
    case 3: return "query.\(pick(["startAt", "endAt", "equalTo"])) \(pick(["<=", ">"])) \(pick(["'a'", "1"]))"
    default: return "query.\(pick(["limitToFirst", "limitToLast"])) \(pick(["<=", "==", ">"])) \(pick(["2", "1"]))"
    }
  }

  // MARK: Patterns

  mutating func pattern() -> String {
    let alternatives = (0..<pick([1, 1, 2])).map { _ in sequence(0) }
    return (chance(40) ? "^" : "") + alternatives.joined(separator: "|") + (chance(40) ? "$" : "")
  }

  private mutating func sequence(_ depth: Int) -> String {
    (0..<number(1..<4)).map { _ in
      let part =
        depth < 2 && chance(20)
        ? "(\(sequence(depth + 1))\(chance(50) ? "|" + sequence(depth + 1) : ""))"
        : pick([
          "a", "b", "A", ".", "1", "\\d", "\\w", "\\S", "\\W", "\\.", "[ab]", "[^a]", "[a-c1]", "[\\w.]", "\u{e9}",
        ])
      return part + pick(["", "", "", "?", "*", "+", "{2}", "{1,2}", "{0,1}", "{2,}"])
    }.joined()
  }

  // MARK: Queries

  /// A query as text, and as it was drawn. Nil: a plain read.
  mutating func query() throws -> (spec: RealtimeQuerySpec, drawn: NaiveQuery)? {
    if chance(30) { return nil }
    var drawn = NaiveQuery()
    var parts: [String] = []
    switch number(0..<5) {
    case 0: (drawn.order, parts) = (.key, ["orderByKey"])
    case 1: (drawn.order, parts) = (.value, ["orderByValue"])
    case 2: (drawn.order, parts) = (.priority, ["orderByPriority"])
    case 3: (drawn.order, parts) = (.child("a"), ["orderByChild=a"])
    default: (drawn.order, parts) = (.child("b/c"), ["orderByChild=b/c"])
    }
    func value() -> (String, NaiveRules.Value) {
      let texts = [("\"a\"", NaiveRules.text("a")), ("\"ab\"", NaiveRules.text("ab"))]
      if drawn.order == .key { return pick(texts) }
      return pick(texts + [("1", .number(1)), ("2", .number(2)), ("null", .null)])
    }
    if chance(25) {
      let (text, equal) = value()
      (drawn.equal, parts) = (equal, parts + ["equalTo=\(text)"])
    } else {
      if chance(40) {
        let (text, start) = value()
        (drawn.startAt, parts) = (start, parts + ["\(pick(["startAt", "startAfter"]))=\(text)"])
      }
      if chance(40) {
        let (text, end) = value()
        (drawn.endAt, parts) = (end, parts + ["endBefore=\(text)"])
      }
    }
    switch number(0..<3) {
    case 0: (drawn.first, parts) = (2, parts + ["limitToFirst=2"])
    case 1: (drawn.last, parts) = (1, parts + ["limitToLast=1"])
    default: break
    }
    let spec = try RealtimeQuerySpec(parsing: SourceText(path: "query", text: parts.joined(separator: "&")))
    // By priority and all of it: that is the plain read.
    if drawn == NaiveQuery() { return nil }
    return (spec, drawn)
  }

  mutating func assumptions() -> RealtimeAssumptions {
    let switches: [RealtimeSwitch] = [.sentinelEquality, .listenOrderByKey, .equalToSetsBounds, .stringLength]
    return RealtimeAssumptions(alternatives: Set(switches.filter { _ in chance(20) }))
  }

  mutating func auth() -> RealtimeNode {
    pick([
      .absent, RealtimeNode(claims: ["uid": "a", "n": 1]),
      RealtimeNode(claims: ["uid": "ab", "n": -2, "token": ["email": "Ab@a.b"]]),
      RealtimeNode(claims: ["uid": "b", "token": ["email": "a"], "none": ["length": 2, "a": true]]),
    ])
  }

  mutating func text(_ variables: [String], _ kind: String, depth: Int = 0) -> String {
    if depth > 0 { return pick(["'a'", "auth.uid"] + variables) }
    return pick(
      ["'a'", "'b'", "''", "auth.uid", "auth.none", "'' + \(location(variables, kind)).val()", "'a/' + auth.uid"]
        + variables)
  }

  /// Anything that can be compared and joined.
  mutating func value(_ variables: [String], _ kind: String) -> String {
    pick(
      [
        "\(location(variables, kind)).val()", "auth.uid", "auth.none", "now", "1", "'a'",
        "\(location(variables, kind)).val().length", "\(location(variables, kind)).getPriority()", "auth['n']",
        "auth.none[\(text(variables, kind, depth: 1))]", "auth.token.email",
      ] + variables)
  }

  // MARK: Rules

  /// The members of one location.
  mutating func rules(variables: [String] = [], depth: Int = 0) -> String {
    var members: [String] = []
    for kind in [".read", ".write", ".validate"] where chance(depth == 0 ? 25 : 45) {
      members.append("\"\(kind)\": \(RulesFixture.quoted(boolean(variables, kind)))")
    }
    if depth < 3 {
      for key in Self.keys where chance(30) {
        members.append("\"\(key)\": {\(rules(variables: variables, depth: depth + 1))}")
      }
      if chance(50) {
        let name = "$v\(depth)"
        members.append("\"\(name)\": {\(rules(variables: variables + [name], depth: depth + 1))}")
      }
    }
    return members.joined(separator: ", ")
  }
}
