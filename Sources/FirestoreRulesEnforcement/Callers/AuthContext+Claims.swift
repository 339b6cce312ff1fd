package import FirestoreModel
package import FirestoreRulesEvaluator

extension AuthContext {
  /// A signed-in user with the claims that every ID token has: `sub` and `user_id` repeat the uid (observed in
  /// production).
  package init(signedIn uid: Text, claims: MapValue = MapValue()) {
    var token = claims
    for name in ["sub", "user_id"] as [Text] where token[name] == nil { token[name] = .string(uid) }
    self.init(uid: uid, token: token)
  }
}
