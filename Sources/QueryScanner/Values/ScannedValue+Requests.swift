extension ScannedValue {
  /// A database, or what is made of one.
  var isOfDatabase: Bool {
    switch self {
    case .database, .query, .document, .batch, .transaction, .realtime, .handle(.realtimeDatabase): true
    case .alternatives(let values): values.contains(where: \.isOfDatabase)
    case .unknown, .null, .boolean, .integer, .scalar, .text, .list, .record, .userID, .constraint, .field, .direction,
      .aggregation, .transform, .serverValue, .result, .function, .type, .instance, .handle:
      false
    }
  }

  /// Whether calls on it make requests: what is asked or written is a part of the value.
  var leadsToRequests: Bool {
    switch self {
    case .handle, .database, .query, .document, .batch, .transaction, .realtime: true
    case .alternatives(let values): values.contains(where: \.leadsToRequests)
    case .unknown, .null, .boolean, .integer, .scalar, .text, .list, .record, .userID, .constraint, .field, .direction,
      .aggregation, .transform, .serverValue, .result, .function, .type, .instance:
      false
    }
  }
}
