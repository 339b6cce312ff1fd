import FirestoreModel
import FirestoreRulesEvaluator
import QueryModel

/// The documents that one branch of a query could return, as one abstract document.
struct CandidateDocument: Sendable {
  /// `resource.data`.
  var data: AbstractOutcome
  /// `resource.id`, and what the capture of the id stands for.
  var id: AbstractOutcome
  /// The document that the branch names, when it names one.
  var pinned: DocumentPath?
  /// Whether the filters contradict each other, so that the branch returns nothing. The first filter of each field has
  /// been kept.
  var isVacuous: Bool

  /// - Parameter isClosed: a document has the constrained fields and no others, as the official emulator sees it.
  init(_ branch: Conjunction, of query: ListQuery, isClosed: Bool) {
    var root = FieldNode()
    for predicate in branch.predicates where !predicate.path.isDocumentName {
      root.insert(predicate.test, at: predicate.path.segments[...])
    }
    for path in query.orderedFields { root.insert(nil, at: path.segments[...]) }
    let built = root.fields(isClosed: isClosed)
    var description = ValueDescription(.map)
    description.members = built.members
    description.minimumCount = built.members.known.count
    data = AbstractOutcome(.described(description))
    let name = NameConstraints(branch, in: query.source)
    id = AbstractOutcome(name.id, origin: .documentID)
    pinned = name.pinned
    isVacuous = built.isEmpty || name.isEmpty
  }
}

extension CandidateDocument {
  /// One document of the candidate's. What its filters compare with and nobody knows stays unknown: what is refused then
  /// is refused whatever that is.
  func holding(_ document: RulesDocument, in branch: Conjunction) -> CandidateDocument {
    let open = Set(branch.predicates.filter(\.test.hasUnknownOperand).map(\.path))
    var members = MapMembers(known: [:], isOpen: false, place: .root)
    for field in document.fields.fields {
      let path = FieldPath(name: field.name)
      members.known[field.name] = AbstractOutcome(
        .oneOf([RuleValue(field.value)]), origin: .field(path), sources: [path])
    }
    if case .described(let description)? = data.value, let known = description.members?.known {
      for name in open.compactMap(\.segments.first) { members.known[name] = known[name] ?? members.known[name] }
    }
    var result = self
    result.data = AbstractOutcome(.map(members))
    if let id = document.path.segments.last, !open.contains(where: \.isDocumentName) {
      result.id = AbstractOutcome(.oneOf([.string(id)]), origin: .documentID)
    }
    return result
  }
}

/// A field with its filters and the constrained fields below it.
private struct FieldNode {
  var constraints = FieldConstraints()
  var children: [Text: FieldNode] = [:]

  /// - Parameter test: nil when the field only has to exist.
  mutating func insert(_ test: Predicate.Test?, at path: ArraySlice<Text>) {
    guard let first = path.first else {
      if let test { constraints.tests.append(test) }
      return
    }
    children[first, default: FieldNode()].insert(test, at: path.dropFirst())
  }

  /// The fields of the document, or of a map in it.
  func fields(at path: FieldPath? = nil, isClosed: Bool) -> (members: MapMembers, isEmpty: Bool) {
    var members = MapMembers(
      known: [:], isOpen: !isClosed, place: path.map(MapMembers.Place.field) ?? .root)
    var isEmpty = false
    for (name, child) in children {
      let place = FieldPath(segments: (path?.segments ?? []) + [name])
      let built = child.value(at: place, isClosed: isClosed)
      members.known[name] = AbstractOutcome(built.value, origin: .field(place), sources: [place])
      isEmpty = isEmpty || built.isEmpty
    }
    return (members, isEmpty)
  }

  private func value(at path: FieldPath, isClosed: Bool) -> (value: AbstractValue, isEmpty: Bool) {
    guard let own = constraints.value(at: path) else {
      // Contradictory filters return nothing; the first one is kept for those who want to know what it would prove.
      let first = FieldConstraints(tests: Array(constraints.tests.prefix(1)))
      return (first.value(at: path) ?? first.contradiction, true)
    }
    guard !children.isEmpty else { return (own, false) }
    switch own {
    case .oneOf(let values):
      let fitting = values.filter(satisfiesChildren)
      return (AbstractValue.collected(fitting) ?? own, fitting.isEmpty)
    case .described(let description):
      guard description.types.contains(.map) else { return (own, true) }
      let below = fields(at: path, isClosed: isClosed)
      var result = description
      result.types = .map
      result.canBeNaN = false
      result.bounds = nil
      if var members = result.members, !members.known.isEmpty {
        // A map operand of which some parts are not known, and filters below it.
        for (name, member) in below.members.known { members.known[name] = member }
        result.members = members
      } else {
        result.members = below.members
      }
      result.minimumCount = max(result.minimumCount, below.members.known.count)
      return (.described(result), below.isEmpty)
    }
  }

  private func satisfiesChildren(_ value: RuleValue) -> Bool {
    children.allSatisfy { name, child in
      guard case .map(.stored(let map)) = value, let stored = map[name] else { return false }
      return child.constraints.tests.allSatisfy { $0.holds(for: stored) } && child.satisfiesChildren(RuleValue(stored))
    }
  }
}

extension FieldConstraints {
  /// What to take for a field whose first filter matches nothing, such as a raw `== null`.
  fileprivate var contradiction: AbstractValue {
    if case .equal(.value(let value))? = tests.first { return .equal(to: value) }
    return .anything(of: .stored)
  }
}

extension Predicate.Test {
  /// What a filter compares with is not known.
  package var hasUnknownOperand: Bool {
    switch self {
    case .equal(let operand), .contains(let operand), .lessThan(let operand), .lessThanOrEqual(let operand),
      .greaterThan(let operand), .greaterThanOrEqual(let operand), .notEqual(let operand):
      operand.knownValue == nil
    case .notIn(let operands): operands.contains { $0.knownValue == nil }
    case .notInUnknown: true
    case .isNull, .isNaN, .isNotNull, .isNotNaN: false
    }
  }
}
