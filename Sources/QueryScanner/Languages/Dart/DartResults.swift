import QueryModel

/// What is done with snapshots, and with lists, futures and streams in general.
enum DartResults {
  static func call(
    _ name: String, on result: ScannedResult, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    let value = ScannedValue.result(result)
    switch result.part {
    case .snapshot: return deliveryCall(name, value) ?? (Self.keeping.contains(name) ? .value(value) : nil)
    case .documents: return documentsCall(name, result)
    case .document:
      // A snapshot is asked for a field; a reference, such as `add` brings, is asked for the document.
      let document = result.anyReference
      switch name {
      case "data": return .value(value)
      case "get", "update", "delete", "set", "collection", "snapshots":
        guard isReferenceCall(name, arguments) else { return nil }
        return DartReferences.call(name, on: document, arguments, scope)
      default: return deliveryCall(name, value) ?? (Self.keeping.contains(name) ? .value(value) : nil)
      }
    }
  }

  private static func isReferenceCall(_ name: String, _ arguments: SDKArguments) -> Bool {
    switch name {
    case "get": arguments.all.allSatisfy { $0.label == nil && $0.value.pathSegments == nil } && arguments.count == 0
    case "update", "collection": arguments.count == 1
    case "set": (1...2).contains(arguments.count)
    case "delete", "snapshots": arguments.count == 0
    default: false
    }
  }

  private static func documentsCall(_ name: String, _ result: ScannedResult) -> SDKMeaning? {
    switch name {
    case "elementAt", "firstOrNull", "lastOrNull": return .value(.result(result.with(.document)))
    default: return listCall(name, on: .result(result)) ?? deliveryCall(name, .result(result))
    }
  }

  /// Futures, streams and their operators: the closure gets what they bring.
  static func deliveryCall(_ name: String, _ value: ScannedValue) -> SDKMeaning? {
    switch name {
    case "then", "map", "asyncMap", "asyncExpand", "switchMap", "flatMap", "expand", "exhaustMap", "concatMap":
      .delivery(value, returnsClosureValue: true)
    case "listen", "forEach", "doOnData", "tap": .delivery(value, returnsClosureValue: false)
    default: nil
    }
  }

  /// Lists and other iterables, known or not.
  static func listCall(_ name: String, on list: ScannedValue) -> SDKMeaning? {
    switch name {
    case "forEach", "any", "every", "indexWhere", "forEachIndexed": .iteration(over: list, returns: .nothing)
    case "map", "expand", "asyncMap", "mapIndexed", "flatMap": .iteration(over: list, returns: .mapped)
    case "where", "removeWhere", "retainWhere", "firstWhere", "lastWhere", "singleWhere", "firstWhereOrNull",
      "whereNotNull", "takeWhile", "skipWhile":
      .iteration(over: list, returns: .same(isFilter: true))
    case "then": .delivery(list, returnsClosureValue: true)
    default: Self.keeping.contains(name) ? .value(list) : nil
    }
  }

  static func member(_ name: String, of result: ScannedResult) -> ScannedValue? {
    switch result.part {
    case .snapshot:
      switch name {
      case "docs", "documents", "docChanges", "documentChanges": return .result(result.with(.documents))
      case "data", "requireData", "first", "last", "single", "value", "valueOrNull": return .result(result)
      default: return nil
      }
    case .documents:
      switch name {
      case "first", "last", "single", "firstOrNull", "lastOrNull", "singleOrNull":
        return .result(result.with(.document))
      case "reversed", "docs": return .result(result)
      default: return nil
      }
    case .document:
      switch name {
      case "reference": return .document(result.anyReference)
      case "doc", "document", "data", "requireData", "first": return .result(result)
      default: return nil
      }
    }
  }

  /// Calls that leave a list, future or stream what it is.
  private static let keeping: Set<String> = [
    "toList", "take", "skip", "cast", "sublist", "getRange", "followedBy", "toSet", "asStream", "asBroadcastStream",
    "distinct", "debounceTime", "throttleTime", "handleError", "catchError", "whenComplete", "timeout", "onError",
    "onErrorReturn", "shareReplay", "share", "publishReplay", "startWith", "shareValue", "unwrap", "docChanges",
  ]
}
