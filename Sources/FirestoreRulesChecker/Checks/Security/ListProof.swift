import FirestoreRulesLanguage

/// Terms about the candidates of a list that no filter states.
extension Term {
  /// Why filters cannot prove the term; nil when some can, or it is not about the candidates.
  var obstacleToProof: ProofObstacle? {
    switch kind {
    case .not(let operand):
      return operand.isPresenceOfStoredField ? .absence(operand.storedKey) : operand.wholeDataObstacle
    case .binary(.in, _, _): return nil
    case .binary(_, let left, let right): return left.wholeDataObstacle ?? right.wholeDataObstacle
    case .method(let receiver, let name, let arguments):
      if receiver.isStoredKeys { return name == "hasAll" || name == "hasAny" ? nil : .keys }
      if receiver.wholeDataObstacle != nil { return .keys }
      guard name == "matches" || name == "hasOnly", let field = receiver.storedField,
        !arguments.contains(where: \.mentionsStoredData)
      else { return nil }
      return .value(field.path.joined(separator: "."))
    default: return nil
    }
  }

  /// Whether it holds where fields are missing, as Google's emulator supposes of every field without a filter.
  var isNegativeTestOfFields: Bool {
    guard case .not(let operand) = kind else { return false }
    return operand.isPresenceOfStoredField
  }

  /// `'x' in resource.data`, `resource.data.keys().hasAll([…])`
  private var isPresenceOfStoredField: Bool {
    switch kind {
    case .binary(.in, _, let container): container.isStoredData || container.isStoredKeys
    case .method(let receiver, "hasAll", _), .method(let receiver, "hasAny", _): receiver.isStoredKeys
    default: false
    }
  }

  private var storedKey: String? {
    switch kind {
    case .binary(.in, let key, _): key.stringValue
    case .method(_, _, let arguments): arguments.first?.stringList?.first
    default: nil
    }
  }

  private var isStoredKeys: Bool {
    switch kind {
    case .method(let base, "keys", _): base.isStoredData
    case .method(let base, "toSet", _): base.isStoredKeys
    default: false
    }
  }

  /// `resource.data.size()`, `resource.data.keys().size()`, `resource.data.diff(…)…`, `resource.data == …`
  private var wholeDataObstacle: ProofObstacle? {
    if isStoredData { return .keys }
    switch kind {
    case .method(let base, "size", _): return base.isStoredData || base.isStoredKeys ? .keys : nil
    case .method(let base, "diff", let arguments):
      return base.isStoredData || arguments.contains(where: \.isStoredData) ? .keys : nil
    case .method(let base, _, _): return base.isStoredKeys ? nil : base.wholeDataObstacle
    default: return nil
    }
  }
}

/// What keeps a list from being proved.
enum ProofObstacle: Hashable {
  /// A field has to be absent.
  case absence(String?)
  /// The set of all fields matters.
  case keys
  /// Only a filter that fixes the field to one value would do.
  case value(String)
}
