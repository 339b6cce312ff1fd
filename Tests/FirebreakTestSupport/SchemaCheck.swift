package import Foundation

/// As much of JSON Schema (draft 2020-12, and what of draft-07 is the same) as our schemas use.
package struct SchemaCheck {
  private let root: [String: Any]
  private let definitions: [String: Any]

  package init(_ data: Data) throws {
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    definitions = (root["$defs"] ?? root["definitions"]) as? [String: Any] ?? [:]
  }

  /// What is wrong with a document, each with the path to it.
  package func problems(_ data: Data) throws -> [String] {
    try check(JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)).problems
  }

  /// An object of a document whose keys are all named by the schema.
  package struct ClosedObject: Hashable {
    /// Keys and positions from the root of the document.
    package var path: [String]
    package var keys: Set<String>
    /// The places of the schema that name the keys.
    package var places: Set<String>
  }

  package struct Answer {
    package var problems: [String] = []
    /// Keys that the schema knows in this object.
    var known: Set<String> = []
    var places: Set<String> = []
    package var closed: [ClosedObject] = []

    mutating func add(_ other: Answer) {
      problems += other.problems
      known.formUnion(other.known)
      places.formUnion(other.places)
      closed += other.closed
    }
  }

  package func check(_ value: Any) throws -> Answer { try check(value, root, [], "#") }

  /// Every place of the schema that names keys.
  package var places: Set<String> { Self.places(root, "#") }

  private static func places(_ schema: Any, _ place: String) -> Set<String> {
    var found: Set<String> = []
    if let list = schema as? [Any] {
      for (index, item) in list.enumerated() { found.formUnion(places(item, "\(place)/\(index)")) }
    }
    guard let members = schema as? [String: Any] else { return found }
    for (key, value) in members {
      if key == "properties", let properties = value as? [String: Any] {
        found.insert(place)
        for (name, property) in properties { found.formUnion(places(property, "\(place)/properties/\(name)")) }
      } else {
        found.formUnion(places(value, "\(place)/\(key)"))
      }
    }
    return found
  }

  private func check(_ value: Any, _ schema: Any, _ path: [String], _ place: String) throws -> Answer {
    let shown = "$" + path.map { Int($0) == nil ? ".\($0)" : "[\($0)]" }.joined()
    if let flag = schema as? Bool {
      return flag ? Answer() : Answer(problems: ["\(shown): not allowed"])
    }
    guard let schema = schema as? [String: Any] else { return Answer(problems: ["\(place): no schema"]) }
    var answer = Answer()
    if let reference = schema["$ref"] as? String {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let definition = definitions[name] else { return Answer(problems: ["\(shown): no definition \(name)"]) }
      answer.add(try check(value, definition, path, "#/\(root["$defs"] == nil ? "definitions" : "$defs")/\(name)"))
    }
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { Self.isOf($0, value) }) {
      return Answer(problems: ["\(shown): not a \(types.joined(separator: " or "))"])
    }
    answer.problems += try scalarProblems(value, schema).map { "\(shown): \($0)" }
    if let list = value as? [Any] { answer.add(try checkList(list, schema, path, place)) }
    if let object = value as? [String: Any] { answer.add(try checkObject(object, schema, path, place)) }
    try checkBranches(value, schema, path, place, &answer)
    if let object = value as? [String: Any] { close(object, schema, path, &answer) }
    return answer
  }

  private func checkBranches(
    _ value: Any, _ schema: [String: Any], _ path: [String], _ place: String, _ answer: inout Answer
  ) throws {
    for word in ["anyOf", "oneOf"] {
      guard let branches = schema[word] as? [Any] else { continue }
      let answers = try branches.enumerated().map { try check(value, $1, path, "\(place)/\(word)/\($0)") }
      let matching = answers.filter(\.problems.isEmpty)
      for match in matching { answer.add(match) }
      if matching.isEmpty || word == "oneOf" && matching.count > 1 {
        let fewest = answers.min { $0.problems.count < $1.problems.count }?.problems ?? []
        answer.problems.append(
          "$\(path.map { ".\($0)" }.joined()): \(matching.count) of \(word) match: \(fewest.joined(separator: "; "))")
      }
    }
  }

  /// Keys that nothing names, where the schema wants all of them named.
  private func close(_ object: [String: Any], _ schema: [String: Any], _ path: [String], _ answer: inout Answer) {
    let isClosed = ["additionalProperties", "unevaluatedProperties"].contains { schema[$0] as? Bool == false }
    guard isClosed else { return }
    let unknown = object.keys.filter { !answer.known.contains($0) }.sorted()
    answer.problems += unknown.map { "$\(path.map { ".\($0)" }.joined()): unknown `\($0)`" }
    answer.closed.append(ClosedObject(path: path, keys: answer.known, places: answer.places))
    (answer.known, answer.places) = ([], [])
  }

  private func scalarProblems(_ value: Any, _ schema: [String: Any]) throws -> [String] {
    var problems: [String] = []
    if let text = value as? String {
      if let pattern = schema["pattern"] as? String, try Regex(pattern).firstMatch(in: text) == nil {
        problems.append("`\(text)` does not match \(pattern)")
      }
      if let least = schema["minLength"] as? Int, text.count < least { problems.append("a text too short") }
    }
    if let allowed = schema["enum"] as? [String], !allowed.contains(value as? String ?? "") {
      problems.append("`\(value)` is none of \(allowed)")
    }
    if let constant = schema["const"] as? Int, Self.number(value) != Double(constant) {
      problems.append("is not \(constant)")
    }
    if let number = Self.number(value) {
      if let least = Self.number(schema["minimum"]), number < least {
        problems.append("\(value) is below \(schema["minimum"] ?? least)")
      }
      if let most = Self.number(schema["maximum"]), number > most {
        problems.append("\(value) is above \(schema["maximum"] ?? most)")
      }
    }
    return problems
  }

  private func checkList(
    _ list: [Any], _ schema: [String: Any], _ path: [String], _ place: String
  ) throws -> Answer {
    var answer = Answer()
    let shown = "$" + path.map { ".\($0)" }.joined()
    if let least = schema["minItems"] as? Int, list.count < least {
      answer.problems.append("\(shown): fewer than \(least) items")
    }
    if let most = schema["maxItems"] as? Int, list.count > most {
      answer.problems.append("\(shown): more than \(most) items")
    }
    if schema["uniqueItems"] as? Bool == true, Set(list.map { "\($0)" }).count != list.count {
      answer.problems.append("\(shown): repeated items")
    }
    guard let items = schema["items"] else { return answer }
    for (index, item) in list.enumerated() {
      answer.add(inner: try check(item, items, path + [String(index)], "\(place)/items"))
    }
    return answer
  }

  private func checkObject(
    _ object: [String: Any], _ schema: [String: Any], _ path: [String], _ place: String
  ) throws -> Answer {
    var answer = Answer()
    let shown = "$" + path.map { ".\($0)" }.joined()
    for key in schema["required"] as? [String] ?? [] where object[key] == nil {
      answer.problems.append("\(shown): no `\(key)`")
    }
    if let least = schema["minProperties"] as? Int, object.count < least {
      answer.problems.append("\(shown): too few members")
    }
    if let most = schema["maxProperties"] as? Int, object.count > most {
      answer.problems.append("\(shown): too many members")
    }
    let properties = schema["properties"] as? [String: Any] ?? [:]
    if !properties.isEmpty {
      answer.known = Set(properties.keys)
      answer.places = [place]
    }
    for (key, member) in object.sorted(by: { $0.key < $1.key }) {
      if let known = properties[key] {
        answer.add(inner: try check(member, known, path + [key], "\(place)/properties/\(key)"))
      } else if let further = schema["additionalProperties"], further as? Bool != false {
        answer.add(inner: try check(member, further, path + [key], "\(place)/additionalProperties"))
        answer.known.insert(key)
      }
    }
    return answer
  }

  /// Numbers are integers where they are written so.
  private static func number(_ value: Any?) -> Double? { value as? Double ?? (value as? Int).map(Double.init) }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Bool
    case "null": value is NSNull
    case "integer": number(value).map { $0 == $0.rounded() } ?? false
    case "number": number(value) != nil
    default: false
    }
  }
}

extension SchemaCheck.Answer {
  /// Of a member or an element: its keys are its own.
  fileprivate mutating func add(inner other: SchemaCheck.Answer) {
    problems += other.problems
    closed += other.closed
  }
}
