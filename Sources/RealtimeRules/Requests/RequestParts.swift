import Diagnostics
package import RealtimeDatabase
package import StructuredText

extension RealtimeQueryBuilder {
  /// Reads `{"orderByChild": "owner", "equalTo": "u1", "limitToFirst": 50}`, the words of the SDKs: orderings without a
  /// path are `true`, a bound with a key is `[value, key]`. Nil after a complaint about what is no such object.
  /// - Throws: what an SDK refuses.
  package static func read(
    _ node: Node, _ decoding: NodeDecoding
  ) throws(RealtimeQueryRefusal) -> RealtimeQueryBuilder? {
    guard var object = ObjectReader(node, decoding, for: "query") else { return nil }
    var constraints: [Constraint] = []
    if let path = object.string("orderByChild") { constraints.append(.orderByChild(path)) }
    for (name, constraint) in [
      ("orderByKey", Constraint.orderByKey), ("orderByValue", .orderByValue), ("orderByPriority", .orderByPriority),
    ]
    where object.boolean(name) == true {
      constraints.append(constraint)
    }
    func bound(_ name: String, _ make: (JSONValue, String?) -> Constraint) {
      guard let node = object.node(name) else { return }
      guard case .array(let pair) = node.content else {
        constraints.append(make(JSONValue(node), nil))
        return
      }
      guard pair.count == 2, let key = decoding.string(pair[1], for: name) else {
        decoding.reportWrongType(expected: "a value or `[value, key]`", for: name, found: node)
        return
      }
      constraints.append(make(JSONValue(pair[0]), key))
    }
    bound("startAt") { .startAt($0, key: $1) }
    bound("startAfter") { .startAfter($0, key: $1) }
    bound("endAt") { .endAt($0, key: $1) }
    bound("endBefore") { .endBefore($0, key: $1) }
    bound("equalTo") { .equalTo($0, key: $1) }
    if let count = object.node("limitToFirst") { constraints.append(.limitToFirst(JSONValue(count))) }
    if let count = object.node("limitToLast") { constraints.append(.limitToLast(JSONValue(count))) }
    object.finish()
    return decoding.hasErrors ? nil : try RealtimeQueryBuilder(constraints)
  }
}
