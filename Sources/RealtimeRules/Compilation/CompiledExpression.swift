import Diagnostics
import FirestoreModel
import RealtimeDatabase

/// An expression with its names resolved, its paths read and its patterns compiled, to be evaluated many times.
final class CompiledExpression: Sendable {
  /// In the rules file.
  let span: Span
  let operation: Operation

  init(_ operation: Operation, _ span: Span) {
    self.operation = operation
    self.span = span
  }

  enum Operation: Sendable {
    case constant(RuleValue)
    /// The key at this depth of the location of the rule.
    case key(depth: Int)
    case auth, now
    case root, data, newData
    case query(QueryMember)
    /// A member of what the token says; null for anything without members.
    case member(CompiledExpression, RealtimeKey)
    case element(CompiledExpression, CompiledExpression)
    case length(CompiledExpression)
    case locationCall(RuleMember, CompiledExpression)
    /// `child`, `hasChild`: a path that is written out is read once.
    case pathCall(RuleMember, CompiledExpression, PathArgument)
    case hasChildren(CompiledExpression, [PathArgument])
    case textCall(RuleMember, CompiledExpression, [CompiledExpression])
    case matches(CompiledExpression, RegularExpression)
    case not(CompiledExpression), negative(CompiledExpression)
    case and(CompiledExpression, CompiledExpression), or(CompiledExpression, CompiledExpression)
    case equal(CompiledExpression, CompiledExpression, isNegated: Bool)
    case compare(CompiledExpression, RuleExpression.InfixOperator, CompiledExpression)
    case arithmetic(CompiledExpression, RuleExpression.InfixOperator, CompiledExpression)
    case conditional(CompiledExpression, CompiledExpression, CompiledExpression)
    /// What no upload lets through; evaluating it is an error.
    case unusable(String)
  }

  enum PathArgument: Sendable {
    case written(RealtimePath)
    case computed(CompiledExpression)
  }
}

/// Compiles expressions that the type checker has passed.
struct ExpressionCompiler {
  /// The keys of the location from the root, as they are written.
  let pattern: [String]

  func compile(_ expression: RuleExpression) -> CompiledExpression {
    CompiledExpression(operation(expression), expression.span)
  }

  private func operation(_ expression: RuleExpression) -> CompiledExpression.Operation {
    switch expression {
    case .boolean(let value, _): return .constant(.boolean(value))
    case .number(let value, _): return .constant(.number(value))
    case .string(let text, _): return .constant(.string(Text(text)))
    case .null: return .constant(.null)
    case .regex: return .unusable("a pattern stands only in `matches`")
    case .list: return .unusable("a list stands only in `hasChildren`")
    case .name(let name, _): return variable(name)
    case .member(let base, let name, _): return member(name, of: base)
    case .element(let base, let index, _):
      if case .string(let name, _) = index { return member(name, of: base) }
      return .element(compile(base), compile(index))
    case .call(let callee, let arguments, _): return call(callee, arguments)
    case .prefix(.not, let operand, _): return .not(compile(operand))
    case .prefix(.minus, let operand, _): return .negative(compile(operand))
    case .infix(let left, let sign, let right, _): return infix(compile(left), sign, compile(right))
    case .conditional(let condition, let first, let second, _):
      return .conditional(compile(condition), compile(first), compile(second))
    }
  }

  private func variable(_ name: String) -> CompiledExpression.Operation {
    if name.hasPrefix("$") {
      guard let depth = pattern.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        return .unusable("`\(name)` is not bound")
      }
      return .key(depth: depth)
    }
    switch RuleVariable(rawValue: name) {
    case .auth: return .auth
    case .now: return .now
    case .root: return .root
    case .data: return .data
    case .newData: return .newData
    case .query, nil: return .unusable("`\(name)` is no value")
    }
  }

  private func member(_ name: String, of base: RuleExpression) -> CompiledExpression.Operation {
    if case .name("query", _) = base {
      return QueryMember(rawValue: name).map { .query($0) } ?? .unusable("`query` has no `\(name)`")
    }
    // What the token says may have a member of this name.
    if name == RuleMember.length.rawValue, !isOfToken(base) { return .length(compile(base)) }
    return .member(compile(base), RealtimeKey(name))
  }

  /// Whether the value comes from `auth`, where a name is a member before it is a property of texts.
  private func isOfToken(_ expression: RuleExpression) -> Bool {
    switch expression {
    case .name("auth", _): true
    case .member(let base, _, _), .element(let base, _, _): isOfToken(base)
    case .conditional(_, let first, let second, _): isOfToken(first) || isOfToken(second)
    default: false
    }
  }

  private func call(_ callee: RuleExpression, _ arguments: [RuleExpression]) -> CompiledExpression.Operation {
    let base: RuleExpression
    let name: String
    switch callee {
    case .member(let owner, let member, _): (base, name) = (owner, member)
    case .element(let owner, .string(let member, _), _): (base, name) = (owner, member)
    default: return .unusable("this is no method")
    }
    let receiver = compile(base)
    switch (RuleMember(rawValue: name), arguments.first) {
    case (.hasChildren, .list(let keys, _)?): return .hasChildren(receiver, keys.map(path))
    case (let member?, nil) where RuleMember.ofLocations.contains(member): return .locationCall(member, receiver)
    case (let member?, let argument?) where member == .child || member == .hasChild:
      return .pathCall(member, receiver, path(argument))
    case (.matches, .regex(let pattern, let ignoresCase, _)?):
      guard let compiled = try? RegularExpression(pattern, ignoresCase: ignoresCase) else {
        return .unusable("the pattern cannot be used")
      }
      return .matches(receiver, compiled)
    case (let member?, _) where member != .length && RuleMember.ofTexts.contains(member):
      return .textCall(member, receiver, arguments.map(compile))
    default: return .unusable("there is no method `\(name)`")
    }
  }

  private func path(_ argument: RuleExpression) -> CompiledExpression.PathArgument {
    if case .string(let text, _) = argument { return .written(RealtimePath(text)) }
    return .computed(compile(argument))
  }

  private func infix(
    _ left: CompiledExpression, _ sign: RuleExpression.InfixOperator, _ right: CompiledExpression
  ) -> CompiledExpression.Operation {
    switch sign {
    case .and: .and(left, right)
    case .or: .or(left, right)
    case .equal: .equal(left, right, isNegated: false)
    case .notEqual: .equal(left, right, isNegated: true)
    case .less, .greater, .lessOrEqual, .greaterOrEqual: .compare(left, sign, right)
    case .plus, .minus, .times, .divided, .remainder: .arithmetic(left, sign, right)
    }
  }
}
