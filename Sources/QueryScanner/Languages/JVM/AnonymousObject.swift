import Diagnostics

/// Objects of classes without a name, as listeners are written: what matters of them is the method that is called with
/// the result, so they are read as closures.
enum AnonymousObject {
  /// Methods that get the result, if there are several.
  private static let handlers: Set<String> = [
    "onDataChange", "onEvent", "onSuccess", "onComplete", "onChildAdded", "apply", "then", "call", "run", "accept",
    "doTransaction", "onChanged", "invoke", "test", "get",
  ]

  /// - Parameter type: the class or interface, with `arguments` of its constructor.
  static func expression(
    type: Expression?, arguments: [Argument], members: [Statement], _ span: Span
  ) -> Expression {
    let closure = Expression(.closure(closure(members)), span)
    guard let type, !arguments.isEmpty else { return closure }
    // A class of its own below another one: what it adds is read, and the value is one of the other class.
    let start = Span(span.start, span.start)
    let base = Expression(.call(Call(callee: type, arguments: arguments, isConstruction: true)), span)
    return Expression(
      .statements([
        Statement(.expression(Expression(.call(Call(callee: closure, arguments: [])), start)), start),
        Statement(.expression(base), span),
      ]), span)
  }

  /// The handler's parameters; all methods are known in the body, and each other one is called there with the result.
  private static func closure(_ members: [Statement]) -> Closure {
    let functions = members.compactMap { member -> Function? in
      if case .function(let function) = member.kind { function } else { nil }
    }
    guard let main = functions.first(where: { handlers.contains($0.name) }) ?? functions.first else {
      return Closure(parameters: [], body: members)
    }
    let result: Expression? =
      if case .name(let name)? = main.parameters.first?.pattern { Expression(.name(name), Span(0, 0)) } else { nil }
    var calls: [Statement] = []
    var left: [Function] = []
    for case (let member, .function(let function)) in members.map({ ($0, $0.kind) }) where function.name != main.name {
      // What another one of them calls gets there what it needs.
      let isCalled = functions.contains { other in
        other.name != function.name && !left.contains(other)
          && other.body?.contains { $0.mentions([function.name]) } == true
      }
      if isCalled {
        left.append(function)
        continue
      }
      let given = function.parameters.isEmpty ? [] : result.map { [Argument(value: $0)] } ?? []
      let span = Span(member.span.start, member.span.start)
      let call = Call(callee: Expression(.name(function.name), span), arguments: given)
      calls.append(Statement(.expression(Expression(.call(call), span)), span))
    }
    let others = members.filter { member in
      if case .function(let function) = member.kind { function.name != main.name } else { true }
    }
    return Closure(parameters: main.parameters, body: others + calls + (main.body ?? []))
  }
}

/// `query::startAfter`: a closure that calls the method with what it is given.
enum BoundReference {
  /// - Parameter receiver: only names of values and of types of the SDK; those of other types, `this` and `super` are
  ///   members.
  static func expression(_ receiver: Expression, _ parser: inout Parser) -> Expression? {
    guard parser.isAt("::"), parser.peek().kind == .name, !parser.peek().isSign(oneOf: ["class", "new"]),
      case .name(let name) = receiver.kind, name != "this", name != "super",
      name.first?.isLowercase ?? false || types.contains(name)
    else { return nil }
    parser.advance()
    let method = parser.current
    parser.advance()
    let span = parser.span(from: receiver.span.start)
    // Of a type it is called on what is given.
    let value = Expression(.name(given), span)
    let isOfType = types.contains(name)
    let callee = Expression(.member(isOfType ? value : receiver, method.text), Span(receiver.span.start, method.end))
    let call = Call(callee: callee, arguments: isOfType ? [] : [Argument(value: value)])
    let body = Statement(.expression(Expression(.call(call), span)), span)
    let closure = Closure(parameters: [Parameter(pattern: .name(given))], body: [body], returnsLastExpression: true)
    return Expression(.closure(closure), span)
  }

  /// Types of the SDK whose methods ask: none of them is static.
  private static let types: Set<String> = ["Query", "CollectionReference", "DocumentReference", "CollectionGroup"]

  /// No name of the code.
  private static let given = "(given)"
}
