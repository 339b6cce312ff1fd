/// What production's evaluator allows at most.
package enum EvaluationLimits {
  /// Evaluated expressions of one request.
  package static let expressions = 1_000
  /// Distinct documents of a request for one document.
  package static let singleAccesses = 10
  /// Distinct documents of a request of several operations, and of a list.
  package static let requestAccesses = 20
  /// Distinct documents of one operation among several.
  package static let operationAccesses = 10
}
