import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// The set of values that an expression can have while the request, the data or the token are only partly known. Errors
/// are not values here: a rule that ends in an error grants nothing, so a proof of denial can leave them out.
struct PossibleValues: Hashable, Sendable {
  struct Kinds: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let null = Kinds(rawValue: 1)
    static let boolean = Kinds(rawValue: 2)
    static let number = Kinds(rawValue: 4)
    static let string = Kinds(rawValue: 8)
    /// A node with children, or an object in the token.
    static let children = Kinds(rawValue: 16)
    /// Everything that a node can be, except absent.
    static let existing: Kinds = [.boolean, .number, .string, .children]
    static let all: Kinds = [.null, .boolean, .number, .string, .children]
  }

  /// More knowledge about the value than its kind.
  enum Refinement: Hashable, Sendable {
    case leaf(RealtimeLeaf)
    /// A part of the token.
    case object(RealtimeNode)
    /// The key that a `$variable` matches in the fixture; a real database can have another one.
    case key(Text)
    /// The id of a user of the fixture; in a real database users have other ids.
    case user(Text)
    /// The id of a user of the fixture, as the key that a `$variable` matches.
    case userKey(Text)
    /// Anything but the id of this user.
    case notUser(Text)

    /// Nil when the two can be equal or different.
    fileprivate func isSame(as other: Refinement) -> Bool? {
      switch (self, other) {
      case (.leaf(let left), .leaf(let right)): left == right
      case (.user(let left), .user(let right)), (.user(let left), .userKey(let right)),
        (.userKey(let left), .user(let right)):
        left == right
      // A user whose id is not in the fixture never has an id that is written in the rules.
      case (.user(let user), .leaf(.string(let text))), (.leaf(.string(let text)), .user(let user)):
        user == text ? nil : false
      case (.user(let user), .notUser(let other)), (.notUser(let other), .user(let user)): user == other ? false : nil
      default: nil
      }
    }
  }

  var kinds: Kinds
  var refinement: Refinement?

  init(_ kinds: Kinds, refinement: Refinement? = nil) {
    self.kinds = kinds
    self.refinement = refinement
  }

  init(_ leaf: RealtimeLeaf) { self.init(leaf.kinds, refinement: .leaf(leaf)) }

  init(canBeTrue: Bool, canBeFalse: Bool) {
    self = canBeTrue && canBeFalse ? .boolean : canBeTrue || canBeFalse ? PossibleValues(.boolean(canBeTrue)) : .none
  }

  /// The value of a node that is known exactly.
  init(_ node: RealtimeNode) {
    if let leaf = node.leaf { self.init(leaf) } else { self.init(node.exists ? .children : .null) }
  }

  /// No value: evaluation always ends in an error.
  static let none = PossibleValues([])
  static let any = PossibleValues(.all)
  static let boolean = PossibleValues(.boolean)

  var leaf: RealtimeLeaf? { if case .leaf(let leaf)? = refinement { leaf } else { nil } }
  var canBeTrue: Bool { kinds.contains(.boolean) && leaf != .boolean(false) }
  var canBeFalse: Bool { kinds.contains(.boolean) && leaf != .boolean(true) }
  var exists: PossibleValues {
    PossibleValues(canBeTrue: !kinds.subtracting(.null).isEmpty, canBeFalse: kinds.contains(.null))
  }

  /// The result of `isString()` and its siblings.
  func isKind(_ kind: Kinds) -> PossibleValues {
    PossibleValues(canBeTrue: kinds.contains(kind), canBeFalse: !kinds.subtracting(kind).isEmpty)
  }

  func union(_ other: PossibleValues) -> PossibleValues {
    if kinds.isEmpty { return other }
    if other.kinds.isEmpty { return self }
    return self == other ? self : PossibleValues(kinds.union(other.kinds))
  }
}

extension RealtimeLeaf {
  var kinds: PossibleValues.Kinds {
    switch self {
    case .boolean: .boolean
    case .number: .number
    case .string: .string
    }
  }
}

// MARK: Operators

extension PossibleValues {
  var negated: PossibleValues { PossibleValues(canBeTrue: canBeFalse, canBeFalse: canBeTrue) }

  func isEqual(_ other: PossibleValues) -> PossibleValues {
    if kinds.isEmpty || other.kinds.isEmpty { return .none }
    if let refinement, let second = other.refinement, let isSame = refinement.isSame(as: second) {
      return PossibleValues(.boolean(isSame))
    }
    if kinds == .null, other.kinds == .null { return PossibleValues(.boolean(true)) }
    // A node with children equals nothing, not even itself.
    let shared = kinds.intersection(other.kinds).subtracting(.children)
    return PossibleValues(canBeTrue: !shared.isEmpty, canBeFalse: true)
  }

  func compared(_ sign: RuleExpression.InfixOperator, _ other: PossibleValues) -> PossibleValues {
    if kinds.intersection(other.kinds).isDisjoint(with: [.number, .string]) { return .none }
    switch (leaf, other.leaf) {
    case (.number(let left)?, .number(let right)?): return Self.compare(left, sign, right)
    case (.string(let left)?, .string(let right)?): return Self.compare(left, sign, right)
    default: return .boolean
    }
  }

  private static func compare<Value: Comparable>(
    _ left: Value, _ sign: RuleExpression.InfixOperator, _ right: Value
  ) -> PossibleValues {
    switch sign {
    case .less: PossibleValues(.boolean(left < right))
    case .greater: PossibleValues(.boolean(left > right))
    case .lessOrEqual: PossibleValues(.boolean(left <= right))
    case .greaterOrEqual: PossibleValues(.boolean(left >= right))
    case .or, .and, .equal, .notEqual, .plus, .minus, .times, .divided, .remainder: .boolean
    }
  }

  func calculated(_ sign: RuleExpression.InfixOperator, _ other: PossibleValues) -> PossibleValues {
    if case .number(let left)? = leaf, case .number(let right)? = other.leaf {
      let result: Double =
        switch sign {
        case .plus: left + right
        case .minus: left - right
        case .times: left * right
        case .divided: left / right
        case .remainder: left.truncatingRemainder(dividingBy: right)
        case .or, .and, .equal, .notEqual, .less, .greater, .lessOrEqual, .greaterOrEqual: .nan
        }
      return result.isFinite ? PossibleValues(.number(result)) : PossibleValues(.number)
    }
    if sign == .plus, let left = text, let right = other.text {
      if case .leaf? = refinement, case .leaf? = other.refinement { return PossibleValues(.string(Text(left + right))) }
      return PossibleValues(.string, refinement: .key(Text(left + right)))
    }
    var result: Kinds = []
    if kinds.contains(.number), other.kinds.contains(.number) { result.insert(.number) }
    if sign == .plus {
      let joinable: Kinds = [.number, .string]
      if kinds.contains(.string), !other.kinds.isDisjoint(with: joinable) { result.insert(.string) }
      if other.kinds.contains(.string), !kinds.isDisjoint(with: joinable) { result.insert(.string) }
    }
    return PossibleValues(result)
  }

  /// The text, if it is known. Ids of users and names of keys are those of the fixture.
  var text: String? {
    switch refinement {
    case .leaf(.string(let text)), .key(let text), .user(let text), .userKey(let text): text.string
    default: nil
    }
  }

  /// The result of `contains`, `beginsWith`, `endsWith` and `matches`, which are errors for anything but a text.
  func tested(_ test: AtomicCondition.TextTest, _ argument: PossibleValues) -> PossibleValues {
    guard kinds.contains(.string), test == .matches || argument.kinds.contains(.string) else { return .none }
    guard case .string(let text)? = leaf, case .string(let part)? = argument.leaf else { return .boolean }
    let (bytes, partBytes) = (Array(text.string.utf8), Array(part.string.utf8))
    switch test {
    case .beginsWith: return PossibleValues(.boolean(bytes.starts(with: partBytes)))
    case .endsWith:
      return PossibleValues(
        .boolean(bytes.count >= partBytes.count && bytes.suffix(partBytes.count).elementsEqual(partBytes)))
    case .contains:
      guard bytes.count >= partBytes.count else { return PossibleValues(.boolean(false)) }
      let found = (0...(bytes.count - partBytes.count)).contains { bytes[$0...].starts(with: partBytes) }
      return PossibleValues(.boolean(found))
    case .matches: return .boolean
    }
  }

  /// The result of `.length`, which is null for anything but a text.
  var length: PossibleValues {
    if case .string(let text)? = leaf, text.string.utf8.allSatisfy({ $0 < 0x80 }) {
      return PossibleValues(.number(Double(text.byteCount)))
    }
    var result: Kinds = []
    if kinds.contains(.string) { result.insert(.number) }
    if !kinds.subtracting(.string).isEmpty { result.insert(.null) }
    return PossibleValues(result)
  }
}
