package import DocumentStore
package import FirestoreRulesEvaluator

extension WritePreview {
  /// What rules call the write.
  ///
  /// A precondition on existence decides before the state does: a write that demands `exists: false` is judged as a
  /// creation even where the document exists, and then fails with ALREADY_EXISTS (observed in production). That
  /// `exists: true` makes an update is concluded from it. A `verify` is taken for a `get`: what production does is not
  /// known.
  package var method: RulesMethod {
    switch write.operation {
    case .delete: return .delete
    case .verify: return .get
    case .set, .merge: break
    }
    switch write.precondition {
    case .exists(true): return .update
    case .exists(false): return .create
    case .updateTime, nil: return before == nil ? .create : .update
    }
  }
}
