import Diagnostics
package import FirestoreModel
package import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
package import QueryModel
package import StructuredText

extension NodeDecoding {
  /// `{uid, token}`: a signed-in client; nil after a complaint.
  package func signedInActor(_ node: Node, for name: String, values: PlainValueReader) -> Caller? {
    guard var object = ObjectReader(node, self, for: name) else { return nil }
    let uid = object.node("uid", .required).flatMap { uidText($0) }
    let tokenNode = object.node("token")
    object.finish()
    var claims: MapValue? = MapValue()
    if let tokenNode, tokenNode.content != .null {
      claims = members(tokenNode, for: "token").flatMap { values.map($0) }
    }
    guard let uid, let claims else { return nil }
    return .user(AuthContext(signedIn: uid, claims: claims))
  }

  package func uidText(_ node: Node) -> Text? {
    guard let uid = string(node, for: "uid") else { return nil }
    guard !uid.isEmpty else {
      report(
        .wrongType, "a uid cannot be empty", at: node.span, help: "write `null` for a client that is not signed in")
      return nil
    }
    return Text(uid)
  }
}
