import FirestoreModel
import IndexCatalog
import QueryModel

/// Whether a requirement is served, and by which scans.
enum DisjunctDecision: Hashable, Sendable {
  case served([IndexScan])
  case missing(building: Bool)

  var isServed: Bool {
    switch self {
    case .served: true
    case .missing: false
    }
  }
}

extension CandidateSearch {
  func decide(_ requirement: IndexRequirement) -> DisjunctDecision {
    if let members = serve(requirement) { return .served(members) }
    if acceptsByAssumption(requirement) { return .served([requirement.perfectScan]) }
    var building = self
    building.includesBuilding = true
    return .missing(building: !includesBuilding && building.serve(requirement) != nil)
  }

  /// One index that covers everything wins over a merge (observed in Explain); the first in order of preference.
  private func serve(_ requirement: IndexRequirement) -> [IndexScan]? {
    let candidates = candidates(for: requirement)
    let required = requirement.prefixKeys
    if let perfect = candidates.first(where: { $0.covered == required }) { return [perfect.scan] }
    guard !required.isEmpty, requirement.vector == nil else { return nil }
    if requirement.droppedOrder, assumptions.takesAlternative(.mergeAfterDroppedOrder) { return nil }
    return merge(candidates, covering: required, for: requirement)
  }

  /// Greedy cover: each step takes the candidate with the most elements still open.
  private func merge(
    _ candidates: [Candidate], covering required: Set<IndexField.Key>, for requirement: IndexRequirement
  ) -> [IndexScan]? {
    let nameDescending = requirement.suffix == [Order(.documentName, .descending)]
    var usable = candidates
    if nameDescending, assumptions.takesAlternative(.mergedNameDescending) {
      usable.removeAll { $0.scan.index.origin == .automatic }
    }
    if requirement.scope == .collection, assumptions.takesAlternative(.groupCompositeMergesWithAutomatic) {
      let withoutGroup = usable.filter { $0.scan.index.scope == .collection }
      let withoutAutomatic = usable.filter { $0.scan.index.origin != .automatic }
      return greedyCover(withoutGroup, of: required) ?? greedyCover(withoutAutomatic, of: required)
    }
    return greedyCover(usable, of: required)
  }

  private func greedyCover(_ candidates: [Candidate], of required: Set<IndexField.Key>) -> [IndexScan]? {
    var open = required
    var members: [IndexScan] = []
    while !open.isEmpty {
      var best: (candidate: Candidate, gain: Int)?
      for candidate in candidates {
        let gain = candidate.covered.intersection(open).count
        if gain > best?.gain ?? 0 { best = (candidate, gain) }
      }
      guard let best else { return nil }
      members.append(best.candidate.scan)
      open.subtract(best.candidate.covered)
    }
    return members
  }
}

// MARK: The laxer readings of

extension CandidateSearch {
  /// Under the laxer answers a query counts as served by indexes of another shape. Which entries production would walk
  /// is unknown, so the plan reads the perfect index, which gives the same results.
  private func acceptsByAssumption(_ requirement: IndexRequirement) -> Bool {
    guard requirement.vector == nil, requirement.contains == nil, let group = requirement.collectionGroup else {
      return false
    }
    let several = assumptions.takesAlternative(.trailingEquality) && requirement.inequalityFieldCount > 1
    let merged = assumptions.takesAlternative(.equalityBehindRange) && requirement.inequalityFieldCount > 0
    guard several || merged else { return false }
    let covers = catalog.composites(of: group).compactMap { definition -> Set<FieldPath>? in
      guard definition.scope == requirement.scope || definition.scope == .collectionGroup,
        isUsableNow(definition)
      else { return nil }
      return requirement.laxCoverage(of: definition.fields)
    }
    let required = Set(requirement.equalities)
    if several, covers.contains(required) { return true }
    return merged && !covers.isEmpty && covers.reduce(into: Set()) { $0.formUnion($1) } == required
  }

  private func isUsableNow(_ definition: IndexDefinition) -> Bool { catalog.state(of: definition) == .ready }
}

extension IndexRequirement {
  /// Scan of the perfect index, declared or not.
  var perfectScan: IndexScan {
    IndexScan(
      index: PlannedIndex(collectionGroup: collectionGroup, scope: scope, fields: perfectFields, origin: .assumed),
      prefix: prefixFields)
  }

  /// The equalities named by an index that otherwise holds the suffix in sequence, forwards or backwards.
  fileprivate func laxCoverage(of fields: [IndexField]) -> Set<FieldPath>? {
    let equal = Set(equalities)
    let ordered = fields.filter { !equal.contains($0.path) }
    let forward = suffix.map { IndexField($0.path, $0.direction.mode) }
    let backward = suffix.map { IndexField($0.path, $0.direction.flipped.mode) }
    guard ordered == forward || ordered == backward else { return nil }
    return equal.intersection(fields.map(\.path))
  }
}
