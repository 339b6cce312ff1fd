import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesProver
import QueryModel

extension AccessEvidence {
  /// A proof evaluates no document, so coverage would know nothing of it: documents that show what was found are
  /// evaluated in its place. Of a denial the counterexample; of a permission one document for each branch, as far as
  /// one can be made that the rules allow. Without any, only the statements are counted.
  mutating func cover(
    _ verdict: ListVerdict, of query: ListQuery, by auth: AuthContext?, in database: Text, _ engine: RulesEngine,
    _ reader: StoredDocuments, at time: RuleTimestamp
  ) {
    rules = engine.rules
    let documents: [RulesDocument]
    switch verdict.answer {
    case .allowed: documents = query.branches.compactMap { ListWitness(query.source, $0, query.orderedFields).document }
    case .denied(let denial): documents = [denial.counterexample].compactMap(\.self)
    case .unknown: documents = []
    }
    var isShown = false
    for document in documents {
      let request = RulesRequest(
        method: .list, database: database, path: RequestPath(document.path), auth: auth, time: time,
        resource: document, query: query.facts)
      var session = RequestSession(reader, extent: .list)
      var recorded = coverage
      let decision = engine.decide(request, in: &session, recording: &recorded)
      guard decision.isAllowed == verdict.isAllowed else { continue }
      coverage = recorded
      isShown = true
    }
    if !isShown { coverage.record(proof: verdict.isAllowed, of: Set(verdict.deciding.map(\.index))) }
  }
}

extension ListVerdict {
  /// The statements that let the query through; where none does, all that cover what it could return.
  fileprivate var deciding: [CompiledStatement] {
    guard case .allowed(let steps) = answer else { return applicable }
    let found = applicable.filter { statement in
      steps.contains { statement.span.start <= $0.span.start && $0.span.end <= statement.span.end }
    }
    // What holds may stand in a function.
    return found.isEmpty ? Array(applicable.prefix(1)) : found
  }
}

/// A document that a branch of a query could return.
struct ListWitness {
  private(set) var document: RulesDocument?

  init(_ source: QuerySource, _ branch: Conjunction, _ ordered: [FieldPath]) {
    guard let parent = source.parent.literals, let id = source.collectionID?.literal,
      var path = DocumentPath(segments: parent + [id, "doc"])
    else { return }
    var fields = MapValue()
    for predicate in branch.predicates {
      guard let value = Self.value(predicate.test) else { continue }
      if predicate.path.isDocumentName {
        if case .reference(let name) = value { path = name.path }
      } else if fields[predicate.path] == nil {
        fields.set(value, at: predicate.path)
      }
    }
    for field in ordered where fields[field] == nil { fields.set(.integer(0), at: field) }
    document = RulesDocument(path: path, fields: fields)
  }

  private static func value(_ test: Predicate.Test) -> Value? {
    switch test {
    case .equal(.value(let value)), .lessThanOrEqual(.value(let value)), .greaterThanOrEqual(.value(let value)): value
    case .contains(.value(let value)): .array([value])
    case .isNull: .null
    case .isNaN: .double(.nan)
    case .lessThan(.value(let value)): neighbour(of: value, isAbove: false)
    case .greaterThan(.value(let value)): neighbour(of: value, isAbove: true)
    case .notEqual, .notIn, .notInUnknown, .isNotNull: .string("other")
    case .isNotNaN: .integer(0)
    case .equal, .contains, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: nil
    }
  }

  private static func neighbour(of value: Value, isAbove: Bool) -> Value? {
    switch value {
    case .integer(let number): .integer(isAbove ? number &+ 1 : number &- 1)
    case .double(let number): .double(isAbove ? number + 1 : number - 1)
    case .timestamp(let time):
      .timestamp(Timestamp(microseconds: isAbove ? time.microseconds &+ 1_000_000 : time.microseconds &- 1_000_000))
    case .string(let text): isAbove ? .string(Text(text.string + "a")) : .string("")
    case .null, .boolean, .bytes, .reference, .geoPoint, .array, .vector, .map: nil
    }
  }
}
