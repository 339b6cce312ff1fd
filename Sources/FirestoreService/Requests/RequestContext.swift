package import FirestoreModel
package import FirestoreRulesEnforcement

/// Who sends a request, and what the request says about itself.
package struct RequestContext: Hashable, Sendable {
  package var caller: Caller
  /// The operation that the request belongs to, as its sender calls it (header `x-firebreak-operation`).
  package var operation: Text?
  /// The test that sends it (header `x-firebreak-test`).
  package var test: Text?

  package init(caller: Caller, operation: Text? = nil, test: Text? = nil) {
    self.caller = caller
    self.operation = operation
    self.test = test
  }
}
