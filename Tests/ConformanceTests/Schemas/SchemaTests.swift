import Diagnostics
import FirebreakTestSupport
import Foundation
import FirestoreModel
import Metering
import Project
import RulesTesting
import StructuredText
import Testing
import Workloads

/// The published schemas say what the readers say: they take every file of this repository, and name exactly the keys that
/// the readers know.
@Suite("Schemas") struct SchemaTests {
  enum Kind: String, CaseIterable {
    case firebreak, workload, cases
    case priceBook = "price-book"
    case realtimePriceBook = "rtdb-price-book"

    var schema: SchemaCheck {
      get throws { try SchemaCheck(Data(RepositoryFiles.bytes("schemas/\(rawValue).schema.json"))) }
    }

    /// Files of the repository, and those beside this test, which have what no sample has.
    var files: [String] {
      let own = "Tests/ConformanceTests/Schemas/Files/\(rawValue)"
      let written = ["json", "yaml"].map { "\(own).\($0)" }.filter {
        FileManager.default.fileExists(atPath: RepositoryFiles.root.appending(path: $0).path())
      }
      let found =
        switch self {
        case .workload: RepositoryFiles.paths(below: "samples", suffix: ".workload.yaml")
        case .cases: RepositoryFiles.paths(below: "rules", suffix: "cases.yaml")
        case .priceBook: RepositoryFiles.paths(below: "samples/sync/books", suffix: ".yaml")
        case .firebreak, .realtimePriceBook: [String]()
        }
      return written + found
    }

    /// What the reader of such files finds wrong with a text.
    func findings(in text: String) -> [Diagnostic] {
      let source = SourceText(path: "folder/\(rawValue)", text: text)
      switch self {
      case .firebreak: return FirebreakSettingsReader.read(source).findings
      case .workload: return WorkloadReader.read(source).diagnostics
      case .cases: return CaseFile.read(source, database: DatabaseName(project: "p")).findings
      case .priceBook: return book(source) { _ = PriceBook.read($0, $1) }
      case .realtimePriceBook: return book(source) { _ = RealtimePriceBook.read($0, $1) }
      }
    }

    private func book(_ source: SourceText, _ read: (Node, NodeDecoding) -> Void) -> [Diagnostic] {
      let result = YAMLReader.read(source)
      let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
      if let root = result.valid { read(root, decoding) }
      return decoding.diagnostics
    }
  }

  @Test("a schema takes every file of its kind", arguments: Kind.allCases)
  func samples(kind: Kind) throws {
    let schema = try kind.schema
    #expect(!kind.files.isEmpty)
    for path in kind.files {
      #expect(try schema.check(Self.tree(of: path).plain).problems == [], "\(path)")
      let text = String(decoding: try RepositoryFiles.bytes(path), as: UTF8.self)
      #expect(kind.findings(in: text).filter { $0.code == .unknownKey || $0.isInputFailure } == [], "\(path)")
    }
  }

  @Test("a schema names exactly the keys that the reader knows", arguments: Kind.allCases)
  func keys(kind: Kind) throws {
    let schema = try kind.schema
    var seen: Set<Set<String>> = []
    for path in kind.files {
      let tree = try Self.tree(of: path)
      for object in try schema.check(tree.plain).closed where seen.insert(object.places).inserted {
        let changed = tree.adding(Self.strange, at: object.path[...])
        let findings = kind.findings(in: JSONWriter.text(changed.json))
        let said = findings.first { $0.code == .unknownKey && $0.message.contains(Self.strange) }
        let known = try #require(said, "\(path) \(object.path)").help?.split(separator: "`").enumerated()
          .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        #expect(Set(known ?? []) == object.keys, "\(path) \(object.path)")
      }
    }
    #expect(schema.places.subtracting(seen.reduce([]) { $0.union($1) }).sorted() == [], "in no file")
  }

  private static let strange = "zzqqxx"

  private static func tree(of path: String) throws -> Node {
    let source = SourceText(path: path, text: String(decoding: try RepositoryFiles.bytes(path), as: UTF8.self))
    return try #require(path.hasSuffix(".json") ? JSONReader.read(source).valid : YAMLReader.read(source).valid)
  }
}

extension Node {
  /// As the checks of schemas take it.
  fileprivate var plain: Any {
    switch content {
    case .null: NSNull()
    case .boolean(let value): value
    case .number(let text): NumberText(text).double
    case .string(let text): text
    case .array(let items): items.map(\.plain)
    case .object(let members):
      Dictionary(members.map { ($0.key, $0.value.plain) }) { first, _ in first }
    }
  }

  fileprivate var json: JSONValue {
    switch content {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let text): .number(text)
    case .string(let text): .string(text)
    case .array(let items): .array(items.map(\.json))
    case .object(let members): .object(members.map { JSONValue.Member($0.key, $0.value.json) })
    }
  }

  fileprivate func adding(_ key: String, at path: ArraySlice<String>) -> Node {
    var node = self
    switch content {
    case .object(var members):
      if let next = path.first {
        members = members.map { member in
          var member = member
          if member.key == next { member.value = member.value.adding(key, at: path.dropFirst()) }
          return member
        }
      } else {
        members.append(Node.Member(key: key, keySpan: span, value: Node(.null, span: span)))
      }
      node.content = .object(members)
    case .array(var items):
      if let position = path.first.flatMap({ Int($0) }) {
        items[position] = items[position].adding(key, at: path.dropFirst())
      }
      node.content = .array(items)
    case .null, .boolean, .number, .string: break
    }
    return node
  }
}
