/// One form in which a function or method of the language can be called.
///
/// The table is what the checker knows of the language and what error messages quote; a test calls every form and
/// every other combination of types, so that the table and the evaluation cannot differ.
package struct BuiltinSignature: Hashable, Sendable {
  /// The type of values that have the method; nil for a function.
  package var receiver: RuleType?
  /// `size`, or `math.abs` for a function of a namespace.
  package var name: String
  /// Nil stands for any value. Where a float is expected an int will do.
  package var parameters: [RuleType?]
  /// Nil when it depends on the values.
  package var result: RuleType?

  init(_ receiver: RuleType?, _ name: String, _ parameters: [RuleType?], _ result: RuleType?) {
    self.receiver = receiver
    self.name = name
    self.parameters = parameters
    self.result = result
  }

  /// As production quotes it: `set.union(set)`, `math.pow(float, float)`.
  package var text: String {
    let prefix = receiver.map { "\($0.rawValue)." } ?? ""
    return "\(prefix)\(name)(\(parameters.map { $0?.rawValue ?? "any" }.joined(separator: ", ")))"
  }

  /// Whether a call with arguments of these types is of this form.
  package func accepts(_ arguments: [RuleType]) -> Bool {
    parameters.count == arguments.count
      && zip(parameters, arguments).allSatisfy { parameter, argument in
        parameter == nil || parameter == argument || (parameter == .float && argument == .integer)
      }
  }
}

extension BuiltinSignature {
  /// Every form of every method.
  package static let methods: [BuiltinSignature] =
    StringMethods.signatures + BytesMethods.signatures + TimestampMethods.signatures + DurationMethods.signatures
    + GeoPointMethods.signatures + ListMethods.signatures + SetMethods.signatures + MapMethods.signatures
    + MapDiffMethods.signatures + PathMethods.signatures

  /// Every form of every function, except those that read documents.
  package static let functions: [BuiltinSignature] =
    Conversions.signatures + MathFunctions.signatures + TimestampMethods.functions + DurationMethods.functions
    + GeoPointMethods.functions + HashingFunctions.signatures

  /// The forms of a method by name, for one type of receiver or for all; empty when there is no such method.
  package static func methods(named name: String, of receiver: RuleType? = nil) -> [BuiltinSignature] {
    (methodsByName[name] ?? []).filter { receiver == nil || $0.receiver == receiver }
  }

  package static func functions(named name: String) -> [BuiltinSignature] { functionsByName[name] ?? [] }

  /// The methods and functions whose argument at this place is a regular expression.
  package static func patternArgument(ofMethod name: String) -> Int? {
    name == "matches" || name == "replace" || name == "split" ? 0 : nil
  }

  private static let methodsByName = Dictionary(grouping: methods, by: \.name)
  private static let functionsByName = Dictionary(grouping: functions, by: \.name)
}

extension BuiltinSignature {
  /// Why a call of a method that is not one of its forms fails.
  static func failure(method name: String, of receiver: RuleValue, _ arguments: [RuleValue]) -> EvaluationError {
    if case .null = receiver { return .nullValue }
    let forms = methods(named: name, of: receiver.type)
    return failure("\(receiver.type.rawValue).\(name)", name, forms, arguments)
  }

  /// Why a call of a function that is not one of its forms fails.
  static func failure(function name: String, _ arguments: [RuleValue]) -> EvaluationError {
    failure(name, name, functions(named: name), arguments)
  }

  private static func failure(
    _ call: String, _ name: String, _ forms: [BuiltinSignature], _ arguments: [RuleValue]
  ) -> EvaluationError {
    if forms.isEmpty { return .functionNotFound(name) }
    let expected = forms.map(\.text).joined(separator: ", ")
    guard forms.contains(where: { $0.parameters.count == arguments.count }) else {
      return .wrongBuiltinArgumentCount(received: arguments.count, expected: expected)
    }
    let received = arguments.map(\.type.rawValue).joined(separator: ", ")
    return .unsupportedOperation(received: "\(call)(\(received))", expected: expected)
  }
}
