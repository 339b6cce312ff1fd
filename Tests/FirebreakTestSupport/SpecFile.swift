package import Diagnostics
package import StructuredText

/// A specification file that is wrong: the test stops and says where.
package struct SpecError: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}

/// A file of specification cases in YAML or JSON.
///
/// ```swift
/// @Test("decisions", arguments: try SpecFile.cases("indexes/decisions/cases.yaml"))
/// func decision(_ spec: SpecValue) throws {
///   #expect(try plan(spec["query"].string) == spec["expect"].string)
/// }
/// ```
package enum SpecFile {
  /// The root value of a file named relative to the repository. Throws when the file is missing or not well-formed.
  package static func load(_ path: String) throws -> SpecValue {
    let source = SourceText(path: path, bytes: try RepositoryFiles.bytes(path))
    let result = path.hasSuffix(".json") ? JSONReader.read(source, .comments) : YAMLReader.read(source)
    guard let node = result.valid else {
      let problems = result.diagnostics.map { "\($0.location?.description ?? path): \($0.message)" }
      throw SpecError(problems.joined(separator: "\n"))
    }
    return SpecValue(node, source)
  }

  /// The entries of the list `cases` of a file, or of the file itself when it is a list. Throws when there are none.
  package static func cases(_ path: String) throws -> [SpecValue] {
    let root = try load(path)
    let cases = try root.node.isArray ? root.array : root["cases"].array
    guard !cases.isEmpty else { throw SpecError("\(path): no cases") }
    return cases
  }
}

/// A value of a specification file. Everything that is not as asked for throws, with its place.
package struct SpecValue: Sendable {
  package let node: Node
  package let source: SourceText

  package init(_ node: Node, _ source: SourceText) {
    self.node = node
    self.source = source
  }

  package subscript(key: String) -> SpecValue {
    get throws {
      guard let found = try optional(key) else { throw error("the key `\(key)` is missing") }
      return found
    }
  }

  /// Nil only when the key is absent.
  package func optional(_ key: String) throws -> SpecValue? {
    guard case .object(let members) = node.content else { throw error("expected an object, found \(node.typeName)") }
    return members.first { $0.key == key }.map { SpecValue($0.value, source) }
  }

  package var string: String {
    get throws {
      guard case .string(let text) = node.content else { throw error("expected a string, found \(node.typeName)") }
      return text
    }
  }

  package var boolean: Bool {
    get throws {
      guard case .boolean(let value) = node.content else { throw error("expected a boolean, found \(node.typeName)") }
      return value
    }
  }

  package var integer: Int {
    get throws {
      guard case .number(let text) = node.content, let value = NumberText(text).integer else {
        throw error("expected an integer, found \(node.typeName)")
      }
      return Int(value)
    }
  }

  package var array: [SpecValue] {
    get throws {
      guard case .array(let elements) = node.content else { throw error("expected a list, found \(node.typeName)") }
      return elements.map { SpecValue($0, source) }
    }
  }

  package var strings: [String] { get throws { try array.map { try $0.string } } }

  /// The members in the order of the file.
  package var members: [(key: String, value: SpecValue)] {
    get throws {
      guard case .object(let members) = node.content else { throw error("expected an object, found \(node.typeName)") }
      return members.map { ($0.key, SpecValue($0.value, source)) }
    }
  }

  package var isNull: Bool { node.content == .null }

  /// Throws when the object has a key that is not listed: a mistyped expectation must not pass unnoticed.
  package func allow(_ keys: String...) throws {
    for (key, _) in try members where !keys.contains(key) { throw error("unknown key `\(key)`") }
  }

  /// The value as compact JSON, to compare whole answers.
  package var json: String { JSONWriter.text(JSONValue(node), .compact) }

  package func error(_ message: String) -> SpecError {
    SpecError("\(source.location(node.span).description): \(message)")
  }
}

extension Node {
  var isArray: Bool { if case .array = content { true } else { false } }
}
