package import Diagnostics
import FirestoreModel
package import IndexCatalog
import QueryModel

/// Turns what planning says about a query into findings. The caller says where the query stands.
package struct PlanFindings: Sendable {
  /// The name of the query, or its text where it has none.
  package var query: String
  /// The index file as it is called in messages.
  package var indexFile: String
  /// The database, where no configuration names a file for it.
  package var databaseWithoutFile: String?
  /// False where the index file is still to be written.
  package var hasIndexFile: Bool

  package init(
    query: String, indexFile: String = "firestore.indexes.json", databaseWithoutFile: String? = nil,
    hasIndexFile: Bool = true
  ) {
    self.query = query
    self.indexFile = indexFile
    self.databaseWithoutFile = databaseWithoutFile
    self.hasIndexFile = hasIndexFile
  }

  /// Everything `check` has to say: a missing index, and open questions that the verdict rests on.
  package func findings(for outcome: PlanOutcome, catalog: IndexCatalog) -> [Diagnostic] {
    switch outcome {
    case .served(let plan):
      return plan.openQuestions.map(finding) + queryFindings(plan)
    case .missing(let index):
      return [finding(for: index, catalog: catalog)] + index.openQuestions.map(finding)
    }
  }

  /// FB8002 for one open question.
  package func finding(for question: OpenQuestion) -> Diagnostic {
    Diagnostic(
      .behaviourUnverified, "the verdict about `\(query)` rests on \(question.rawValue), which nobody has verified",
      notes: ["not known: \(question.summary)"],
      help: "compare with `--assume \(question.rawValue)=\(question.alternativeValue)`")
  }

  /// FB2001, FB2002, FB2003 or FB2013.
  ///
  /// - Parameter part: the filters of the query that the index is for, where other parts of it need other indexes.
  package func finding(for index: MissingIndex, catalog: IndexCatalog, part: String? = nil) -> Diagnostic {
    let repair = index.repair(in: catalog)
    let named = part.map { " for its part \(QuotedText.of($0, limit: 120))" } ?? ""
    var finding = description(of: index, catalog: catalog, part: named)
    finding.needs = repair.map {
      NeededDefinition(member: $0.member, json: $0.lineText, file: indexFile, user: query, title: index.title)
    }
    return finding
  }

  private func description(of index: MissingIndex, catalog: IndexCatalog, part: String) -> Diagnostic {
    let group = index.definition.collectionGroup
    let scope = index.definition.scope == .collectionGroup ? " (collection group)" : ""
    let needs = "needs: \(group) \(index.definition.fieldsText)\(scope)"
    let answer = "production would answer FAILED_PRECONDITION"
    let suggest =
      (databaseWithoutFile == nil ? "" : "name an index file for it in `firebase.json`, then ")
      + "add the definition with `firebreak indexes suggest --write`"
    let lacking =
      databaseWithoutFile.map { "\(part), and the database \(QuotedText.of($0)) has no index file" }
      ?? (hasIndexFile ? " that `\(indexFile)` does not define\(part)" : "\(part), and there is no index file")
    switch index.kind {
    case .composite:
      return Diagnostic(
        index.code, "query `\(query)` needs an index\(lacking)", notes: [needs, answer],
        help: index.isServedInCollectionScope(catalog)
          ? "set `queryScope` of the existing index to `COLLECTION_GROUP`" : suggest)
    case .vector(let dimension):
      let others = index.otherDimensions(in: catalog)
      let mismatch =
        others.isEmpty || dimension == nil
        ? [] : ["declared with dimension \(others.map(String.init).joined(separator: ", "))"]
      return Diagnostic(
        index.code, "query `\(query)` needs a vector index\(lacking)",
        notes: [needs] + mismatch + [answer],
        help: index.repair(in: catalog) == nil
          ? "write the definition yourself: only the run knows how many numbers the vectors have" : suggest)
    case .singleField(let mode):
      let field = index.definition.fields.first.map { $0.path.description } ?? ""
      let text =
        index.definition.scope == .collectionGroup
        ? "query `\(query)` needs a collection-group index on `\(field)`\(part)"
        : "query `\(query)` needs the single-field index on `\(field)` that `\(indexFile)` switches off\(part)"
      return Diagnostic(
        index.code, text,
        notes: ["needs: \(group) \(field) \(index.definition.scope.rawValue)_\(mode.shortText)", answer],
        help: "\(suggest); the override has to repeat the modes that stay")
    }
  }

  private func queryFindings(_ plan: QueryPlan) -> [Diagnostic] {
    guard plan.query.reversed else { return [] }
    return [
      Diagnostic(
        .limitToLastFlipsOrder, "`limitToLast` of `\(query)` reads the opposite order",
        notes: ["served by \(plan.indexesUsed.map(\.properties).joined(separator: ", "))"])
    ]
  }

  /// FB2014 when a merge reads many entries per result; nil when the query is not merged or is cheap enough.
  ///
  /// - Parameter entriesPerResult: as estimated or measured on sample data.
  package func mergeFinding(for plan: QueryPlan, entriesPerResult: Double, threshold: Double = 10) -> Diagnostic? {
    guard entriesPerResult > threshold,
      let merged = plan.disjuncts.first(where: { $0.members.count > 1 })
    else { return nil }
    return Diagnostic(
      .mergeInsteadOfComposite,
      "`\(query)` merges \(merged.members.count) indexes and reads \(entriesPerResult.wholeText) entries per result",
      notes: merged.members.map { "member: \(IndexUse($0.index).properties)" },
      help: "an index over all of its fields reads one entry per result")
  }
}

extension MissingIndex {
  /// Composites of either scope FB2001, single-field indexes FB2003 (collection) or FB2002 (group), vectors FB2013.
  package var code: DiagnosticCode {
    switch (kind, definition.scope) {
    case (.composite, _): .missingCompositeIndex
    case (.vector, _): .missingVectorIndex
    case (.singleField, .collection): .singleFieldIndexDisabled
    case (.singleField, .collectionGroup): .missingCollectionGroupIndex
    }
  }

  /// A group query for which the fitting index exists, but in collection scope.
  func isServedInCollectionScope(_ catalog: IndexCatalog) -> Bool {
    definition.scope == .collectionGroup
      && catalog.composites(of: definition.collectionGroup).contains {
        $0.scope == .collection && $0.fields == definition.fields
      }
  }

  func otherDimensions(in catalog: IndexCatalog) -> [Int] {
    guard let wanted = definition.fields.last else { return [] }
    return catalog.composites(of: definition.collectionGroup).compactMap { declared in
      guard let last = declared.fields.last, last.path == wanted.path, case .vector(let dimension) = last.mode else {
        return nil
      }
      return dimension
    }.uniqued()
  }
}

extension Double {
  /// Rounded, without trapping on what no integer holds.
  fileprivate var wholeText: String { Int(exactly: rounded()).map(String.init) ?? "\(self)" }
}

extension MissingIndex {
  /// `posts (owner ASC, created DESC)`
  fileprivate var title: String {
    let isGroup = definition.scope == .collectionGroup
    return "\(definition.collectionGroup) \(definition.fieldsText)\(isGroup ? " (collection group)" : "")"
  }
}
