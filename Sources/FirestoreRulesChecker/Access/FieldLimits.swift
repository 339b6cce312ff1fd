import FirestoreRulesLanguage

/// What one way to satisfy a condition of a write says about the fields of the new document.
struct FieldLimits {
  private let terms: [Term]
  /// The fields the new document may have: `request.resource.data.keys().hasOnly([…])`.
  private(set) var allowedKeys: [String]?
  /// The fields that may differ: `…diff(…).affectedKeys().hasOnly([…])`.
  private(set) var allowedChanges: [String]?
  /// The term that names them.
  private(set) var closingTerm: Term?
  /// Whether something is said that is not understood: then nothing must be taken for missing.
  private(set) var isOpaque: Bool

  init(_ terms: [Term]) {
    self.terms = terms
    isOpaque = terms.contains(where: \.isPartlyOpaque)
    for term in terms {
      guard case .method(let receiver, "hasOnly", let arguments) = term.kind, arguments.count == 1 else { continue }
      guard let names = arguments[0].stringList else {
        isOpaque = isOpaque || receiver.isKeysOfNewData || receiver.isChangedKeys
        continue
      }
      if receiver.isKeysOfNewData {
        allowedKeys = names
        closingTerm = closingTerm ?? term
      } else if receiver.isChangedKeys {
        allowedChanges = names
        closingTerm = term
      }
    }
  }

  /// Fields that a client may set, where the condition lists them.
  var listed: [String]? { allowedChanges ?? allowedKeys }

  /// Whether a value for the field is refused, or the field cannot change.
  func excludes(_ name: String) -> Bool {
    if isOpaque { return true }
    if let allowedKeys, !allowedKeys.contains(name) { return true }
    if let allowedChanges, !allowedChanges.contains(name) { return true }
    return terms.contains { $0.isAboutChanges(of: name) || $0.keeps(name) || $0.isAbsence(of: name) }
  }

  /// The terms that look at the value of the field in the new document.
  func checks(of name: String) -> [Term] {
    terms.filter { term in term.contains { $0.newField?.name == name } && !term.isAbsence(of: name) }
  }

  func constrains(_ name: String) -> Bool { excludes(name) || !checks(of: name).isEmpty || comparesWholeData }

  /// `request.resource.data == {…}`
  var comparesWholeData: Bool { terms.contains { $0.equated(where: \.isNewData) != nil } }

  /// Every field with a term about its value, each once, in the order of the terms.
  var checkedFields: [String] {
    var names: [String] = []
    for term in terms {
      for part in term.parts {
        if let field = part.newField, !names.contains(field.name) { names.append(field.name) }
      }
    }
    return names
  }
}

extension Term {
  fileprivate var isKeysOfNewData: Bool {
    switch kind {
    case .method(let base, "keys", _): base.isNewData
    case .method(let base, "toSet", _): base.isKeysOfNewData
    default: false
    }
  }

  /// `request.resource.data.diff(resource.data).affectedKeys()` and `.changedKeys()`, in either direction.
  fileprivate var isChangedKeys: Bool {
    guard case .method(let base, "affectedKeys", _) = kind else { return false }
    return base.isDiff
  }

  /// Whether it compares the stored data with the new data.
  var isDiff: Bool {
    guard case .method(let base, "diff", let arguments) = kind, arguments.count == 1 else { return false }
    return base.isNewData && arguments[0].isStoredData || base.isStoredData && arguments[0].isNewData
  }

  /// A test of the difference that names the field, other than a list of what may change:
  /// `!('owner' in ….affectedKeys())`, `….unchangedKeys().hasAll(['owner'])`.
  fileprivate func isAboutChanges(of name: String) -> Bool {
    guard contains(where: \.isDiff), contains(where: { $0.stringValue == name }) else { return false }
    if case .method(let receiver, "hasOnly", _) = kind { return !receiver.isChangedKeys }
    return true
  }

  /// `request.resource.data.owner == resource.data.owner`, or the whole data equal.
  fileprivate func keeps(_ name: String) -> Bool {
    guard let (new, other) = equated(where: { $0.newField?.name == name || $0.isNewData }) else { return false }
    if new.isNewData { return other.isStoredData }
    return other.storedField?.path == new.newField?.path
  }

  /// `!('owner' in request.resource.data)`, `!request.resource.data.keys().hasAny(['owner'])`
  fileprivate func isAbsence(of name: String) -> Bool {
    guard case .not(let inner) = kind else { return false }
    if case .method(let receiver, "hasAny", let arguments) = inner.kind, receiver.isKeysOfNewData {
      return arguments.first?.stringList?.contains(name) ?? false
    }
    guard case .binary(.in, let key, let container) = inner.kind, key.stringValue == name else { return false }
    if case .method(let base, "keys", _) = container.kind { return base.isNewData }
    return container.isNewData
  }
}
