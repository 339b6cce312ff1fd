import FirestoreModel
import RealtimeDatabase
import RealtimeRules

/// The values that an expression can have where the request, the data or the token are known only in part. Errors are not
/// among them: they end a rule, and a rule that ends in an error grants nothing.
struct PossibleValues: Hashable, Sendable {
  struct Kinds: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let null = Kinds(rawValue: 1)
    static let boolean = Kinds(rawValue: 2)
    static let number = Kinds(rawValue: 4)
    static let string = Kinds(rawValue: 8)
    /// A location with children, or an object of the token.
    static let children = Kinds(rawValue: 16)
    /// Whatever can stand at a location.
    static let existing: Kinds = [.boolean, .number, .string, .children]
    static let all: Kinds = [.null, .boolean, .number, .string, .children]
  }

  /// What is known of the value beside its kind.
  enum Only: Hashable, Sendable {
    case leaf(RealtimeLeaf)
    /// Part of the token.
    case object(RealtimeNode)
    /// A text with the name that a `$variable` has in this scene; elsewhere it is another one.
    case key(Text)
    /// The id of somebody in this scene; elsewhere people have other ids.
    case user(Text)
    /// The same as the name of a `$variable`.
    case userKey(Text)
    /// Anything but the id of somebody.
    case notUser(Text)

    /// Nil where both may be.
    fileprivate func isSame(as other: Only) -> Bool? {
      switch (self, other) {
      case (.leaf(let left), .leaf(let right)): left == right
      case (.user(let left), .user(let right)), (.user(let left), .userKey(let right)),
        (.userKey(let left), .user(let right)):
        left == right
      // Nobody but who is known by name has an id that the rules spell out.
      case (.user(let user), .leaf(.string(let text))), (.leaf(.string(let text)), .user(let user)):
        user == text ? nil : false
      case (.user(let user), .notUser(let other)), (.notUser(let other), .user(let user)): user == other ? false : nil
      default: nil
      }
    }
  }

  var kinds: Kinds
  var only: Only?

  init(_ kinds: Kinds, only: Only? = nil) {
    self.kinds = kinds
    self.only = only
  }

  init(_ leaf: RealtimeLeaf) { self.init(leaf.kinds, only: .leaf(leaf)) }

  init(canBeTrue: Bool, canBeFalse: Bool) {
    self = canBeTrue && canBeFalse ? .boolean : canBeTrue || canBeFalse ? PossibleValues(.boolean(canBeTrue)) : .none
  }

  /// A node that is known.
  init(_ node: RealtimeNode) {
    if let leaf = node.leaf { self.init(leaf) } else { self.init(node.exists ? .children : .null) }
  }

  /// Nothing but an error.
  static let none = PossibleValues([])
  static let any = PossibleValues(.all)
  static let boolean = PossibleValues(.boolean)

  var leaf: RealtimeLeaf? { if case .leaf(let leaf)? = only { leaf } else { nil } }
  var canBeTrue: Bool { kinds.contains(.boolean) && leaf != .boolean(false) }
  var canBeFalse: Bool { kinds.contains(.boolean) && leaf != .boolean(true) }
  var exists: PossibleValues {
    PossibleValues(canBeTrue: !kinds.subtracting(.null).isEmpty, canBeFalse: kinds.contains(.null))
  }

  /// Whether it is of a kind: of texts, `isString()`.
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
    if let only, let second = other.only, let isSame = only.isSame(as: second) {
      return PossibleValues(.boolean(isSame))
    }
    if kinds == .null, other.kinds == .null { return PossibleValues(.boolean(true)) }
    // What has children equals nothing.
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
      if case .leaf? = only, case .leaf? = other.only { return PossibleValues(.string(Text(left + right))) }
      return PossibleValues(.string, only: .key(Text(left + right)))
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

  /// The text where it is known, with people and names of variables as they are in the scene.
  var text: String? {
    switch only {
    case .leaf(.string(let text)), .key(let text), .user(let text), .userKey(let text): text.string
    default: nil
    }
  }

  /// `contains`, `beginsWith`, `endsWith` and `matches`; only a text has them.
  func tested(_ test: AtomicCondition.TextTest, _ argument: PossibleValues) -> PossibleValues {
    guard kinds.contains(.string), test == .matches || argument.kinds.contains(.string) else { return .none }
    guard case .string(let text)? = leaf, case .string(let part)? = argument.leaf else { return .boolean }
    let (bytes, wanted) = (Array(text.string.utf8), Array(part.string.utf8))
    switch test {
    case .beginsWith: return PossibleValues(.boolean(bytes.starts(with: wanted)))
    case .endsWith:
      return PossibleValues(.boolean(bytes.count >= wanted.count && bytes.suffix(wanted.count).elementsEqual(wanted)))
    case .contains:
      guard bytes.count >= wanted.count else { return PossibleValues(.boolean(false)) }
      let found = (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
      return PossibleValues(.boolean(found))
    case .matches: return .boolean
    }
  }

  /// Of anything but a text it is null.
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
