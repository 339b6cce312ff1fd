import Diagnostics
import FirestoreModel
import RealtimeRules

/// One test of a condition that is not made of others.
enum Fact: Hashable, Sendable {
  enum LeafKind: String, Hashable, Sendable { case string, number, boolean }
  enum TextTest: String, Hashable, Sendable { case contains, beginsWith, endsWith, matches }

  case constant(Bool)
  case signedIn
  /// Something stands at the location; also `hasChild` and `val() != null`.
  case exists(Place)
  /// It has children.
  case hasChildren(Place)
  case isKind(Place, LeafKind)
  case equal(Operand, Operand)
  /// Left below right.
  case less(Operand, Operand)
  case lessOrEqual(Operand, Operand)
  /// A method of a text, with its argument as far as it is known.
  case textTest(TextTest, Operand, Operand)
  /// Something else.
  case opaque(Text)

  /// The locations that it looks at.
  var places: [Place] {
    switch self {
    case .constant, .signedIn, .opaque: []
    case .exists(let place), .hasChildren(let place), .isKind(let place, _): [place]
    case .equal(let left, let right), .less(let left, let right), .lessOrEqual(let left, let right),
      .textTest(_, let left, let right):
      left.places + right.places
    }
  }

  var isOpaque: Bool { if case .opaque = self { true } else { false } }
}

/// A fact or its opposite, and where it is written.
struct Literal: Hashable, Sendable {
  var fact: Fact
  var isTrue: Bool
  var expression: RuleExpression

  var span: Span { expression.span }

  /// Apart from where it is written.
  func hash(into hasher: inout Hasher) {
    hasher.combine(fact)
    hasher.combine(isTrue)
  }

  static func == (left: Literal, right: Literal) -> Bool { left.fact == right.fact && left.isTrue == right.isTrue }
}

extension Literal {
  /// Whether it says something of who asks, beyond being somebody.
  var isAboutCaller: Bool {
    switch fact {
    case .constant, .signedIn, .opaque: false
    case .exists(let place), .hasChildren(let place), .isKind(let place, _):
      place.keys.contains { $0.parts.contains(.caller) }
    case .equal(let left, let right), .less(let left, let right), .lessOrEqual(let left, let right),
      .textTest(_, let left, let right):
      [left, right].contains { side in
        side.isAboutCaller || side.places.contains { $0.keys.contains { $0.parts.contains(.caller) } }
      }
    }
  }

  /// `auth.uid === $uid`: the variable.
  var callerVariable: Text? {
    guard isTrue, case .equal(let left, let right) = fact else { return nil }
    if left == .uid { return right.variable }
    return right == .uid ? left.variable : nil
  }

  /// `newData.child('owner').val() === auth.uid`: the location.
  var callerPlace: Place? {
    guard isTrue, case .equal(let left, let right) = fact else { return nil }
    switch (left, right) {
    case (.uid, .value(let place)), (.value(let place), .uid): return place
    default: return nil
    }
  }

  /// Where the caller is looked for: `members` of `data.child('members').hasChild(auth.uid)`, of
  /// `data.child('members/' + auth.uid).val() === true` and of `data.child('members').val().contains(auth.uid)`.
  var membership: Place? {
    guard isTrue else { return nil }
    switch fact {
    case .exists(let place): return place.listOfCallers
    case .equal(.value(let place), let other), .equal(let other, .value(let place)):
      return other.isAboutCaller || other == .null ? nil : place.listOfCallers
    case .textTest(.contains, .value(let place), .uid): return place
    case .textTest(.contains, .value(let place), .text(let parts)) where parts.contains(.caller): return place
    case .isKind(let place, _): return place.listOfCallers
    case .constant, .signedIn, .hasChildren, .equal, .less, .lessOrEqual, .textTest, .opaque: return nil
    }
  }
}

extension Place {
  /// The location whose children have ids of users as keys, for a place below such a child.
  fileprivate var listOfCallers: Place? {
    keys.lastIndex(where: \.isCaller).map { Place(side, Array(keys[..<$0])) }
  }
}
