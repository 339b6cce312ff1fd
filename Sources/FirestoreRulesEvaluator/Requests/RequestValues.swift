package import FirestoreModel

extension AuthContext {
  /// `request.auth`: exactly `uid` and `token`.
  package var ruleValue: RuleValue {
    .map(
      .built(
        BuiltMap([
          BuiltMap.Entry(key: "token", value: .map(.stored(token))), BuiltMap.Entry(key: "uid", value: .string(uid)),
        ])))
  }
}

extension RulesQuery {
  /// `request.query`: an absent limit is null, an absent offset 0, and `orderBy` is a map, empty without orders.
  ///
  /// Production has further keys, which nobody has named: `keys().hasOnly(['limit', 'offset', 'orderBy'])` is false
  /// there and true here.
  package var ruleValue: RuleValue {
    let orders = orders.map { order in
      BuiltMap.Entry(key: order.path, value: .string(order.isAscending ? "ASC" : "DESC"))
    }
    return .map(
      .built(
        BuiltMap([
          BuiltMap.Entry(key: "limit", value: limit.map(RuleValue.integer) ?? .null),
          BuiltMap.Entry(key: "offset", value: .integer(offset)),
          BuiltMap.Entry(key: "orderBy", value: .map(.built(BuiltMap(orders)))),
        ])))
  }
}

extension RulesMethod {
  /// The method's name as a value, made once.
  var word: Text {
    switch self {
    case .get: RulesMethod.getWord
    case .list: RulesMethod.listWord
    case .create: RulesMethod.createWord
    case .update: RulesMethod.updateWord
    case .delete: RulesMethod.deleteWord
    }
  }

  private static let getWord: Text = "get"
  private static let listWord: Text = "list"
  private static let createWord: Text = "create"
  private static let updateWord: Text = "update"
  private static let deleteWord: Text = "delete"
}

extension RequestMember {
  /// The member's name as a key of the map `request`.
  var key: Text { Text(rawValue) }
}

extension RequestPath {
  /// The segments before the first unknown one.
  var knownSegments: [Text] { hasUnknownMiddle ? head : head + tail.prefix { $0 != nil }.compactMap { $0 } }
}

extension RulesDocument {
  /// The document as `resource` and its like show it. The fields are not copied.
  package func ruleValue(database: Text) -> RuleValue {
    .map(
      .built(
        BuiltMap([
          BuiltMap.Entry(key: "__name__", value: .path(RulePath(path, database: database))),
          BuiltMap.Entry(key: "data", value: .map(.stored(fields))),
          BuiltMap.Entry(key: "id", value: .string(path.id)),
        ])))
  }
}
