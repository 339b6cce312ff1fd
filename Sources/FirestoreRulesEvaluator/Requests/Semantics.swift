import FirestoreModel

/// Whose evaluation is reproduced.
package enum Semantics: Sendable {
  /// Requests of clients to production.
  case live
  /// The hosted test service (`projects.test`), which knows only what the test case brings: keys of the request that
  /// are not given are absent, an unset `resource` is a null value error even when compared with null, `get` and
  /// `exists` answer only where they are mocked, and `getAfter`, `existsAfter` and `debug` do not exist.
  case testAPI(FunctionMocks)

  var isLive: Bool {
    if case .live = self { true } else { false }
  }
}

/// The answers that a test case of the hosted service gives for `get` and `exists`.
package struct FunctionMocks: Sendable {
  package struct Mock: Sendable {
    package var function: DocumentFunction
    /// Nil matches every argument.
    package var path: RulePath?
    /// Nil for a result that the test case calls undefined.
    package var result: RuleValue?

    package init(function: DocumentFunction, path: RulePath?, result: RuleValue?) {
      self.function = function
      self.path = path
      self.result = result
    }
  }

  package var mocks: [Mock]

  package init(_ mocks: [Mock] = []) { self.mocks = mocks }

  /// The first mock that fits answers. Without one the function does not exist.
  func answer(to function: DocumentFunction, _ path: RulePath) -> RuleOutcome {
    let fitting = mocks.first { $0.function == function && ($0.path == nil || $0.path == path) }
    guard !function.seesAfter, let fitting else { return .error(.functionNotFound(function.rawValue)) }
    guard let result = fitting.result else { return .error(.nullValue) }
    if !function.returnsDocument {
      // Mocks of `exists` must be boolean.
      guard case .boolean = result else { return .error(.type(received: result.type, expected: [.boolean])) }
    }
    return .value(result)
  }
}
