import FirestoreModel
import FirestoreRulesEvaluator

// Whether production takes 1.0 for an element of [1] is not known. A document that is refused only if it does not is no
// counterexample.

extension ProofContext {
  /// Whether the answer to one document turns on how a membership test compares integers with floats.
  func turnsOnNumericMembership(_ document: RulesDocument) -> Bool {
    !couldPass(document, isFromDocument: false) && couldPass(document, isFromDocument: true)
  }

  /// - Parameter isFromDocument: whether the values count as the document's, so that membership is read in both ways.
  private func couldPass(_ document: RulesDocument, isFromDocument: Bool) -> Bool {
    var context = self
    context.request.path = RequestPath(document.path)
    context.request.resource = document
    context.applicable = rules.statements(
      for: context.request.path, method: .list, database: request.database)
    var candidate = CandidateDocument(document)
    if isFromDocument { candidate.data.sources = [FieldPath(name: "data")] }
    return context.evaluate(candidate).tried.contains { $0.truths.contains(.isTrue) }
  }
}

extension CandidateDocument {
  /// One document, all of it known.
  fileprivate init(_ document: RulesDocument) {
    data = AbstractOutcome(.map(.stored(document.fields)))
    id = AbstractOutcome(.string(document.path.id))
    pinned = nil
    isVacuous = false
  }
}
