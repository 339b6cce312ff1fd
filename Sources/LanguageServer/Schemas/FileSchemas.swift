import Diagnostics
import JSONRPC
import StructuredText

/// The JSON Schemas of files that users write.
package struct FileSchemas: Hashable, Sendable {
  /// By what names of files end with.
  private let schemas: [String: Node]

  package init(_ texts: [String: String]) {
    schemas = texts.compactMapValues { text in
      JSONReader.read(SourceText(path: "<schema>", text: text)).node
    }
  }

  func schema(of address: String) -> FileSchema? {
    schemas.first { address.hasSuffix($0.key) }.map { FileSchema($0.value) }
  }
}

/// A schema and the parts of it that stand for places of a file.
struct FileSchema {
  private let root: Node

  init(_ root: Node) { self.root = root }

  /// The schemas of a place.
  ///
  /// - Parameter path: the keys that lead to it; nil: an element of an array.
  func schemas(at path: [String?]) -> [Node] {
    var found = alternatives(of: root, depth: 0)
    for key in path {
      found = found.flatMap { schema -> [Node] in
        let next = key.map { Self.members($0, of: schema) } ?? Self.elements(of: schema)
        return next.flatMap { alternatives(of: $0, depth: 0) }
      }
    }
    return found
  }

  private static func members(_ key: String, of schema: Node) -> [Node] {
    if let own = schema.member("properties")?.member(key) { return [own] }
    let patterns = schema.member("patternProperties")?.members.map(\.value) ?? []
    let others = schema.member("additionalProperties").flatMap { $0.isObject ? $0 : nil }
    return patterns + [others].compactMap(\.self)
  }

  private static func elements(of schema: Node) -> [Node] {
    [schema.member("items")].compactMap(\.self) + (schema.member("prefixItems")?.elements ?? [])
  }

  /// A schema with everything that it refers to or is combined from.
  private func alternatives(of schema: Node, depth: Int) -> [Node] {
    guard depth < 16 else { return [] }
    var found = [schema]
    if let reference = schema.member("$ref")?.text, let target = target(of: reference) {
      found += alternatives(of: target, depth: depth + 1)
    }
    for word in ["allOf", "anyOf", "oneOf"] {
      for part in schema.member(word)?.elements ?? [] { found += alternatives(of: part, depth: depth + 1) }
    }
    for word in ["if", "then", "else"] {
      if let part = schema.member(word) { found += alternatives(of: part, depth: depth + 1) }
    }
    return found
  }

  private func target(of reference: String) -> Node? {
    guard reference.hasPrefix("#/") else { return reference == "#" ? root : nil }
    return reference.dropFirst(2).split(separator: "/").reduce(root) { node, part in
      node?.member(String(part.replacing("~1", with: "/").replacing("~0", with: "~")))
    }
  }
}

extension Node {
  var members: [Member] { if case .object(let members) = content { members } else { [] } }
}
