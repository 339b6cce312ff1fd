import FirebreakTestSupport
import FirestoreModel
import RealtimeDatabase

/// Small random rules, data and writes over few keys, so that they meet.
struct RandomRules {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0..<elements.count)] }
  mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }

  static let keys = ["a", "b", "c", "1"]

  mutating func path(_ lengths: Range<Int>) -> RealtimePath {
    let count = number(lengths)
    var keys: [RealtimeKey] = []
    for _ in 0..<count { keys.append(RealtimeKey(pick(Self.keys))) }
    return RealtimePath(keys)
  }

  mutating func node(depth: Int = 0) -> RealtimeNode {
    if depth > 2 || chance(40) {
      switch number(0..<6) {
      case 0: return RealtimeNode(.boolean(chance(50)))
      case 1, 2: return RealtimeNode(.number(Double(number(-1..<3))))
      case 3: return .absent
      default: return RealtimeNode(.string(pick(["", "a", "b", "ab", "1"])))
      }
    }
    var children = RealtimeChildren()
    for _ in 0..<number(1..<4) {
      let key = RealtimeKey(pick(Self.keys))
      children[key] = node(depth: depth + 1)
    }
    return RealtimeNode(children)
  }

  // MARK: Expressions

  /// An expression of a type, often one that ends in an error.
  mutating func boolean(_ variables: [String], _ kind: String, depth: Int = 0) -> String {
    if depth > 3 { return pick(["true", "false", "auth != null", "data.exists()"]) }
    let next = depth + 1
    switch number(0..<14) {
    case 0, 1: return "\(boolean(variables, kind, depth: next)) && \(boolean(variables, kind, depth: next))"
    case 2, 3: return "(\(boolean(variables, kind, depth: next)) || \(boolean(variables, kind, depth: next)))"
    case 4: return "!(\(boolean(variables, kind, depth: next)))"
    case 5:
      return
        "(\(boolean(variables, kind, depth: next)) ? \(boolean(variables, kind, depth: next)) : \(boolean(variables, kind, depth: next)))"
    case 6: return "\(location(kind)).exists()"
    case 7: return "\(location(kind)).hasChild(\(text(variables, kind)))"
    case 8: return "\(location(kind)).hasChildren(['a', \(text(variables, kind))])"
    case 9: return "\(location(kind)).\(pick(["isString", "isNumber", "isBoolean", "hasChildren"]))()"
    case 10: return "\(value(variables, kind)) \(pick(["==", "!=", "===", "!=="])) \(value(variables, kind))"
    case 11: return "\(location(kind)).val() \(pick(["<", "<=", ">", ">="])) \(pick(["1", "'a'", "auth.n", "null"]))"
    case 12: return "\(pick(["\(location(kind)).val()", "auth.uid", "'ab'"])).\(pick(["contains", "beginsWith", "endsWith"]))(\(text(variables, kind)))"
    default: return "(\(value(variables, kind)) + \(text(variables, kind))) == 'ab'"
    }
  }

  mutating func location(_ kind: String) -> String {
    var text = pick(kind == ".read" ? ["data", "root"] : ["data", "root", "newData"])
    for _ in 0..<number(0..<3) { text += pick([".child('a')", ".child('b/c')", ".parent()", ".child(auth.uid)"]) }
    return text
  }

  mutating func text(_ variables: [String], _ kind: String) -> String {
    pick(["'a'", "'b'", "auth.uid", "auth.none", "'' + \(location(kind)).val()"] + variables)
  }

  /// Anything that can be compared and joined.
  mutating func value(_ variables: [String], _ kind: String) -> String {
    pick(["\(location(kind)).val()", "auth.uid", "auth.none", "now", "1", "'a'", "\(location(kind)).val().length"] + variables)
  }

  // MARK: Rules

  /// The members of one location.
  mutating func rules(variables: [String] = [], depth: Int = 0) -> String {
    var members: [String] = []
    for kind in [".read", ".write", ".validate"] where chance(depth == 0 ? 25 : 45) {
      members.append("\"\(kind)\": \(RulesFixture.quoted(boolean(variables, kind)))")
    }
    if depth < 3 {
      for key in Self.keys where chance(30) { members.append("\"\(key)\": {\(rules(variables: variables, depth: depth + 1))}") }
      if chance(50) {
        let name = "$v\(depth)"
        members.append("\"\(name)\": {\(rules(variables: variables + [name], depth: depth + 1))}")
      }
    }
    return members.joined(separator: ", ")
  }
}
