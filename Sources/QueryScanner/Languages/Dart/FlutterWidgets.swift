import QueryModel

/// Widgets and their kin that ask for data themselves, or hand it to the function that builds what is below them.
enum FlutterWidgets {
  static func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    switch name {
    case "StreamBuilder", "FutureBuilder":
      guard let source = arguments["stream"] ?? arguments["future"], isAnswer(source.value) else { return nil }
      // `builder: (context, snapshot) { … }`
      return .delivery(source.value, parameter: 1, returnsClosureValue: false)
    case "FirestoreListView", "FirestoreQueryBuilder", "FirestoreListView.separated", "FirestoreDataTable":
      return paged(arguments, isListener: true)
    case "FirebaseAnimatedList":
      guard case .realtime(let draft)? = arguments["query"]?.value else { return nil }
      return .request(SDKRequest(.listen, .realtime(draft.waiting(for: .childAdded))))
    case "FirebaseDatabaseListView", "FirebaseDatabaseQueryBuilder": return paged(arguments, isListener: true)
    case "FirestorePagination", "PaginateFirestore", "RealtimeDBPagination":
      return paged(arguments, isListener: arguments["isLive"]?.value == .boolean(true))
    default: return nil
    }
  }

  private static func isAnswer(_ value: ScannedValue) -> Bool {
    if case .result = value { true } else { false }
  }

  /// They ask for a page more each time that the user scrolls to the end: the limit is theirs.
  private static func paged(_ arguments: SDKArguments, isListener: Bool) -> SDKMeaning? {
    guard let query = arguments["query"] else { return nil }
    let kind: ScannedRequest.Kind = isListener ? .listen : .get
    switch query.value {
    case .query(let draft):
      return .request(SDKRequest(kind, .query(draft.applying(.limit(nil, fromEnd: false), at: query.location))))
    case .realtime(let draft):
      return .request(SDKRequest(kind, .realtime(draft.limited(toFirst: .unknown(UnknownValue())))))
    default: return nil
    }
  }
}
