import Diagnostics
import FirestoreModel
import RealtimeRules

/// A condition without `&&`, `||`, `!` and `?:`.
enum AtomicCondition: Hashable, Sendable {
  enum LeafKind: String, Hashable, Sendable { case string, number, boolean }
  enum TextTest: String, Hashable, Sendable { case contains, beginsWith, endsWith, matches }

  case constant(Bool)
  case signedIn
  /// `exists()`, and the same test written as `hasChild` or `val() != null`.
  case exists(DataReference)
  /// `hasChildren()`
  case hasChildren(DataReference)
  case isKind(DataReference, LeafKind)
  case equal(Operand, Operand)
  /// The left operand is less than the right one.
  case less(Operand, Operand)
  case lessOrEqual(Operand, Operand)
  /// A method of a text, with its argument.
  case textTest(TextTest, Operand, Operand)
  /// Any other test, in canonical form.
  case opaque(Text)

  /// The data that the condition depends on.
  var references: [DataReference] {
    switch self {
    case .constant, .signedIn, .opaque: []
    case .exists(let reference), .hasChildren(let reference), .isKind(let reference, _): [reference]
    case .equal(let left, let right), .less(let left, let right), .lessOrEqual(let left, let right),
      .textTest(_, let left, let right):
      left.references + right.references
    }
  }

  var isOpaque: Bool { if case .opaque = self { true } else { false } }
}

/// An atomic condition or its negation, and the expression that it comes from.
struct Literal: Hashable, Sendable {
  var atom: AtomicCondition
  var isTrue: Bool
  var expression: RuleExpression

  var span: Span { expression.span }

  /// Equality does not include the expression: the same test may be written at several places.
  func hash(into hasher: inout Hasher) {
    hasher.combine(atom)
    hasher.combine(isTrue)
  }

  static func == (left: Literal, right: Literal) -> Bool { left.atom == right.atom && left.isTrue == right.isTrue }
}

extension Literal {
  /// Whether it depends on who the caller is. A test of sign-in alone does not.
  var isAboutCaller: Bool {
    switch atom {
    case .constant, .signedIn, .opaque: false
    case .exists(let reference), .hasChildren(let reference), .isKind(let reference, _):
      reference.keys.contains { $0.parts.contains(.caller) }
    case .equal(let left, let right), .less(let left, let right), .lessOrEqual(let left, let right),
      .textTest(_, let left, let right):
      [left, right].contains { side in
        side.isAboutCaller || side.references.contains { $0.keys.contains { $0.parts.contains(.caller) } }
      }
    }
  }

  /// The variable in `auth.uid === $uid`.
  var callerVariable: Text? {
    guard isTrue, case .equal(let left, let right) = atom else { return nil }
    if left == .uid { return right.variable }
    return right == .uid ? left.variable : nil
  }

  /// The reference in `newData.child('owner').val() === auth.uid`.
  var callerReference: DataReference? {
    guard isTrue, case .equal(let left, let right) = atom else { return nil }
    switch (left, right) {
    case (.uid, .value(let reference)), (.value(let reference), .uid): return reference
    default: return nil
    }
  }

  /// The list in which the caller is looked up: `members` in `data.child('members').hasChild(auth.uid)`,
  /// `data.child('members/' + auth.uid).val() === true` and `data.child('members').val().contains(auth.uid)`.
  var membership: DataReference? {
    guard isTrue else { return nil }
    switch atom {
    case .exists(let reference): return reference.membershipList
    case .equal(.value(let reference), let other), .equal(let other, .value(let reference)):
      return other.isAboutCaller || other == .null ? nil : reference.membershipList
    case .textTest(.contains, .value(let reference), .uid): return reference
    case .textTest(.contains, .value(let reference), .text(let parts)) where parts.contains(.caller): return reference
    case .isKind(let reference, _): return reference.membershipList
    case .constant, .signedIn, .hasChildren, .equal, .less, .lessOrEqual, .textTest, .opaque: return nil
    }
  }
}

extension DataReference {
  /// The part of the reference above the id of the caller.
  fileprivate var membershipList: DataReference? {
    keys.lastIndex(where: \.isCaller).map { DataReference(side, Array(keys[..<$0])) }
  }
}
