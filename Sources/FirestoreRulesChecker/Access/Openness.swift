import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// How much a way to satisfy a condition asks of the client.
extension [Term] {
  /// Anybody satisfies it, signed in or not.
  var isOpen: Bool { allSatisfy(\.isFree) }

  /// Anybody satisfies it until a date.
  var isOpenUntilDate: Bool {
    allSatisfy { $0.isFree || $0.timeBound != nil } && contains { $0.timeBound?.isUpper == true }
  }

  /// Any account satisfies it.
  var needsOnlySignIn: Bool {
    allSatisfy { $0.isFree || $0.isSignInTest || $0.timeBound != nil } && contains(where: \.isSignInTest)
  }

  /// Only accounts that somebody has given a right satisfy it.
  var isPrivileged: Bool { contains(where: \.isPrivilege) }
}

extension AccessModel.Grant {
  var isOpen: Bool { alternatives.contains(where: \.isOpen) }
  var isOpenUntilDate: Bool { !isOpen && alternatives.contains(where: \.isOpenUntilDate) }
  var needsOnlySignIn: Bool {
    !isOpen && !isOpenUntilDate && alternatives.contains(where: \.needsOnlySignIn)
  }
  /// Nothing of what the statement goes on to demand matters: a check of openness says so, and only that one.
  var isWeak: Bool { isOpen || isOpenUntilDate || needsOnlySignIn }

  /// The ways of ordinary users when they have to satisfy more than being signed in.
  var guarded: [[Term]] { isWeak ? [] : alternatives.filter { !$0.isPrivileged } }
}

extension Term {
  /// True for everybody.
  var isFree: Bool { equated { $0.isRequest("auth") }.map(\.other.isNull) ?? false }

  /// True for every signed-in user, or for every one of a provider.
  var isSignInTest: Bool {
    switch kind {
    case .binary(.notEqual, let left, let right):
      if right.isNull { return left.isAnyAccount }
      if left.isNull { return right.isAnyAccount }
      return left.isUserID && right.stringValue == "" || left.isProvider && right.stringValue == "anonymous"
    case .typeTest(let value, _): return value.isAnyAccount
    case .binary(.in, let key, let map): return key.stringValue != nil && map.isRequest("auth")
    case .binary(.greater, let size, let bound): return bound.kind == .integer(0) && size.isSizeOfUserID
    case .binary(.equal, let left, let right): return left.isUserID && right.isUserID
    default: return false
    }
  }

  private var isAnyAccount: Bool { isRequest("auth") || isRequest("auth", "token") || isUserID }
  private var isProvider: Bool { isRequest("auth", "token", "firebase", "sign_in_provider") }
  private var isSizeOfUserID: Bool {
    if case .method(let receiver, "size", _) = kind { receiver.isUserID } else { false }
  }

  /// A right that somebody else gives: a custom claim, a fixed account, a document about the user or about the whole
  /// app, or a role in some group. Whether the user can write that document is another question.
  var isPrivilege: Bool {
    if case .logical(_, let operands) = kind { return operands.contains(where: \.isPrivilege) }
    if mentionsNewData || mentionsStoredData { return false }
    // `get(/users/$(request.auth.uid)).data.lastMessage == request.time` bounds how often, not who.
    if equated(where: { $0.isRequest("time") }) != nil { return false }
    return contains { part in
      if let claim = part.claim { return !Self.standardClaims.contains(claim) }
      if case .access(_, let path) = part.kind { return path.isAboutUserOrApp }
      return false
    } || isFixedAccount || isRoleTest
  }

  /// `get(/teams/$(team)/members/$(request.auth.uid)).data.role == 'admin'`, and with `in` in both directions.
  private var isRoleTest: Bool {
    switch kind {
    case .binary(.equal, let left, let right):
      return left.isFieldAboutUser && right.stringValue != nil || right.isFieldAboutUser && left.stringValue != nil
    case .binary(.in, let element, let list):
      return element.isFieldAboutUser && list.stringList != nil || list.isFieldAboutUser && element.stringValue != nil
    default: return false
    }
  }

  /// A field of a document whose path names the user.
  private var isFieldAboutUser: Bool {
    guard let document = field?.data.documentOfData, let target = DocumentTarget(document) else { return false }
    return !target.userSegments.isEmpty
  }

  /// Claims that an account has by itself.
  static let standardClaims: Set<String> = [
    "name", "picture", "email", "email_verified", "phone_number", "firebase", "sub", "user_id", "iss", "aud", "iat",
    "exp", "auth_time",
  ]

  /// `request.auth.uid == 'abc'`, `request.auth.token.email in ['a@b.c']`
  var isFixedAccount: Bool {
    switch kind {
    case .binary(.equal, let left, let right):
      return left.isAccountName && right.stringValue != nil || right.isAccountName && left.stringValue != nil
    case .binary(.in, let element, let list): return element.isAccountName && list.stringList != nil
    default: return false
    }
  }

  var isAccountName: Bool { isUserID || claim == "email" || claim == "phone_number" }

  /// Whether a path's only variable parts are the user's id.
  private var isAboutUserOrApp: Bool {
    guard let target = DocumentTarget(self) else { return false }
    return target.segments.allSatisfy { segment in
      if case .value(let term) = segment { term.namesUser } else { true }
    }
  }

  /// The user's id or address, by which a document is called.
  var namesUser: Bool { isUserID || isUserAddress }

  /// The address of the account, also `request.auth.token.email.lower()`.
  var isUserAddress: Bool {
    if case .method(let receiver, "lower", _) = kind { return receiver.isUserAddress }
    return isRequest("auth", "token", "email")
  }
}
