import FirestoreModel
import FirestoreRulesEvaluator
import Testing

/// The table of forms says exactly what can be called.
@Suite("Table of builtins") struct ValuesBuiltinTableTests {
  static let domain = ConcreteDomain()

  /// One value of every type.
  static let samples: [RuleValue] = [
    .null, .boolean(true), .integer(7), .float(1.5), .string("ab"), .bytes([1, 2]),
    .timestamp(RuleTimestamp(seconds: 0, nanoseconds: 0)), .duration(RuleDuration(seconds: 1, nanoseconds: 0)),
    .geoPoint(GeoPoint(latitude: 1, longitude: 2)), .path(RulePath(["a", "b"])), .list(.built([.string("a")])),
    .map(.built(BuiltMap([]))), .set([.string("a")]),
    .mapDiff(MapDiff(added: [], removed: [], changed: [], unchanged: [])),
  ]

  static let methodNames = Set(BuiltinSignature.methods.map(\.name)).sorted() + ["nosuch"]
  static let functionNames = BuiltinFunction.allCases.map(\.rawValue)

  /// All lists of up to two samples, and longer ones in which one differs from ints.
  static let argumentLists: [[RuleValue]] =
    [[]] + samples.map { [$0] } + samples.flatMap { first in samples.map { [first, $0] } }
    + [3, 4, 5].flatMap { count in
      (0..<count).flatMap { place in
        samples.map { sample in (0..<count).map { $0 == place ? sample : .integer(1) } }
      }
    }

  @Test("there is a sample of every type")
  func samplesAreComplete() { #expect(Self.samples.map(\.type) == RuleType.allCases) }

  @Test("methods", arguments: methodNames)
  func method(_ name: String) {
    var differences: [String] = []
    for receiver in Self.samples {
      let forms = BuiltinSignature.methods(named: name, of: receiver.type)
      for arguments in Self.argumentLists {
        let outcome = Self.domain.method(
          Text(name), of: .value(receiver), arguments.map(RuleOutcome.value), pattern: nil)
        let call = "\(receiver.type.rawValue).\(name)"
        if case .null = receiver {
          if outcome.text != "error: Null value error." { differences.append("\(call): \(outcome.text)") }
        } else if let difference = difference(outcome, call, name, forms, arguments) {
          differences.append(difference)
        }
      }
    }
    #expect(differences.prefix(5) == [])
  }

  @Test("functions", arguments: BuiltinFunction.allCases)
  func function(_ function: BuiltinFunction) {
    let forms = BuiltinSignature.functions(named: function.rawValue)
    #expect(!forms.isEmpty)
    #expect(forms.allSatisfy { $0.parameters.count == function.argumentCount })
    let differences = Self.argumentLists.compactMap { arguments in
      difference(
        Self.domain.call(function, arguments.map(RuleOutcome.value)), function.rawValue, function.rawValue, forms,
        arguments)
    }
    #expect(differences.prefix(5) == [])
  }

  @Test("the table names no function that does not exist")
  func functionNames() {
    #expect(Set(BuiltinSignature.functions.map(\.name)) == Set(Self.functionNames))
  }

  /// What a call should have come out as according to its forms, if it did not.
  private func difference(
    _ outcome: RuleOutcome, _ call: String, _ name: String, _ forms: [BuiltinSignature], _ arguments: [RuleValue]
  ) -> String? {
    let types = arguments.map(\.type)
    let received = "\(call)(\(types.map(\.rawValue).joined(separator: ", ")))"
    if let form = forms.first(where: { $0.accepts(types) }) {
      switch outcome {
      case .value(let value):
        return form.result.map { $0 == value.type } ?? true ? nil : "\(received) is \(value.type)"
      case .error(.functionNotFound), .error(.wrongBuiltinArgumentCount): return "\(received): \(outcome.text)"
      case .error(.unsupportedOperation(received, _)): return "\(received): \(outcome.text)"
      case .error: return nil
      }
    }
    let expected: EvaluationError
    let texts = forms.map(\.text).joined(separator: ", ")
    if forms.isEmpty {
      expected = .functionNotFound(name)
    } else if forms.contains(where: { $0.parameters.count == types.count }) {
      expected = .unsupportedOperation(received: received, expected: texts)
    } else {
      expected = .wrongBuiltinArgumentCount(received: types.count, expected: texts)
    }
    if case .error(expected) = outcome { return nil }
    return "\(received): \(outcome.text)"
  }
}

extension RuleOutcome {
  /// The value as a rule would write it, or the error's message.
  var text: String {
    switch self {
    case .value(let value): value.text
    case .error(let error): "error: \(error.message)"
    }
  }
}
