import Diagnostics
import FirestoreModel
import StructuredText

// What the service itself refuses about a composite that is well-formed, and duplicates.

extension IndexFileReader {
  mutating func accept(_ fields: [IndexField], collectionGroup: Text, scope: QueryScope, at node: Node) {
    if let problem = IndexShapeProblem(fields) {
      return report(.invalidIndexDefinition, problem.message, at: node, help: problem.help)
    }
    let complete = edition == .standard ? IndexDefinition.normalized(fields) : fields
    let definition = IndexDefinition(collectionGroup: collectionGroup, scope: scope, fields: complete)
    if edition == .standard, definition.isAutomatic {
      return report(
        .indexNotNecessary, "this index is not necessary, configure using single field index controls", at: node,
        notes: ["deploying it fails with this answer of the service"],
        help: "delete it, or move it to `fieldOverrides` where it is meant for collection groups")
    }
    if let first = composites.first(where: { $0.value == definition }) {
      return report(
        .duplicateIndex, "this index is defined twice", at: node,
        notes: ["first defined at \(first.location.description)"],
        help: "delete it; its first deployment fails with `index already exists`")
    }
    if edition == .standard, IndexDefinition.infersNameDirection(fields) { inferredNameDirections.insert(definition) }
    composites.append(IndexFile.Entry(definition, at: location(node)))
  }
}

extension IndexDefinition {
  /// Whether the fields are those of the primary key or of a single-field index.
  package var isAutomatic: Bool {
    guard let first = fields.first else { return true }
    if fields.count == 1 { return first == IndexField(.documentName, .ascending) }
    guard fields.count == 2, !first.path.isDocumentName, fields[1].path.isDocumentName else { return false }
    return (first.mode == .descending) == (fields[1].mode == .descending)
  }
}

/// What is wrong with a list of fields as a whole.
private struct IndexShapeProblem {
  var message: String
  var help: String?

  init?(_ fields: [IndexField]) {
    let named = fields.filter { !$0.path.isDocumentName }
    let vectors = fields.filter(\.isVector)
    if named.count > 100 {
      message = "a composite index has at most 100 fields, this one has \(named.count)"
    } else if fields.filter({ $0.mode == .contains }).count > 1 {
      message = "a composite index has at most one array field"
      help = "split it; two array-contains filters cannot be combined in one query either"
    } else if vectors.count > 1 {
      message = "a composite index has at most one vector field"
    } else if !vectors.isEmpty, fields.last?.isVector != true {
      message = "a vector field stands last in its index"
    } else if fields.contains(where: { $0.path.isDocumentName && !$0.mode.isDirectional }) {
      message = "`__name__` can only be ascending or descending"
    } else if fields.dropLast(vectors.count).dropLast().contains(where: \.path.isDocumentName) {
      message = "`__name__` stands last in its index, in front of a vector field only"
      help = "leave it out: it is added by itself"
    } else if let twice = fields.firstRepeated {
      message = "`\(twice.path)` occurs twice in the same mode"
    } else {
      return nil
    }
  }
}

extension IndexField {
  fileprivate var isVector: Bool {
    if case .vector = mode { true } else { false }
  }
}

extension [IndexField] {
  fileprivate var firstRepeated: IndexField? {
    var seen: Set<IndexField> = []
    return first { !seen.insert($0).inserted }
  }
}
