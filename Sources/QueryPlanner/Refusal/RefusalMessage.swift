package import FirestoreModel
package import IndexCatalog

extension MissingIndex {
  /// Production's refusal: FAILED_PRECONDITION with its own text.
  ///
  /// `planOnly` is Explain without `analyze`, which says less (observed in production).
  package func refusal(planOnly: Bool = false) -> FirestoreError {
    FirestoreError(.failedPrecondition, planOnly ? "no matching index found." : message)
  }

  /// The same, and on a line of its own what to add to the index file. The lines before are production's: clients and
  /// their users search them for the link.
  package func refusal(repairedIn catalog: IndexCatalog) -> FirestoreError {
    var refusal = refusal()
    if !isBuilding, let repair = repair(in: catalog) { refusal.message += "\n\(repair.instruction)" }
    return refusal
  }

  private var message: String {
    if isBuilding { return buildingMessage }
    switch kind {
    case .composite: return compositeMessage
    case .singleField(let mode):
      let wanted = "\(definition.scope.rawValue)_\(mode.shortText)"
      let path = definition.fields.first?.path.description ?? ""
      return
        "The query requires a \(wanted) index for collection \(definition.collectionGroup) and field \(path). "
        + "You can create it here: \(consoleLink ?? indexesPage)"
    case .vector(let dimension): return vectorMessage(dimension: dimension)
    }
  }

  private var compositeMessage: String {
    let text = "The query requires an index. You can create it here: \(consoleLink ?? indexesPage)"
    guard rangesOverSeveralFields else { return text }
    // The blank before the full stop is production's.
    return
      "\(text) .\nThe query contains range and inequality filters on multiple fields, please refer to the "
      + "documentation for index selection best practices: "
      + "https://cloud.google.com/firestore/docs/query-data/multiple-range-fields."
  }

  private var buildingMessage: String {
    "The query requires an index. That index is currently building and cannot be used yet. "
      + "See its status here: \(consoleLink ?? indexesPage)"
  }

  private func vectorMessage(dimension: Int?) -> String {
    let fields = definition.fields.filter { !$0.path.isDocumentName }.map { field in
      let path = "field-path=\(field.path.description)"
      return switch field.mode {
      case .ascending: "--field-config=order=ASCENDING,\(path)"
      case .descending: "--field-config=order=DESCENDING,\(path)"
      case .contains: "--field-config=array-config=CONTAINS,\(path)"
      case .vector:
        "--field-config=vector-config='{\"dimension\":\"\(dimension.map(String.init) ?? "?")\",\"flat\": \"{}\"}',\(path)"
      }
    }
    return
      "Missing vector index configuration. Please create the required index with the following gcloud command: "
      + "gcloud firestore indexes composite create --project=\(database.project) "
      + "--collection-group=\(definition.collectionGroup) --query-scope=\(definition.scope.rawValue) "
      + fields.joined(separator: " ")
  }
}
