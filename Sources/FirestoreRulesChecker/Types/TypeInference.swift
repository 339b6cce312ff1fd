import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// Infers types by evaluating every condition for each of its methods over types instead of values, and every function
/// for each combination of types that it is called with.
struct TypeInference {
  let functions: [FunctionView]
  let scopes: [MatchScope]
  /// Functions of other modules, of which nothing is known.
  let imported: Set<String>
  var types = InferredTypes()
  var memory: [Application: InferredType] = [:]
  private var remaining = 400_000
  /// Together with the nesting bound of a source this keeps evaluation from exhausting the stack.
  static let maximumDepth = 400

  struct Application: Hashable {
    var function: Int
    var method: RulesMethod?
    var arguments: [String]
  }

  /// What names mean at some place.
  struct Environment {
    var names: [String: InferredType]
    var functions: [String: Int]
    var method: RulesMethod?
    var facts = Facts()
    /// The functions around the place.
    var active: [Int] = []
    /// The parameters of the innermost one.
    var parameters: Set<String> = []
    var depth = 0
  }

  static func types(
    of allows: [AllowView], scopes: [MatchScope], functions: [FunctionView], imported: Set<String> = []
  ) -> InferredTypes {
    var inference = TypeInference(functions: functions, scopes: scopes, imported: imported)
    for allow in allows { inference.infer(allow) }
    let called = Set(inference.memory.keys.map(\.function))
    for function in functions where function.isForFirestore && !called.contains(function.id) {
      _ = inference.call(function, function.declaration.parameters.map { _ in .any }, from: inference.root(nil))
    }
    inference.types.finish()
    return inference.types
  }

  private init(functions: [FunctionView], scopes: [MatchScope], imported: Set<String>) {
    self.functions = functions
    self.scopes = scopes
    self.imported = imported
  }

  private mutating func infer(_ allow: AllowView) {
    // A statement without a method never applies; its condition is looked at all the same.
    let methods: [RulesMethod?] = allow.methods.isEmpty ? [nil] : allow.methods
    for method in methods {
      var truths: Truths = .isTrue
      if let condition = allow.statement.condition {
        var environment = root(method)
        environment.bindCaptures(of: scopes[allow.scope])
        environment.functions = scopes[allow.scope].visibleFunctions
        truths = self.condition(condition, environment).truths
      }
      if let method { types.record(truths, of: allow, for: method) }
    }
  }

  private func root(_ method: RulesMethod?) -> Environment {
    let types = RequestTypes(method)
    return Environment(names: ["request": types.request, "resource": types.resource], functions: [:], method: method)
  }

  // MARK: - Recording

  mutating func record(
    _ expression: Expression, _ type: InferredType, _ problem: TypeProblem? = nil
  ) -> InferredType {
    types.record(type, problem, at: expression)
    return type
  }

  /// An expression that ends in an error in every case, and why.
  mutating func fail(_ expression: Expression, _ problem: TypeProblem?) -> InferredType {
    types.record(.failing, problem, at: expression, isPropagated: problem == nil)
    return .failing
  }

  /// Whether there is still work left to spend; inference gives up on sources that would take too long.
  mutating func spend() -> Bool {
    remaining -= 1
    if remaining == 0 { types.giveUp() }
    return remaining > 0
  }

  mutating func giveUp() { types.giveUp() }

  // MARK: - Declared functions

  mutating func call(
    _ function: FunctionView, _ arguments: [InferredType], from caller: Environment
  ) -> InferredType {
    let key = Application(function: function.id, method: caller.method, arguments: arguments.map(\.signature))
    if let known = memory[key] { return known }
    guard !caller.active.contains(function.id) else { return .any }
    guard caller.depth < Self.maximumDepth else {
      giveUp()
      return .any
    }
    var environment = root(caller.method)
    environment.functions = function.visibleFunctions
    environment.active = caller.active + [function.id]
    environment.depth = caller.depth + 1
    if let scope = function.scope { environment.bindCaptures(of: scopes[scope]) }
    environment.parameters = Set(function.declaration.parameters.map(\.text))
    for (parameter, argument) in zip(function.declaration.parameters, arguments) {
      environment.names[parameter.text] = argument
    }
    for local in function.declaration.lets {
      environment.names[local.name.text] = infer(local.value, environment)
    }
    let result = infer(function.declaration.result, environment)
    memory[key] = result
    return result
  }
}

extension TypeInference.Environment {
  mutating func bindCaptures(of scope: MatchScope) {
    for (name, segment) in scope.captures {
      names[name] = InferredType(segment.isRecursive ? Kinds(.path) : .string)
    }
  }

  /// The same place one level deeper in an expression.
  var deeper: Self {
    var inner = self
    inner.depth += 1
    return inner
  }
}
