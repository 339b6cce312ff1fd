import Diagnostics
import FirestoreModel
import QueryModel

/// Pipelines are another query language: where they read is followed, what their stages do is not known.
enum Pipelines {
  static func begun(in database: DatabaseHandle, _ scope: VocabularyScope) -> QueryDraft {
    QueryDraft.unknown(database, at: scope.location).applying(.unknown, at: scope.location)
  }

  /// Nil when it is no step, or the draft no pipeline.
  static func step(
    _ name: String, _ draft: QueryDraft, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard draft.unresolved.contains(where: { $0.kind == .constraint }) else { return nil }
    switch name {
    case "collection", "collectionGroup", "collection_group":
      guard arguments.count == 1, let path = arguments[0], path.label == nil else { return nil }
      let source =
        name == "collection"
        ? path.value.collection(in: draft.database, at: path.location)
        : path.value.collectionGroup(in: draft.database, at: path.location)
      guard case .query(let started) = source else { return nil }
      return .value(.query(started.applying(.unknown, at: scope.location)))
    case "createFrom", "create_from":
      guard arguments.count == 1, case .query(let begun)? = arguments[0]?.value else { return nil }
      return .value(.query(begun.applying(.unknown, at: scope.location)))
    case "execute": return arguments.isEmpty ? .request(SDKRequest(.get, .query(draft))) : nil
    default: return stages.contains(name) ? .value(.query(draft)) : nil
    }
  }

  private static let stages: Set<String> = [
    "database", "documents", "where", "select", "sort", "limit", "offset", "distinct", "aggregate", "addFields",
    "removeFields", "findNearest", "sample", "union", "unnest", "replace", "rawStage", "add_fields", "remove_fields",
    "find_nearest", "raw_stage", "replace_with",
  ]
}
