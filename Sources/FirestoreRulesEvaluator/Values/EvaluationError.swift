package import FirestoreModel

/// Why an expression has no value. An error denies unless `&&` or `||` absorbs it.
///
/// Cases carry facts; ``message`` words them, with production's text where it has been recorded.
package indirect enum EvaluationError: Error, Hashable, Sendable {
  case undefinedProperty(Text)
  /// A member, method or index of null.
  case nullValue
  case functionNotFound(String)
  /// Of a function that the rules declare; `function` is its header, such as `isOwner(id)`.
  case wrongArgumentCount(function: String, expected: Int, received: Int)
  /// Of a function or method of the language; `expected` lists the forms that exist.
  case wrongBuiltinArgumentCount(received: Int, expected: String)
  case unknownName(String)
  /// A receiver or operand of the wrong type.
  case type(received: RuleType, expected: [RuleType])
  /// `received` and `expected` in the form `int < timestamp` or `set.difference(list)`.
  case unsupportedOperation(received: String, expected: String?)
  case indexOutOfBounds(index: Int64, size: Int)
  case divideByZero
  case overflow(operation: String)
  case geoPointRange(latitude: Double, longitude: Double)
  case invalidPattern(String)
  /// A value of the right type that a function cannot take: `duration.value(1, 'q')`, `timestamp.date(2020, 13, 1)`.
  case invalidArgument(function: String, argument: String)
  /// A text that is not a number: `int('x')`.
  case typeConversion(argument: String, from: RuleType, to: RuleType)
  /// A value would become larger than rules may build.
  case sizeLimit(operation: String)
  /// The request has used up its document accesses.
  case accessLimit(Int)
  /// A path that does not name a document of the database in question.
  case notADocument(String)
  /// A path literal with a piece that is neither string, int nor path.
  case invalidPathSegment(RuleType)
  /// Of another language than that of Firestore's rules, in its own words.
  case foreign(String)
  /// Only in abstract evaluation: some values that cannot be told apart would be an error.
  case possible
}

/// The result of evaluating an expression over concrete values.
package enum RuleOutcome: Sendable {
  case value(RuleValue)
  case error(EvaluationError)
}
