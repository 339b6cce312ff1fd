import FirestoreModel
import FirestoreRulesEvaluator
import QueryModel

/// Paths of documents that the source of a query covers.
struct SamplePaths {
  private(set) var paths: [DocumentPath] = []

  init(_ source: QuerySource, constants: ComparedConstants, candidate: CandidateDocument) {
    let named = candidate.id.alternatives.map {
      $0.compactMap { if case .string(let id) = $0 { id } else { Text?.none } }
    }
    var ids: [Text] = named ?? ["doc", "other"]
    if named == nil {
      for case .string(let id) in constants.byOrigin[.documentID] ?? [] { ids.append(id) }
      ids += constants.strings
      if case .described(let description)? = candidate.id.value {
        for bound in [description.bounds?.lower, description.bounds?.upper] {
          if case .string(let id)? = bound?.value { ids += [id, Text(id.string + "a")] }
        }
      }
    }
    if let pinned = candidate.pinned {
      paths = [pinned]
      return
    }
    let parent = source.parent.segments.map { $0.literal ?? "unknown" }
    let collection = source.collectionID.map { $0.literal ?? "unknown" } ?? "documents"
    let middles: [[Text]] = source.allDescendants ? [[], ["parents", "parent"], ["a", "b", "c", "d"]] : [[]]
    for middle in middles {
      for id in ids where id.isUsableID {
        if let path = DocumentPath(segments: parent + middle + [collection, id]) { paths.append(path) }
      }
    }
  }
}

extension Text {
  /// Whether a document can have this id.
  fileprivate var isUsableID: Bool {
    !string.isEmpty && string != "." && string != ".." && !string.utf8.contains(UInt8(ascii: "/"))
      && byteCount <= QueryVisibility.byteCount && !(string.hasPrefix("__") && string.hasSuffix("__"))
  }
}
