package import FirestoreRulesEvaluator
package import FirestoreRulesLanguage

/// Why an expression cannot do what it is written for, whatever the request is. Checks word it.
package enum TypeProblem: Sendable {
  /// A variable that is not visible, with those that are.
  case unknownName(String, visible: [String])
  /// A function that is neither declared nor built in, with the declared ones that are visible.
  case unknownFunction(String, visible: [String])
  /// A declared function, or one that reads documents.
  case wrongFunctionArguments(name: String, expected: Int, received: Int)
  /// A member that `request`, `resource` or the like does not have.
  case unknownProperty(owner: InferredType, name: String)
  /// A member that is there for other methods: `request.resource` on `get`.
  case absentProperty(owner: InferredType, name: String)
  /// A member of something that is no map.
  case propertyOfType(InferredType, name: String)
  /// A member, method or index of something that is null for every method in question.
  case partOfNull(name: String?)
  case unknownMethod(InferredType, name: String)
  /// A function of a namespace that does not exist: `math.isInfinite`.
  case unknownNamespaceFunction(String)
  /// With the forms that exist.
  case wrongArgumentCount(name: String, received: Int, forms: [BuiltinSignature])
  case wrongArguments(name: String, received: [InferredType], forms: [BuiltinSignature])
  case operands(BinaryOperator, InferredType, InferredType)
  /// `==`, `!=` or `in` between types that are never equal.
  case neverEqual(BinaryOperator, InferredType, InferredType)
  case operand(UnaryOperator, InferredType)
  /// `!x in y` and `!x is t`, which negate `x`.
  case negatedOperand
  case index(InferredType, by: InferredType)
  case slice(InferredType)
  /// Bounds that no value has: `[0:0]`, or beyond the end of a value that is known.
  case sliceOfNothing
  /// A slice of a value whose size nothing has tested, with the size that it needs.
  case sliceMayExceed(Int64)
  /// Something that is no boolean where a condition is needed.
  case notACondition(InferredType)
  /// An error of values that are always the same: `1 / 0`.
  case evaluation(EvaluationError)
  /// A part of a condition that is always false and was not written as `false`.
  case neverTrue
  case invalidPattern(String)
  /// A document function with something that is no path.
  case wrongDocumentPath(DocumentFunction, InferredType)
}

extension TypeProblem {
  /// Whether it arises from what some method does not have.
  var isAboutMethod: Bool {
    switch self {
    case .absentProperty, .partOfNull: true
    default: false
    }
  }
}
