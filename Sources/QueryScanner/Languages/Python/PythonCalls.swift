import Diagnostics

/// Calls that are told a function and its arguments: `asyncio.to_thread(query.get)`, `pool.submit(load, x)`,
/// `partial(load, x)`.
enum PythonCalls {
  /// Where the function stands among the arguments.
  static let handing = ["to_thread": 0, "submit": 0, "run_in_executor": 1, "run_sync": 0, "partial": 0]

  /// The call of the function; nil with nothing consumed when the cursor stands at no arguments.
  static func handedOn(_ callee: Expression, _ name: String, _ parser: inout Parser) -> Expression? {
    guard parser.isAt("("), let place = handing[name], name != "submit" || isOfExecutor(callee) else { return nil }
    let arguments = parser.arguments()
    let span = parser.span(from: callee.span.start)
    guard arguments.indices.contains(place), arguments[place].label == nil, isFunction(arguments[place].value) else {
      return Expression(.call(Call(callee: callee, arguments: arguments)), span)
    }
    let function = arguments[place].value
    let call = Expression(
      .call(Call(callee: function, arguments: Array(arguments.dropFirst(place + 1)))),
      Span(function.span.start, max(function.span.end, span.end)))
    guard name == "partial" else { return call }
    return Expression(.closure(Closure(parameters: [], body: [Statement(.result(call), call.span)])), span)
  }

  /// Others have something to submit, too.
  private static func isOfExecutor(_ callee: Expression) -> Bool {
    guard case .member(let base, _) = callee.kind else { return false }
    let name: String
    switch base.kind {
    case .name(let own): name = own.lowercased()
    case .member(_, let own): name = own.lowercased()
    default: return false
    }
    return name.contains("pool") || name.contains("executor") || name == "ex"
  }

  private static func isFunction(_ value: Expression) -> Bool {
    switch value.kind {
    case .name, .member, .closure: true
    default: false
    }
  }
}
