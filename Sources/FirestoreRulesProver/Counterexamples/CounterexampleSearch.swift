import FirestoreModel
package import FirestoreRulesEvaluator
import QueryModel

/// Looks for a document that the query could return and the rules refuse: candidates are built from what the filters
/// allow and from the values at which the rules' answer may change, and each is decided like any other request.
struct CounterexampleSearch<Reader: DocumentReader> {
  var context: ProofContext<Reader>
  var engine: RulesEngine
  var branch: Conjunction
  var candidate: CandidateDocument
  var constants: ComparedConstants
  /// Fields that the rules look at.
  var fields: [FieldPath]
  /// Whether a document may have fields that the query does not constrain.
  var isOpen: Bool
  /// Documents tried before giving up.
  var limit: Int
  /// A document counts only if it is refused whatever other documents, claims and operands are that nobody knows.
  var holdsWhateverIsUnknown = false

  /// What a search has found.
  enum Finding {
    case document(RulesDocument)
    /// Refused only if membership tests tell integers from floats, which is not known of production.
    case openMembership(RulesDocument)
  }

  func run() -> Finding? {
    let axes = axes
    var open: RulesDocument?
    let paths = SamplePaths(context.query.source, constants: constants, candidate: candidate).paths
    guard let first = paths.first else { return nil }
    let plain = Array(repeating: 0, count: axes.count)
    for path in paths {
      guard let found = attempt(axes, plain, path) else { continue }
      if holdsWhateverIsUnknown || !context.turnsOnNumericMembership(found) { return .document(found) }
      open = open ?? found
    }
    for choice in Choices(axes).prefix(limit) {
      guard let found = attempt(axes, choice, first) else { continue }
      if holdsWhateverIsUnknown || !context.turnsOnNumericMembership(found) { return .document(found) }
      open = open ?? found
    }
    return open.map(Finding.openMembership)
  }

  // MARK: - One document

  private func attempt(_ axes: [SampleAxis], _ choice: [Int], _ path: DocumentPath) -> RulesDocument? {
    var fields = MapValue()
    for (axis, option) in zip(axes, choice) {
      if let value = axis.options[option] { fields.set(value, at: axis.field.segments[...]) }
    }
    let document = RulesDocument(path: path, fields: fields)
    return context.query.couldReturn(document) && isRefused(document) ? document : nil
  }

  private func isRefused(_ document: RulesDocument) -> Bool {
    holdsWhateverIsUnknown
      ? context.evaluate(candidate.holding(document, in: branch)).isRefuted : context.refuses(document, engine)
  }

  // MARK: - Fields

  /// Parents before the fields below them, so that these are set within them.
  private var axes: [SampleAxis] {
    let constrained = Set(branch.predicates.map(\.path).filter { !$0.isDocumentName } + context.query.orderedFields)
    var axes = constrained.sorted().map { field in
      let tests = branch.predicates.filter { $0.path == field }.map(\.test)
      return SampleAxis(field: field, options: samples(for: field, satisfying: tests))
    }
    guard isOpen else { return axes.filter { !$0.options.isEmpty } }
    for field in fields where !constrained.contains(field) {
      // A map above a constrained field is already there.
      if constrained.contains(where: { $0.segments.starts(with: field.segments) }) { continue }
      axes.append(SampleAxis(field: field, options: [nil] + samples(for: field, satisfying: [])))
    }
    axes.append(SampleAxis(field: unnamedField(constrained), options: [nil, .integer(1)]))
    return axes.filter { !$0.options.isEmpty }.sorted { $0.field < $1.field }
  }

  /// A field that neither the query nor the rules name.
  private func unnamedField(_ constrained: Set<FieldPath>) -> FieldPath {
    let named = constrained.union(fields)
    let names = ["other"] + (1...64).map { "other\($0)" }
    return names.map { FieldPath(name: Text($0)) }.first { !named.contains($0) } ?? FieldPath(name: "other")
  }

  private func samples(for field: FieldPath, satisfying tests: [Predicate.Test]) -> [Value?] {
    var samples = SampleValues(tests: tests, time: context.request.time)
    if case .exists(.oneOf(let values))? = candidate.knowledge(of: field) {
      for value in values { samples.add(value) }
    }
    for value in constants.byOrigin[.field(field)] ?? [] { samples.add(value) }
    samples.addNeighbours()
    samples.addCommon()
    samples.addSizes(constants.values)
    for value in constants.values { samples.add(value) }
    return samples.values
  }
}

extension ListQuery {
  /// The document with all that the query asks for; nil where the fields that it has do not fit.
  package func completing(_ document: RulesDocument, at time: RuleTimestamp) -> RulesDocument? {
    if couldReturn(document) { return document }
    let completed = branches.lazy.map { branch in
      var completed = document
      let fields = Set(branch.predicates.map(\.path).filter { !$0.isDocumentName } + orderedFields)
      for field in fields.sorted() where document.fields[field] == nil {
        var samples = SampleValues(tests: branch.predicates.filter { $0.path == field }.map(\.test), time: time)
        samples.addNeighbours()
        samples.addCommon()
        if let value = samples.values.lazy.compactMap(\.self).first {
          completed.fields.set(value, at: field.segments[...])
        }
      }
      return completed
    }
    return completed.first(where: couldReturn)
  }
}

/// Ways to choose an option of each axis: first those that change one axis, then those that change two.
private struct Choices: Sequence, IteratorProtocol {
  private let counts: [Int]
  /// The changed axes and their options; `other` is nil while one axis is changed.
  private var axis = 0
  private var option = 0
  private var other: Int?
  private var otherOption = 0

  init(_ axes: [SampleAxis]) { counts = axes.map(\.options.count) }

  mutating func next() -> [Int]? {
    guard let other else { return nextSingle() ?? firstPair() }
    guard axis < counts.count, other < counts.count else { return nil }
    otherOption += 1
    if otherOption < counts[other] { return choice }
    otherOption = 0
    option += 1
    if option < counts[axis] { return next() }
    option = 1
    self.other = other + 1
    return nextPair()
  }

  private mutating func nextSingle() -> [Int]? {
    option += 1
    while axis < counts.count, option >= counts[axis] {
      axis += 1
      option = 1
    }
    return axis < counts.count ? choice : nil
  }

  private mutating func firstPair() -> [Int]? {
    (axis, option, other) = (0, 1, 1)
    return nextPair()
  }

  /// The next two axes that both have more than one option.
  private mutating func nextPair() -> [Int]? {
    while axis < counts.count {
      while let second = other, second < counts.count {
        if counts[axis] > 1, counts[second] > 1 {
          otherOption = 1
          return choice
        }
        other = second + 1
      }
      axis += 1
      option = 1
      other = axis + 1
    }
    return nil
  }

  private var choice: [Int] {
    var choice = Array(repeating: 0, count: counts.count)
    choice[axis] = option
    if let other { choice[other] = otherOption }
    return choice
  }
}

/// A field and what it may hold; nil for a missing field.
struct SampleAxis {
  var field: FieldPath
  var options: [Value?]
}

extension ProofContext {
  /// What the concrete evaluator says to one document.
  func refuses(_ document: RulesDocument, _ engine: RulesEngine) -> Bool {
    var request = request
    request.path = RequestPath(document.path)
    request.resource = document
    var session = RequestSession(reader, extent: .list)
    var engine = engine
    engine.explainsDenials = false
    return !engine.decide(request, in: &session).isAllowed
  }
}

extension MapValue {
  /// Sets a field and makes the maps above it.
  fileprivate mutating func set(_ value: Value, at path: ArraySlice<Text>) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      self[name] = value
      return
    }
    var inner = MapValue()
    if case .map(let existing)? = self[name] { inner = existing }
    inner.set(value, at: path.dropFirst())
    self[name] = .map(inner)
  }
}
