package import FirestoreModel

/// Everything a database has declared about indexes: composites in file order and single-field overrides.
package struct IndexCatalog: Hashable, Sendable {
  /// What the service says about an index that is declared. Anything not mentioned is ready.
  package enum State: Hashable, Sendable {
    case ready
    /// Being built: queries are refused, writes already maintain it.
    case creating
    /// Neither usable nor maintained.
    case needsRepair
  }

  /// Composite (and vector) indexes, normalised, in the order of the file.
  package let composites: [IndexDefinition]
  package let overrides: [FieldOverride]
  /// Only the indexes that are not ready.
  package let states: [IndexDefinition: State]
  /// Indexes whose `__name__` direction was inferred where documentation and tooling disagree (open question Q-10).
  package let inferredNameDirections: Set<IndexDefinition>

  private let overridesByGroup: [Text: GroupOverrides]
  private let compositesByGroup: [Text: [IndexDefinition]]

  package init(
    composites: [IndexDefinition] = [], overrides: [FieldOverride] = [], states: [IndexDefinition: State] = [:],
    inferredNameDirections: Set<IndexDefinition> = []
  ) {
    self.composites = composites
    self.overrides = overrides
    self.states = states.filter { $0.value != .ready }
    self.inferredNameDirections = inferredNameDirections
    overridesByGroup = overrides.reduce(into: [:]) { $0[$1.collectionGroup, default: GroupOverrides()].add($1) }
    compositesByGroup = Dictionary(grouping: composites, by: \.collectionGroup)
  }

  /// A database without any configuration.
  package static let automaticOnly = IndexCatalog()
}

extension IndexCatalog {
  /// Composites of one collection group, in file order, whatever their scope and state.
  package func composites(of collectionGroup: Text) -> [IndexDefinition] {
    compositesByGroup[collectionGroup] ?? []
  }

  package func state(of index: IndexDefinition) -> State { states[index] ?? .ready }

  /// The override that decides about a field: the exact one, else that of the nearest enclosing map, else `*`.
  /// Nil: the database default applies.
  package func governingOverride(collectionGroup: Text, path: FieldPath) -> FieldOverride? {
    guard !path.isDocumentName, let group = overridesByGroup[collectionGroup] else { return nil }
    return group.governing(path)
  }

  /// Every single-field index that exists for a field, in all scopes.
  package func singleFieldEntries(collectionGroup: Text, path: FieldPath) -> [FieldOverride.Entry] {
    governingOverride(collectionGroup: collectionGroup, path: path)?.entries ?? FieldOverride.automaticEntries
  }

  /// Whether the single-field index of that mode and scope exists. Overrides never serve another scope than their own:
  /// a COLLECTION_GROUP entry does not serve collection queries (observed in production).
  package func hasSingleField(
    _ mode: IndexMode, collectionGroup: Text, path: FieldPath, scope: QueryScope
  ) -> Bool {
    singleFieldEntries(collectionGroup: collectionGroup, path: path).contains(.init(mode, scope))
  }

  /// The same catalog with more composites at the end.
  package func adding(_ definitions: [IndexDefinition]) -> IndexCatalog {
    IndexCatalog(
      composites: composites + definitions, overrides: overrides, states: states,
      inferredNameDirections: inferredNameDirections)
  }

  /// The same catalog with an override put in place of any other for the same target.
  package func replacing(_ override: FieldOverride) -> IndexCatalog {
    withOverrides(overrides.filter { !$0.hasTarget(of: override) } + [override])
  }

  /// The same catalog without any override for the same target.
  package func removing(_ override: FieldOverride) -> IndexCatalog {
    withOverrides(overrides.filter { !$0.hasTarget(of: override) })
  }

  private func withOverrides(_ overrides: [FieldOverride]) -> IndexCatalog {
    IndexCatalog(
      composites: composites, overrides: overrides, states: states, inferredNameDirections: inferredNameDirections)
  }
}

/// The overrides of one collection group, by target. A later override of the same target replaces an earlier one, as
/// the second update of a field does on deploy.
private struct GroupOverrides: Hashable, Sendable {
  var byPath: [FieldPath: FieldOverride] = [:]
  var allFields: FieldOverride?

  mutating func add(_ override: FieldOverride) {
    switch override.target {
    case .field(let path): byPath[path] = override
    case .allFields: allFields = override
    }
  }

  func governing(_ path: FieldPath) -> FieldOverride? {
    for length in stride(from: path.segments.count, through: 1, by: -1) {
      let ancestor = FieldPath(segments: Array(path.segments.prefix(length)))
      if let found = byPath[ancestor] { return found }
    }
    return allFields
  }
}
