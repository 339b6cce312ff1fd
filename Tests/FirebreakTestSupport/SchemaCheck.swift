package import Foundation

/// As much of JSON Schema as the checks of reports need: types, required and further keys, items, enumerations, patterns,
/// bounds and references.
package struct SchemaCheck {
  private let definitions: [String: Any]
  private let root: [String: Any]

  package init(_ data: Data) throws {
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    definitions = root["definitions"] as? [String: Any] ?? [:]
  }

  /// What is wrong with a document, each with the path to it.
  package func problems(_ data: Data) throws -> [String] {
    try check(JSONSerialization.jsonObject(with: data), root, "$")
  }

  private func check(_ value: Any, _ schema: [String: Any], _ path: String) throws -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = reference.replacing("#/definitions/", with: "")
      guard let definition = definitions[name] as? [String: Any] else { return ["\(path): no definition \(name)"] }
      return try check(value, definition, path)
    }
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { Self.isOf($0, value) }) {
      return ["\(path): not a \(types.joined(separator: " or "))"]
    }
    var problems: [String] = []
    if let text = value as? String { problems += try checkText(text, schema, path) }
    if let allowed = schema["enum"] as? [String], !allowed.contains(value as? String ?? "") {
      problems.append("\(path): `\(value)` is none of \(allowed)")
    }
    if let least = schema["minimum"] as? Int, let number = value as? Int, number < least {
      problems.append("\(path): \(number) is below \(least)")
    }
    if let list = value as? [Any] { problems += try checkList(list, schema, path) }
    if let object = value as? [String: Any] { problems += try checkObject(object, schema, path) }
    return problems
  }

  private func checkText(_ text: String, _ schema: [String: Any], _ path: String) throws -> [String] {
    guard let pattern = schema["pattern"] as? String else { return [] }
    return try Regex(pattern).firstMatch(in: text) == nil ? ["\(path): `\(text)` does not match \(pattern)"] : []
  }

  private func checkList(_ list: [Any], _ schema: [String: Any], _ path: String) throws -> [String] {
    var problems: [String] = []
    if let least = schema["minItems"] as? Int, list.count < least {
      problems.append("\(path): fewer than \(least) items")
    }
    if let most = schema["maxItems"] as? Int, list.count > most { problems.append("\(path): more than \(most) items") }
    if schema["uniqueItems"] as? Bool == true, Set(list.map { "\($0)" }).count != list.count {
      problems.append("\(path): repeated items")
    }
    guard let items = schema["items"] as? [String: Any] else { return problems }
    for (index, item) in list.enumerated() { problems += try check(item, items, "\(path)[\(index)]") }
    return problems
  }

  private func checkObject(_ object: [String: Any], _ schema: [String: Any], _ path: String) throws -> [String] {
    var problems: [String] = []
    for key in schema["required"] as? [String] ?? [] where object[key] == nil {
      problems.append("\(path): no `\(key)`")
    }
    if let least = schema["minProperties"] as? Int, object.count < least { problems.append("\(path): too few members") }
    let properties = schema["properties"] as? [String: Any] ?? [:]
    for (key, member) in object {
      if let known = properties[key] as? [String: Any] {
        problems += try check(member, known, "\(path).\(key)")
      } else if let further = schema["additionalProperties"] as? [String: Any] {
        problems += try check(member, further, "\(path).\(key)")
      } else if schema["additionalProperties"] as? Bool == false {
        problems.append("\(path): unknown `\(key)`")
      }
    }
    return problems
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Bool
    case "null": value is NSNull
    // A number of a JSON object is an integer, a truth value or both here: that a `true` passes is no loss.
    case "integer": value is Int
    case "number": value is Double || value is Int
    default: false
    }
  }
}
