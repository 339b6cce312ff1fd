import Diagnostics
import FirestoreModel
import IndexCatalog
import QueryPlanner
import QueryScanner
import QueryShapes
import StructuredText

/// The index definitions that a document shows. They count as declared for the queries of the same document, beside
/// those of the project: a design is judged as it would be once it is built.
struct DocumentIndexes {
  private(set) var composites: [IndexDefinition] = []
  private(set) var overrides: [FieldOverride] = []
  private(set) var findings: [Diagnostic] = []

  /// By the path of the document.
  static func all(in sources: SourceQueries, edition: Edition) -> [String: DocumentIndexes] {
    var documents: [String: DocumentIndexes] = [:]
    for fragment in sources.fragments where fragment.kind == .indexes {
      documents[fragment.source.path, default: DocumentIndexes()].add(fragment, edition)
    }
    return documents
  }

  private mutating func add(_ fragment: DocumentFragment, _ edition: Edition) {
    let reading = JSONReader.read(fragment.json, .lenient)
    let completed = reading.node == nil ? fragment.completedJSON.flatMap { JSONReader.read($0, .lenient).node } : nil
    // An entry that is cut off is none.
    guard let node = reading.node ?? completed.flatMap({ $0.hasMember("collectionGroup") ? nil : $0 }) else {
      // What is only nested too deeply is all there.
      if fragment.depth > ReadLimits().depth {
        findings += reading.diagnostics
      } else if !fragment.leavesOut, let problem = reading.diagnostics.first {
        findings.append(Self.unread(problem))
      }
      return
    }
    let file = IndexFile(reading: Self.file(node), of: fragment.source, edition: edition)
    composites += file.catalog.composites.filter { !composites.contains($0) }
    overrides += file.catalog.overrides.filter { !overrides.contains($0) }
    // What a definition lacks to be one is a mistake wherever it stands; what a file would need is not.
    findings += file.diagnostics.filter { $0.code == .invalidIndexDefinition || $0.code == .indexNotNecessary }
  }

  /// FB0013 for definitions that do not count because of a slip in their text.
  private static func unread(_ problem: Diagnostic) -> Diagnostic {
    Diagnostic(
      .malformedInput, "the index definitions of this block are not read: \(problem.message)", at: problem.location,
      severity: .warning, notes: ["queries of the document are judged without them"], help: problem.help)
  }

  /// One definition, or several, as the file that would hold them; of a file that shows only overrides, the whole.
  private static func file(_ node: Node) -> Node {
    let definitions: [Node]
    switch node.content {
    case .object(let members):
      if !members.contains(where: { $0.key == "collectionGroup" }) {
        guard !members.contains(where: { $0.key == "indexes" }), members.contains(where: { $0.key == "fieldOverrides" })
        else {
          return node
        }
        let none = Node.Member(key: "indexes", keySpan: node.span, value: Node(.array([]), span: node.span))
        return Node(.object([none] + members), span: node.span)
      }
      definitions = [node]
    case .array(let elements): definitions = elements
    case .null, .boolean, .number, .string: return node
    }
    let overrides = definitions.filter { $0.hasMember("fieldPath") && !$0.hasMember("fields") }
    let composites = definitions.filter { !$0.hasMember("fieldPath") || $0.hasMember("fields") }
    let parts = [("indexes", composites), ("fieldOverrides", overrides)]
    return Node(
      .object(
        parts.map { name, nodes in
          Node.Member(key: name, keySpan: node.span, value: Node(.array(nodes), span: node.span))
        }), span: node.span)
  }

  /// The judge of the project with the definitions of the document added.
  func judge(_ judge: QueryJudge, of path: String, hasFile: Bool) -> QueryJudge {
    let catalog = overrides.reduce(judge.planner.catalog.adding(composites)) { $0.replacing($1) }
    return judge.with(catalog, indexFile: hasFile ? judge.indexFile : path)
  }
}

extension Node {
  fileprivate func hasMember(_ key: String) -> Bool {
    guard case .object(let members) = content else { return false }
    return members.contains { $0.key == key }
  }
}
