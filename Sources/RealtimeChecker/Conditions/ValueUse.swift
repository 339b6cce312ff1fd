import Diagnostics
import FirestoreModel
import RealtimeRules

/// A use of `val()` that is an error for some values, with what has been tested before it is evaluated.
struct ValueUse {
  enum Kind: Hashable {
    /// A method or property of texts.
    case text(String)
    /// `<`, `+` and the like.
    case ordered(String)
  }

  var kind: Kind
  var place: Place
  /// Where the method or the operator's side stands.
  var span: Span
  /// The argument is the id of the caller.
  var asksForCaller = false
  var known: [Literal]
  /// The `||` whose left side it is in, and whose right side is lost with the error.
  var or: RuleExpression?
  /// Whether it stands under `!` or in the condition of `?:`, where an error is not the same as false.
  var isNegated = false

  func isGuarded(_ kind: Fact.LeafKind? = nil) -> Bool {
    known.contains { literal in
      switch (literal.fact, literal.isTrue) {
      case (.isKind(place, let tested), true): kind == nil || tested == kind
      case (.equal(.value(place), .text), true), (.equal(.value(place), .number), true): true
      case (.exists(place), true): kind == nil
      default: false
      }
    }
  }

  static func uses(of expression: RuleExpression, _ reader: ConditionReader) -> [ValueUse] {
    var walk = Walk(reader: reader)
    walk.visit(expression, Situation())
    return walk.uses
  }

  struct Situation {
    var known: [Literal] = []
    var or: RuleExpression?
    var isNegated = false

    func knowing(_ literals: [Literal]) -> Situation {
      var situation = self
      situation.known += literals
      return situation
    }
  }

  private struct Walk {
    let reader: ConditionReader
    var uses: [ValueUse] = []

    mutating func visit(_ expression: RuleExpression, _ situation: Situation) {
      switch expression {
      case .infix(let left, .and, let right, _):
        visit(left, situation)
        visit(right, situation.knowing(Alternatives(left, reader).common))
      case .infix(let left, .or, let right, _):
        var first = situation
        if first.or == nil { first.or = expression }
        visit(left, first)
        visit(right, situation.knowing(Alternatives(left, isTrue: false, reader).common))
      case .conditional(let condition, let then, let otherwise, _):
        var test = situation
        test.isNegated = true
        visit(condition, test)
        visit(then, situation.knowing(Alternatives(condition, reader).common))
        visit(otherwise, situation.knowing(Alternatives(condition, isTrue: false, reader).common))
      case .prefix(.not, let operand, _):
        var inner = situation
        inner.isNegated = true
        visit(operand, inner)
      case .infix(let left, let sign, let right, _):
        if sign != .equal, sign != .notEqual {
          for side in [left, right] {
            if let place = reader.value(side) { add(.ordered(sign.rawValue), place, side.span, situation) }
          }
        }
        visit(left, situation)
        visit(right, situation)
      case .call(let callee, let arguments, _):
        if let (base, name) = callee.method, let place = reader.value(base) {
          add(
            .text("val().\(name)"), place, callee.nameSpan, situation,
            asksForCaller: arguments.contains(where: \.mentionsCaller))
          visit(base, situation)
        } else {
          visit(callee, situation)
        }
        for argument in arguments { visit(argument, situation) }
      case .member(let base, let name, let span):
        if let place = reader.value(base) { add(.text("val().\(name)"), place, span, situation) }
        visit(base, situation)
      default:
        for part in expression.parts { visit(part, situation) }
      }
    }

    private mutating func add(
      _ kind: Kind, _ place: Place, _ span: Span, _ situation: Situation, asksForCaller: Bool = false
    ) {
      uses.append(
        ValueUse(
          kind: kind, place: place, span: span, asksForCaller: asksForCaller, known: situation.known, or: situation.or,
          isNegated: situation.isNegated))
    }
  }
}

extension RuleExpression {
  /// `auth.uid`, alone or as part of a text.
  var mentionsCaller: Bool { contains(where: \.isCallerID) }
}
