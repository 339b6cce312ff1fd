import FirestoreModel

extension EvaluationError {
  /// Production's text where one has been recorded; the others are marked and follow its style.
  package var message: String {
    switch self {
    case .undefinedProperty(let name): "Property \(name) is undefined on object."
    case .nullValue: "Null value error."
    case .functionNotFound(let name): "Function not found error: Name: [\(name)]."
    case .wrongArgumentCount(let function, _, let received):
      "Incorrect number of arguments. Received: \(received). Expected: \(function)."
    case .wrongBuiltinArgumentCount(let received, let expected):
      "Incorrect number of arguments. Received: \(received). Expected: \(expected)."
    // Not recorded.
    case .unknownName(let name): "Variable not found error: Name: [\(name)]."
    case .type(let received, let expected):
      "Type error. Received: [\(received.rawValue)] Expected: [\(expected.map(\.rawValue).joined(separator: ","))]."
    case .unsupportedOperation(let received, let expected):
      "Unsupported operation error. Received: \(received)." + (expected.map { " Expected: \($0)." } ?? "")
    case .indexOutOfBounds(let index, let size): "Index out of bound error. Index: [\(index)] , size: [\(size)]."
    case .divideByZero: "Divide by zero error."
    // Not recorded.
    case .overflow(let operation): "Integer overflow error. Operation: [\(operation)]."
    case .geoPointRange(let latitude, let longitude):
      "Latitude should be in [-90,90] range and longitude should be in [-180,180] range. "
        + "latitude: \(floatText(latitude)), longitude: \(floatText(longitude))."
    case .invalidPattern(let pattern): "Invalid regular expression pattern. Pattern: \(pattern)."
    // Not recorded.
    case .invalidArgument(let function, let argument):
      "Invalid argument error. Function: [\(function)], Argument: [\(argument)]."
    case .typeConversion(let argument, let from, let to):
      "Type conversion error. Argument: [\(argument)], From type: [\(from.rawValue)], To type: [\(to.rawValue)]."
    // Not recorded.
    case .sizeLimit(let operation): "Size limit error. Operation: [\(operation)]."
    // Not recorded.
    case .accessLimit(let limit): "Document access limit error. At most \(limit) documents may be accessed."
    // Not recorded.
    case .notADocument(let path): "Invalid argument error. The path does not name a document: [\(path)]."
    // Not recorded.
    case .invalidPathSegment(let type):
      "Type error. Received: [\(type.rawValue)] Expected: [string,int,path]."
    case .foreign(let message): message
    case .possible: "An error for some of the possible values."
    }
  }
}

/// A float as production writes it: always with a point or an exponent.
func floatText(_ value: Double) -> String {
  if value.isNaN { return "NaN" }
  if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
  return value.description
}
