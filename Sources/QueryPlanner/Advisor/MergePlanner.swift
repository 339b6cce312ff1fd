import Diagnostics
import FirestoreModel
import IndexCatalog
import QueryModel

/// Chooses composites for the unserved requirements of one collection group.
///
/// For each order suffix this is the set basis problem: every requirement must be the union of chosen sets of prefix
/// fields. An index of one suffix may serve a shorter suffix as well, its ordered fields then being equalities.
struct MergePlanner {
  private let families: [RequirementFamily]
  /// Of one collection group.
  private let requirements: [IndexRequirement]
  /// Position of each requirement's family, and its prefix as that family's mask.
  private let familyOf: [Int]
  private let masks: [UInt64]
  private let search: CandidateSearch

  init(_ requirements: [IndexRequirement], search: CandidateSearch) {
    self.requirements = requirements
    self.search = search
    let families = RequirementFamily.all(of: requirements)
    let places = Dictionary(families.enumerated().map { ($1.suffix, $0) }) { first, _ in first }
    let familyOf = requirements.map { places[$0.suffix] ?? 0 }
    masks = zip(requirements, familyOf).map { families[$1].fitsMask ? families[$1].mask(of: $0.prefixKeys) : 0 }
    self.families = families
    self.familyOf = familyOf
  }

  /// The definitions for the requirements of one collection group, in order of suffix and fields as first needed.
  ///
  /// Requirements between which nothing can be shared are chosen for by themselves: the work grows with the largest set
  /// of those that can, not with all of them.
  static func definitions(for requirements: [IndexRequirement], search: CandidateSearch) -> [IndexDefinition] {
    let families = RequirementFamily.all(of: requirements)
    // More prefix fields than a mask holds: no sharing, one index per requirement.
    guard families.allSatisfy(\.fitsMask) else { return requirements.compactMap(\.perfectDefinition).uniqued() }
    let components = SuffixLink.components(of: families)
    let places = Dictionary(families.enumerated().map { ($1.suffix, $0) }) { first, _ in first }
    let parts = Dictionary(grouping: requirements) { components[places[$0.suffix] ?? 0] }
    let chosen = parts.sorted { $0.key < $1.key }.flatMap { _, part in
      MergePlanner(part, search: search).definitions.map { (place: places[$0.suffix] ?? 0, index: $0.index) }
    }
    let ordered = chosen.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
    return ordered.map(\.element.index).uniqued()
  }

  /// With the suffix that each was chosen for.
  private var definitions: [(suffix: [Order], index: IndexDefinition)] {
    let candidates = self.candidates
    let goals = requirements.indices.map { goal(of: $0) }
    let chosen = SetBasisSearch(goals: goals, candidates: candidates.map(\.coverage)).solve().map { candidates[$0] }
    return zip(chosen, shrunk(chosen.map(\.index))).map { (families[$0.family].suffix, $1) }
  }

  private func goal(of position: Int) -> SetBasisSearch.Goal {
    let requirement = requirements[position]
    let family = families[familyOf[position]]
    let covered = search.candidates(for: requirement).reduce(into: UInt64(0)) { $0 |= family.mask(of: $1.covered) }
    return SetBasisSearch.Goal(required: masks[position], covered: covered)
  }
}

// MARK: Candidates

extension MergePlanner {
  private struct Proposal {
    var family: Int
    var index: IndexDefinition
    /// Prefix elements it fixes, per requirement; nil where it is no candidate.
    var coverage: [UInt64?]
  }

  private var candidates: [Proposal] {
    families.indices.flatMap { family in
      prefixes(of: family).compactMap { proposal(family, prefix: $0) }
    }
  }

  /// It is enough to look at intersections of what is required: any other set can be enlarged to one of them without
  /// losing a user. What shorter suffixes require, less the fields the longer suffix orders by, counts as required. An
  /// index that serves no requirement of this family is found in a family of its own.
  private func prefixes(of family: Int) -> [UInt64] {
    let own = families[family].requiredMasks
    var sets = own
    for other in families.indices where other != family {
      guard let link = SuffixLink(from: families[family], to: families[other]) else { continue }
      sets += families[other].requiredMasks.compactMap { link.withoutOrdered($0) }
    }
    return sets.uniqued().closedUnderIntersection(limit: 2_048).filter { prefix in
      prefix == 0 ? families[family].needsEmptyPrefix : own.contains { $0 & prefix == prefix }
    }
  }

  private func proposal(_ family: Int, prefix: UInt64) -> Proposal? {
    // The same prefix as each family sees it.
    let seen = families.indices.map { other in
      other == family ? prefix : SuffixLink(from: families[family], to: families[other])?.covered(by: prefix)
    }
    let coverage = requirements.indices.map { position in
      seen[familyOf[position]].flatMap { $0 & ~masks[position] == 0 ? $0 : nil }
    }
    let users = zip(requirements, coverage).filter { $1 != nil }.map(\.0)
    let scope: QueryScope = users.contains { $0.scope == .collectionGroup } ? .collectionGroup : .collection
    guard let group = requirements.first?.collectionGroup else { return nil }
    let index = IndexDefinition(
      collectionGroup: group, scope: scope, fields: families[family].fields(prefix: prefix))
    return index.isAutomatic ? nil : Proposal(family: family, index: index, coverage: coverage)
  }
}

// MARK: Afterwards

extension MergePlanner {
  /// Takes away what is not needed: fields that other chosen indexes cover, and group scope without a group query.
  private func shrunk(_ chosen: [IndexDefinition]) -> [IndexDefinition] {
    var choice = Choice(chosen, for: requirements, search: search)
    let bySize = chosen.indices.sorted { (-chosen[$0].fields.count, $0) < (-chosen[$1].fields.count, $1) }
    for position in bySize {
      for field in choice.definitions[position].fields where !field.path.isDocumentName {
        var smaller = choice.definitions[position]
        smaller.fields.removeAll { $0 == field }
        if !smaller.isAutomatic { choice.replace(position, with: smaller) }
      }
      var narrower = choice.definitions[position]
      narrower.scope = .collection
      choice.replace(position, with: narrower)
    }
    return choice.definitions
  }

  /// Chosen definitions, and what each requirement is served by. Another definition in the place of one concerns those
  /// that it serves only: nobody else's members are gone.
  private struct Choice {
    private(set) var definitions: [IndexDefinition]
    private var decisions: [DisjunctDecision]
    private let requirements: [IndexRequirement]
    private let search: CandidateSearch

    init(_ definitions: [IndexDefinition], for requirements: [IndexRequirement], search: CandidateSearch) {
      self.definitions = definitions
      self.requirements = requirements
      self.search = search
      var extended = search
      extended.catalog = search.catalog.adding(definitions)
      decisions = requirements.map { [extended] in extended.decide($0) }
    }

    /// Does nothing when a requirement would not be served any more.
    mutating func replace(_ position: Int, with definition: IndexDefinition) {
      let old = definitions[position]
      guard definition != old else { return }
      var changed = definitions
      changed[position] = definition
      var extended = search
      extended.catalog = search.catalog.adding(changed)
      let users = decisions.indices.filter { !decisions[$0].isServed || decisions[$0].composites.contains(old) }
      let replacements = users.map { [extended] in extended.decide(requirements[$0]) }
      guard replacements.allSatisfy(\.isServed) else { return }
      definitions = changed
      for (user, decision) in zip(users, replacements) { decisions[user] = decision }
    }
  }
}
