import Diagnostics
import FirestoreModel
import FirestoreRulesLanguage

/// Expressions: one node per expression, under the same id.
extension RulesCompiler {
  mutating func compile(_ expression: Expression, _ locals: LocalNames) {
    checkNesting(expression)
    compile(expression, locals, level: 0)
  }

  /// - Parameter level: expressions around this one. Each of them is charged before this one is reached, so that what
  ///   lies deeper than the budget is never evaluated: no source makes the compiler or the evaluator recurse further.
  private mutating func compile(_ expression: Expression, _ locals: LocalNames, level: Int) {
    guard nodes.indices.contains(expression.id) else { return }
    spans[expression.id] = expression.span
    guard level <= EvaluationLimits.expressions else { return }
    for child in expression.children { compile(child, locals, level: level + 1) }
    nodes[expression.id] = node(expression, locals)
  }

  private mutating func node(_ expression: Expression, _ locals: LocalNames) -> Node {
    switch expression.kind {
    case .missing: .failure(.unknownName(""))
    case .null: .constant(.null)
    case .boolean(let value): .constant(.boolean(value))
    case .integer(let value): .constant(.integer(value))
    case .float(let value): .constant(.float(value))
    case .string(let text): .constant(.string(Text(text)))
    case .bytes(let bytes): .constant(.bytes(bytes))
    case .name(let name): resolve(name, locals)
    case .parenthesized(let inner): .parenthesized(inner.id)
    case .list(let elements): .list(elements.map(\.id))
    case .map(let entries): .map(entries.map { (key: Text($0.key), value: $0.value.id) })
    case .path(let pieces): .path(pieces.map(\.compiled))
    case .unary(let op, let operand): .unary(op, operand.id)
    case .binary(let op, let left, let right): .binary(op, left.id, right.id)
    case .logical(let op, let operands): .logical(op, operands.map(\.id))
    case .conditional(let condition, let first, let second): .conditional(condition.id, first.id, second.id)
    case .typeTest(let value, let word): typeTest(value, word)
    case .member(let base, let name): member(name.text, of: base)
    case .index(let base, let index): .element(base.id, index: index.id)
    case .slice(let base, let start, let end): .slice(base.id, from: start.id, to: end.id)
    case .call(let name, let arguments): call(name, arguments, locals)
    case .method(let receiver, let name, let arguments): method(receiver, name, arguments, locals)
    case .invalidCall: .failure(.functionNotFound(""))
    }
  }

  // MARK: - Names

  /// Innermost first: bindings, parameters, captures, then what is predeclared.
  private func resolve(_ name: String, _ locals: LocalNames) -> Node {
    if let place = locals.bindings.lastIndex(where: { $0.name == name }) {
      return .binding(place: locals.parameters.count + place, value: locals.bindings[place].value)
    }
    if let place = locals.parameters.lastIndex(of: name) { return .parameter(place) }
    if let place = captures.lastIndex(of: name) { return .capture(place) }
    switch name {
    case "request": return .request
    case "resource": return .resource
    default: return .failure(.unknownName(name))
    }
  }

  private func isDeclared(_ name: String, _ locals: LocalNames) -> Bool {
    locals.bindings.contains { $0.name == name } || locals.parameters.contains(name) || captures.contains(name)
  }

  private func member(_ name: String, of base: Expression) -> Node {
    guard nodes.indices.contains(base.id) else { return .unreachable }
    switch nodes[base.id] {
    case .request:
      if let member = RequestMember(rawValue: name) { return .requestMember(member, request: base.id) }
    case .resource where name == "data": return .documentData(.stored, document: base.id)
    case .requestMember(.resource, _) where name == "data": return .documentData(.incoming, document: base.id)
    default: break
    }
    return .member(base.id, Text(name))
  }

  private mutating func typeTest(_ value: Expression, _ word: Name) -> Node {
    if !RuleType.testableWords.contains(word.text), !word.text.isEmpty {
      let words = RuleType.testableWords.sorted().joined(separator: ", ")
      // Production's text.
      let refusal = "An unsupported type identifier was used with the 'is' operator."
      report(
        .typeMismatch, "\(refusal) Received \(word.text). Expected one of [\(words)].", at: word.span,
        severity: .error, help: word.text == "null" ? "compare with `== null`" : nil)
    }
    return .typeTest(value.id, word: word.text)
  }

  // MARK: - Calls

  private mutating func call(_ name: Name, _ arguments: [Expression], _ locals: LocalNames) -> Node {
    let ids = arguments.map(\.id)
    for scope in scopes.reversed() {
      guard let function = scope[name.text] else { continue }
      calls.add(from: locals.function, to: function, at: name.span)
      let expected = functions[function].parameterCount
      guard expected == ids.count else {
        let header = "\(name.text)(\(functions[function].declaration.parameters.map(\.text).joined(separator: ", ")))"
        return .failure(.wrongArgumentCount(function: header, expected: expected, received: ids.count))
      }
      return .call(function: function, arguments: ids)
    }
    if let access = DocumentFunction(rawValue: name.text) {
      guard let path = ids.first, ids.count == 1 else { return wrongCount("\(name.text)(path)", ids.count) }
      return .access(access, path: path)
    }
    if let builtin = BuiltinFunction(rawValue: name.text) { return self.builtin(builtin, ids) }
    return .failure(.functionNotFound(name.text))
  }

  private func builtin(_ function: BuiltinFunction, _ arguments: [Int]) -> Node {
    guard function.argumentCount == arguments.count else {
      let forms = BuiltinSignature.functions(named: function.rawValue).map(\.text)
      return wrongCount(forms.joined(separator: ", "), arguments.count)
    }
    return .builtin(function, arguments: arguments)
  }

  private func wrongCount(_ expected: String, _ received: Int) -> Node {
    .failure(.wrongBuiltinArgumentCount(received: received, expected: expected))
  }

  private mutating func method(
    _ receiver: Expression, _ name: Name, _ arguments: [Expression], _ locals: LocalNames
  ) -> Node {
    let ids = arguments.map(\.id)
    if case .name(let namespace) = receiver.kind, BuiltinFunction.namespaces.contains(namespace),
      !isDeclared(namespace, locals)
    {
      let qualified = "\(namespace).\(name.text)"
      guard let function = BuiltinFunction(rawValue: qualified) else { return .failure(.functionNotFound(qualified)) }
      return builtin(function, ids)
    }
    return .method(receiver.id, Text(name.text), arguments: ids, pattern: pattern(name.text, arguments))
  }

  /// The literal regular expression of a method that takes one, compiled once; production refuses an invalid one.
  private mutating func pattern(_ method: String, _ arguments: [Expression]) -> Pattern? {
    guard let place = BuiltinSignature.patternArgument(ofMethod: method), arguments.indices.contains(place) else {
      return nil
    }
    let first = arguments[place]
    guard case .string(let literal) = first.kind else { return nil }
    let text = Text(literal)
    if let pattern = Pattern(text) { return pattern }
    report(
      .regexPitfall, "invalid regular expression \(QuotedText.of(literal)): \(RegularExpressionProblem.of(text))",
      at: first.span, severity: .error, help: "regular expressions are RE2's: no lookaround, no back references")
    return nil
  }
}

extension PathPiece {
  fileprivate var compiled: PathPart<Int> {
    switch self {
    case .literal(let text, _): .literal(Text(text))
    case .interpolation(let expression): .value(expression.id)
    case .placeholder(let name, _): .literal(Text("{\(name)}"))
    }
  }
}
