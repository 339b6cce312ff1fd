import FirestoreRulesLanguage

/// A term that looks as if it held for documents without the field, where it is an error: `data.x == null`,
/// `!data.flag`, `data.x != 'a'`.
struct FieldHazard: Hashable {
  var term: Term
  var field: Term.Field

  /// - Parameters:
  ///   - terms: what has to hold with it.
  ///   - condition: the whole condition; a test of presence anywhere in it shows that the author thought of it.
  init?(_ term: Term, among terms: [Term], in condition: Term) {
    guard let field = Self.field(term), !condition.testsPresence(of: field) else { return nil }
    // Another term that needs the field says that it must be there.
    let others = terms.filter { $0 != term }
    guard !others.contains(where: { $0.requires(field) }) else { return nil }
    self.term = term
    self.field = field
  }

  private static func field(_ term: Term) -> Term.Field? {
    let found: Term.Field?
    switch term.kind {
    case .binary(.equal, let left, let right):
      guard left.isNull || right.isNull else { return nil }
      found = (left.isNull ? right : left).field
    case .binary(.notEqual, let left, let right):
      if let field = left.field, right.isComparand {
        found = field
      } else if left.isComparand {
        found = right.field
      } else {
        return nil
      }
    case .not(let operand): found = operand.field
    default: return nil
    }
    guard let found, !found.hasDefault else { return nil }
    return found
  }
}

extension Term {
  /// A constant other than null, or something about the user.
  fileprivate var isComparand: Bool { isConstant && !isNull || isUserID || claim != nil }

  /// Whether the condition tests somewhere that a field is there.
  func testsPresence(of field: Term.Field) -> Bool {
    contains { part in
      switch part.kind {
      case .binary(.in, let key, let container):
        guard let name = key.stringValue, field.path.contains(name) else { return false }
        return container.isDataOrKeys(of: field.data)
      case .method(let receiver, "hasAll", let arguments), .method(let receiver, "hasAny", let arguments):
        guard receiver.isDataOrKeys(of: field.data), let names = arguments.first?.stringList else { return false }
        return names.contains { field.path.contains($0) }
      case .memberOrDefault:
        return part.field.map { $0.data == field.data && $0.hasDefault && $0.name == field.name } ?? false
      default: return false
      }
    }
  }

  /// The data itself, its keys, or a map in it.
  private func isDataOrKeys(of data: Term) -> Bool {
    if self == data { return true }
    switch kind {
    case .method(let base, "keys", _), .method(let base, "toSet", _): return base.isDataOrKeys(of: data)
    default: return field?.data == data
    }
  }

  /// Whether the term is only true when the field is there, and says something about its value.
  fileprivate func requires(_ wanted: Term.Field) -> Bool {
    func isField(_ term: Term) -> Bool {
      term.field.map { $0.data == wanted.data && $0.path == wanted.path && !$0.hasDefault } ?? false
    }
    switch kind {
    case .typeTest(let value, _): return isField(value)
    case .binary(.equal, let left, let right):
      return isField(left) && !right.isNull || isField(right) && !left.isNull
    case .binary(_, let left, let right): return left.contains(where: isField) || right.contains(where: isField)
    default: return false
    }
  }
}
