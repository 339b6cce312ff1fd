import Diagnostics
import FirestoreModel
import RealtimeRules

/// One test of a condition that is not made of others.
enum AtomicCondition: Hashable, Sendable {
  enum LeafKind: String, Hashable, Sendable { case string, number, boolean }
  enum TextTest: String, Hashable, Sendable { case contains, beginsWith, endsWith, matches }

  case constant(Bool)
  case signedIn
  /// Something stands at the location; also `hasChild` and `val() != null`.
  case exists(DataReference)
  /// It has children.
  case hasChildren(DataReference)
  case isKind(DataReference, LeafKind)
  case equal(Operand, Operand)
  /// Left below right.
  case less(Operand, Operand)
  case lessOrEqual(Operand, Operand)
  /// A method of a text, with its argument as far as it is known.
  case textTest(TextTest, Operand, Operand)
  /// Something else.
  case opaque(Text)

  /// The locations that it looks at.
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

/// A fact or its opposite, and where it is written.
struct Literal: Hashable, Sendable {
  var atom: AtomicCondition
  var isTrue: Bool
  var expression: RuleExpression

  var span: Span { expression.span }

  /// Apart from where it is written.
  func hash(into hasher: inout Hasher) {
    hasher.combine(atom)
    hasher.combine(isTrue)
  }

  static func == (left: Literal, right: Literal) -> Bool { left.atom == right.atom && left.isTrue == right.isTrue }
}

extension Literal {
  /// Whether it says something of who asks, beyond being somebody.
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

  /// `auth.uid === $uid`: the variable.
  var callerVariable: Text? {
    guard isTrue, case .equal(let left, let right) = atom else { return nil }
    if left == .uid { return right.variable }
    return right == .uid ? left.variable : nil
  }

  /// `newData.child('owner').val() === auth.uid`: the location.
  var callerReference: DataReference? {
    guard isTrue, case .equal(let left, let right) = atom else { return nil }
    switch (left, right) {
    case (.uid, .value(let reference)), (.value(let reference), .uid): return reference
    default: return nil
    }
  }

  /// Where the caller is looked for: `members` of `data.child('members').hasChild(auth.uid)`, of
  /// `data.child('members/' + auth.uid).val() === true` and of `data.child('members').val().contains(auth.uid)`.
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
  /// The location whose children have ids of users as keys, for a place below such a child.
  fileprivate var membershipList: DataReference? {
    keys.lastIndex(where: \.isCaller).map { DataReference(side, Array(keys[..<$0])) }
  }
}
