import FirestoreModel
import IndexCatalog
import QueryModel

/// Finds the indexes of a catalog that can take part in serving a requirement, in order of preference: declared ones in
/// file order, then automatic ones by field path.
struct CandidateSearch {
  var catalog: IndexCatalog
  var assumptions: PlannerAssumptions
  /// Treats indexes that are still being built as usable.
  var includesBuilding = false

  func candidates(for requirement: IndexRequirement) -> [Candidate] {
    let declared = declaredIndexes(for: requirement)
    let undeclared = requirement.vector == nil ? undeclaredIndexes(for: requirement) : []
    return (declared + undeclared).compactMap { Candidate($0, for: requirement) }
  }

  private func declaredIndexes(for requirement: IndexRequirement) -> [PlannedIndex] {
    guard let group = requirement.collectionGroup else { return [] }
    return catalog.composites(of: group).compactMap { definition in
      // A group-scope composite also serves collection queries (observed in production).
      guard definition.scope == requirement.scope || definition.scope == .collectionGroup else { return nil }
      guard definition.mayEnd(with: requirement.suffix) || requirement.vector != nil else { return nil }
      guard isUsable(catalog.state(of: definition)) else { return nil }
      return PlannedIndex(
        collectionGroup: group, scope: definition.scope, fields: assumedFields(of: definition), origin: .composite)
    }
  }

  private func isUsable(_ state: IndexCatalog.State) -> Bool {
    switch state {
    case .ready: true
    case .creating: includesBuilding
    case .needsRepair: false
    }
  }

  private func assumedFields(of definition: IndexDefinition) -> [IndexField] {
    guard assumptions.takesAlternative(.nameDirectionAfterArray), catalog.inferredNameDirections.contains(definition)
    else { return definition.fields }
    return IndexDefinition.normalized(definition.writtenFields, nameAfterArray: .ascending)
  }

  /// The primary key and the single-field indexes that end with the suffix.
  private func undeclaredIndexes(for requirement: IndexRequirement) -> [PlannedIndex] {
    let suffix = requirement.suffix
    if suffix == [Order(.documentName)] {
      let key = PlannedIndex(
        collectionGroup: requirement.collectionGroup, scope: requirement.scope,
        fields: [IndexField(.documentName, .ascending)], origin: .primaryKey)
      return [key] + prefixIndexes(for: requirement, name: .ascending)
    }
    if suffix == [Order(.documentName, .descending)] { return prefixIndexes(for: requirement, name: .descending) }
    guard suffix.count == 2, suffix[0].direction == suffix[1].direction else { return [] }
    return [automatic(suffix[0].path, suffix[0].direction.mode, name: suffix[1].direction, for: requirement)]
      .compactMap(\.self)
  }

  private func prefixIndexes(for requirement: IndexRequirement, name: Direction) -> [PlannedIndex] {
    let byPath = requirement.prefixFields.sorted { $0.path < $1.path }
    return byPath.compactMap { field in
      if field.mode == .contains {
        guard name == .ascending || assumptions.takesAlternative(.arrayNameDescending) else { return nil }
        return automatic(field.path, .contains, name: name, for: requirement)
      }
      if let index = automatic(field.path, name.mode, name: name, for: requirement) { return index }
      guard name == .ascending, assumptions.takesAlternative(.equalityByDescendingIndex) else { return nil }
      return automatic(field.path, .descending, name: name, for: requirement)
    }
  }

  private func automatic(
    _ path: FieldPath, _ mode: IndexMode, name: Direction, for requirement: IndexRequirement
  ) -> PlannedIndex? {
    guard let group = requirement.collectionGroup,
      catalog.hasSingleField(mode, collectionGroup: group, path: path, scope: requirement.scope)
    else { return nil }
    return PlannedIndex(
      collectionGroup: group, scope: requirement.scope,
      fields: [IndexField(path, mode), IndexField(.documentName, name.mode)], origin: .automatic)
  }
}

extension IndexDefinition {
  /// Whether the fields of a suffix can stand at its end: most indexes of a large group are told apart here.
  fileprivate func mayEnd(with suffix: [Order]) -> Bool {
    guard let first = suffix.first else { return true }
    return fields.count >= suffix.count && fields[fields.count - suffix.count].path == first.path
  }
}
