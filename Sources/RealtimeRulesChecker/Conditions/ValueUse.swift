import Diagnostics
import FirestoreModel
import RealtimeRules

/// A use of `val()` that is an error for some values, with the tests that are known to be true when it is evaluated.
struct ValueUse {
  enum Kind: Hashable {
    /// A method or property that only texts have.
    case text(String)
    /// An operator such as `<` or `+`.
    case ordered(String)
  }

  var kind: Kind
  var reference: DataReference
  /// The span of the method, or of the operand.
  var span: Span
  /// Whether the argument is the id of the caller.
  var searchesForCaller = false
  var known: [Literal]
  /// The `||` with this use on its left side: after an error its right side is not evaluated.
  var enclosingOr: RuleExpression?

  func isGuarded(_ kind: AtomicCondition.LeafKind? = nil) -> Bool {
    known.contains { literal in
      switch (literal.atom, literal.isTrue) {
      case (.isKind(reference, let tested), true): kind == nil || tested == kind
      case (.equal(.value(reference), .text), true), (.equal(.value(reference), .number), true): true
      case (.exists(reference), true): kind == nil
      default: false
      }
    }
  }

  static func uses(of expression: RuleExpression, _ reader: ConditionReader) -> [ValueUse] {
    var visitor = Visitor(reader: reader)
    visitor.visit(expression, PathCondition())
    return visitor.uses
  }

  /// The literals that are true when an expression is evaluated, and the `||` whose left side it is on.
  struct PathCondition {
    var known: [Literal] = []
    var enclosingOr: RuleExpression?

    func assuming(_ literals: [Literal]) -> PathCondition {
      var pathCondition = self
      pathCondition.known += literals
      return pathCondition
    }
  }

  private struct Visitor {
    let reader: ConditionReader
    var uses: [ValueUse] = []

    mutating func visit(_ expression: RuleExpression, _ pathCondition: PathCondition) {
      switch expression {
      case .infix(let left, .and, let right, _):
        visit(left, pathCondition)
        visit(right, pathCondition.assuming(DisjunctiveNormalForm(left, reader).commonLiterals))
      case .infix(let left, .or, let right, _):
        var first = pathCondition
        if first.enclosingOr == nil { first.enclosingOr = expression }
        visit(left, first)
        visit(right, pathCondition.assuming(DisjunctiveNormalForm(left, isTrue: false, reader).commonLiterals))
      case .conditional(let condition, let then, let otherwise, _):
        visit(condition, pathCondition)
        visit(then, pathCondition.assuming(DisjunctiveNormalForm(condition, reader).commonLiterals))
        visit(otherwise, pathCondition.assuming(DisjunctiveNormalForm(condition, isTrue: false, reader).commonLiterals))
      case .infix(let left, let sign, let right, _):
        if sign != .equal, sign != .notEqual {
          for side in [left, right] {
            if let reference = reader.value(side) { add(.ordered(sign.rawValue), reference, side.span, pathCondition) }
          }
        }
        visit(left, pathCondition)
        visit(right, pathCondition)
      case .call(let callee, let arguments, _):
        if let (base, name) = callee.method, let reference = reader.value(base) {
          add(
            .text("val().\(name)"), reference, callee.nameSpan, pathCondition,
            searchesForCaller: arguments.contains(where: \.mentionsCaller))
          visit(base, pathCondition)
        } else {
          visit(callee, pathCondition)
        }
        for argument in arguments { visit(argument, pathCondition) }
      case .member(let base, let name, let span):
        if let reference = reader.value(base) { add(.text("val().\(name)"), reference, span, pathCondition) }
        visit(base, pathCondition)
      default:
        for part in expression.parts { visit(part, pathCondition) }
      }
    }

    private mutating func add(
      _ kind: Kind, _ reference: DataReference, _ span: Span, _ pathCondition: PathCondition,
      searchesForCaller: Bool = false
    ) {
      uses.append(
        ValueUse(
          kind: kind, reference: reference, span: span, searchesForCaller: searchesForCaller,
          known: pathCondition.known, enclosingOr: pathCondition.enclosingOr))
    }
  }
}

extension RuleExpression {
  /// Whether it contains `auth.uid`, alone or as part of a text.
  var mentionsCaller: Bool { contains(where: \.isCallerID) }
}
