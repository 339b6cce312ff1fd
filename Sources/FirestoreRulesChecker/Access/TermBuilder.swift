import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// The declarations around a match block, outermost first.
struct Surroundings {
  struct Level {
    var functions: [String: FunctionDeclaration]
    var captures: [String: PathVariable]
  }

  var levels: [Level]

  /// The function that a name means, and how many levels its own body sees.
  func function(named name: String, visible: Int) -> (declaration: FunctionDeclaration, visible: Int)? {
    for index in levels.indices.prefix(visible).reversed() {
      if let found = levels[index].functions[name] { return (found, index + 1) }
    }
    return nil
  }

  func capture(named name: String, visible: Int) -> PathVariable? {
    levels.prefix(visible).reversed().lazy.compactMap { $0.captures[name] }.first
  }
}

/// Makes the term of a condition. Functions are entered at most as deep as production allows, and what grows beyond
/// any real condition becomes opaque: checks then stay silent about it.
struct TermBuilder {
  private let surroundings: Surroundings
  private let limit: Int
  /// Expressions that were read.
  private(set) var count = 0
  private var opaqueCount = 0
  private static let largestTerm = 4000
  private static let deepestCall = 21
  private static let deepestTerm = 250

  init(_ surroundings: Surroundings, limit: Int) {
    self.surroundings = surroundings
    self.limit = min(limit, 20_000)
  }

  mutating func term(of condition: Expression) -> Term {
    term(condition, Frame(visible: surroundings.levels.count))
  }

  /// What names mean in the body that is being read.
  private struct Frame {
    var visible: Int
    var values: [String: Term] = [:]
    var site: Span?
    var calls = 0
    var depth = 0
  }

  private mutating func term(_ expression: Expression, _ outer: Frame) -> Term {
    var frame = outer
    frame.depth += 1
    let site = frame.site ?? expression.span
    count += 1
    guard count < limit, frame.depth <= Self.deepestTerm else { return opaque(expression.span, site) }
    if case .parenthesized(let inner) = expression.kind { return term(inner, frame) }
    if case .call(let name, let arguments) = expression.kind,
      let called = inlined(name, arguments, call: expression, frame)
    {
      return called
    }
    let kind = kind(of: expression, frame)
    if case .name(let name) = kind, let value = frame.values[name] { return value }
    let made = Term(kind, span: expression.span, site: site)
    return made.size <= Self.largestTerm ? made : opaque(expression.span, site)
  }

  private mutating func opaque(_ span: Span, _ site: Span) -> Term {
    opaqueCount += 1
    return Term(.opaque(opaqueCount), span: span, site: site)
  }

  private mutating func kind(of expression: Expression, _ frame: Frame) -> Term.Kind {
    switch expression.kind {
    case .missing, .invalidCall, .parenthesized:
      opaqueCount += 1
      return .opaque(opaqueCount)
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .float(let value): return .float(value)
    case .string(let value): return .string(value)
    case .bytes(let value): return .bytes(value)
    case .name(let name):
      if frame.values[name] == nil, let capture = surroundings.capture(named: name, visible: frame.visible) {
        return .capture(capture)
      }
      return .name(name)
    case .list(let elements): return .list(terms(elements, frame))
    case .map(let entries):
      var made: [Term.Entry] = []
      for entry in entries { made.append(Term.Entry(key: entry.key, value: term(entry.value, frame))) }
      return .map(made)
    case .path(let pieces): return path(pieces, frame)
    case .unary(.not, let operand): return .not(term(operand, frame))
    case .unary(.negate, let operand): return .negative(term(operand, frame))
    case .binary(let op, let left, let right): return .binary(op, term(left, frame), term(right, frame))
    case .logical(let op, let operands): return logical(op, operands, frame)
    case .conditional(let condition, let first, let second):
      return .conditional(term(condition, frame), term(first, frame), term(second, frame))
    case .typeTest(let value, let type): return .typeTest(term(value, frame), type.text)
    case .member(let base, let name): return .member(term(base, frame), name.text)
    case .index(let base, let key):
      let (base, key) = (term(base, frame), term(key, frame))
      if case .string(let name) = key.kind { return .member(base, name) }
      return .index(base, key)
    case .slice(let base, let start, let end):
      return .slice(term(base, frame), term(start, frame), term(end, frame))
    case .call(let name, let arguments): return call(name.text, terms(arguments, frame))
    case .method(let receiver, let name, let arguments):
      return method(term(receiver, frame), name.text, terms(arguments, frame))
    }
  }

  private mutating func terms(_ expressions: [Expression], _ frame: Frame) -> [Term] {
    var made: [Term] = []
    for expression in expressions { made.append(term(expression, frame)) }
    return made
  }

  /// Chains in chains are one chain.
  private mutating func logical(_ op: LogicalOperator, _ operands: [Expression], _ frame: Frame) -> Term.Kind {
    .logical(
      op,
      terms(operands, frame).flatMap { operand in
        if case .logical(op, let inner) = operand.kind { return inner }
        return [operand]
      })
  }

  private mutating func path(_ pieces: [PathPiece], _ frame: Frame) -> Term.Kind {
    var made: [Term.Piece] = []
    for piece in pieces {
      switch piece {
      case .literal(let text, _): made.append(.literal(text))
      case .placeholder(let name, _): made.append(.literal("{\(name)}"))
      case .interpolation(let inner):
        let value = term(inner, frame)
        // A path in a path is spliced.
        if case .path(let inner) = value.kind { made += inner } else { made.append(.value(value)) }
      }
    }
    return .path(made)
  }

  private func call(_ name: String, _ arguments: [Term]) -> Term.Kind {
    if name == "debug", arguments.count == 1 { return arguments[0].kind }
    if let function = DocumentFunction(rawValue: name), arguments.count == 1 {
      return .access(function, arguments[0])
    }
    return .call(name, arguments)
  }

  private func method(_ receiver: Term, _ name: String, _ arguments: [Term]) -> Term.Kind {
    guard name == "get", arguments.count == 2 else { return .method(receiver, name, arguments) }
    switch arguments[0].kind {
    case .string(let field): return .memberOrDefault(receiver, [field], arguments[1])
    case .list(let steps):
      let names: [String] = steps.compactMap { step in
        if case .string(let name) = step.kind { name } else { nil }
      }
      if !names.isEmpty, names.count == steps.count { return .memberOrDefault(receiver, names, arguments[1]) }
    default: break
    }
    return .method(receiver, name, arguments)
  }

  /// The body of a declared function with its arguments put in; nil for other functions.
  private mutating func inlined(
    _ name: Name, _ arguments: [Expression], call: Expression, _ frame: Frame
  ) -> Term? {
    guard let (function, visible) = surroundings.function(named: name.text, visible: frame.visible) else { return nil }
    guard frame.calls < Self.deepestCall, function.parameters.count == arguments.count else {
      return opaque(call.span, frame.site ?? call.span)
    }
    var body = Frame(visible: visible, site: frame.site ?? call.span, calls: frame.calls + 1, depth: frame.depth)
    for (parameter, argument) in zip(function.parameters, arguments) {
      body.values[parameter.text] = term(argument, frame)
    }
    for binding in function.lets { body.values[binding.name.text] = term(binding.value, body) }
    return term(function.result, body)
  }
}
