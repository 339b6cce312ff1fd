package import FirestoreRulesEvaluator

/// Who sends a request, as far as rules care.
package enum Caller: Hashable, Sendable {
  /// A privileged caller: a server SDK, or `Authorization: Bearer owner` in an emulator. Rules are not asked.
  case admin
  /// An end user; nil is not signed in.
  case user(AuthContext?)
}
