import FirestoreModel
import QueryModel
import RulesEvaluator

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
  private static var limit: Int { 400 }

  func run() -> RulesDocument? {
    let axes = axes
    let paths = SamplePaths(context.query.source, constants: constants, candidate: candidate).paths
    guard let first = paths.first else { return nil }
    var choice = Array(repeating: 0, count: axes.count)
    var tried = 0
    if let found = attempt(axes, choice, first) { return found }
    for path in paths.dropFirst() {
      if let found = attempt(axes, choice, path) { return found }
    }
    // One field at a time, then two.
    for axis in axes.indices {
      for option in axes[axis].options.indices.dropFirst() {
        choice[axis] = option
        tried += 1
        if let found = attempt(axes, choice, first) { return found }
      }
      choice[axis] = 0
    }
    for axis in axes.indices {
      for other in axes.indices where other > axis {
        for option in axes[axis].options.indices.dropFirst() {
          for second in axes[other].options.indices.dropFirst() {
            choice[axis] = option
            choice[other] = second
            tried += 1
            if tried > Self.limit { return nil }
            if let found = attempt(axes, choice, first) { return found }
          }
        }
        choice[axis] = 0
        choice[other] = 0
      }
    }
    return nil
  }

  // MARK: - One document

  private func attempt(_ axes: [SampleAxis], _ choice: [Int], _ path: DocumentPath) -> RulesDocument? {
    var fields = MapValue()
    for (axis, option) in zip(axes, choice) {
      if let value = axis.options[option] { fields.set(value, at: axis.field.segments[...]) }
    }
    let document = RulesDocument(path: path, fields: fields)
    return context.query.couldReturn(document) && context.refuses(document, engine) ? document : nil
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
    for value in constants.values { samples.add(value) }
    return samples.values
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
