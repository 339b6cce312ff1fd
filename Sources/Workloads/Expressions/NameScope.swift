package import FirestoreModel

/// The names that expressions of one workload may use.
struct NameScope {
  private var parameters: [String: Value] = [:]
  /// Actor variables, loop variables, results, `i`, `uid`, `id`, `doc`, ….
  private(set) var variables: Set<String> = []
  /// Names given by `as:` to results.
  private(set) var results: Set<String> = []

  /// What every step can see: the instance's number and, when it is signed in, its uid; in `each` and `forEach` the
  /// document at hand.
  static let builtIn: Set<String> = ["i", "uid", "id", "doc"]

  init(parameters: [Parameter] = []) {
    for parameter in parameters { self.parameters[parameter.name.text] = parameter.value.value }
    variables = NameScope.builtIn
  }

  var parameterNames: [String] { parameters.keys.sorted() }

  func parameter(_ name: String) -> Value? { parameters[name] }

  mutating func declareVariable(_ name: String) { variables.insert(name) }

  /// A result is also a variable: of a single document, `{chat.owner}`.
  mutating func declareResult(_ name: String) {
    results.insert(name)
    variables.insert(name)
  }
}

extension ParameterValue {
  package var value: Value {
    switch self {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .text(let value): .string(Text(value))
    }
  }
}
