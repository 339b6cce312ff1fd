import Diagnostics
import QueryModel

/// Words that mean the same in all languages and SDKs: results and their documents, lists, tasks and promises. Asked
/// after the vocabularies of the SDKs.
struct SharedVocabulary: SDKVocabulary {
  func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    switch name {
    case "Promise.all", "Promise.allSettled", "Future.wait", "Tasks.whenAll", "Tasks.whenAllSuccess", "asyncio.gather":
      .value(arguments[0]?.value ?? .unknown(UnknownValue()))
    case "list", "set", "tuple":
      scope.language.isScript ? nil : arguments[0].map { .value($0.value) }
    case "Tasks.await", "asyncio.run", "Promise.resolve", "Future.value", "unawaited", "from":
      arguments[0].map { .value($0.value) }
    case "Array", "Set", "List.of", "listOf", "arrayListOf", "mutableListOf", "setOf", "Arrays.asList", "listOfNotNull",
      "mutableSetOf", "sequenceOf", "Stream.of", "List.from", "Array.from", "ArrayList", "LinkedList", "HashSet":
      list(arguments, name)
    default: nil
    }
  }

  private func list(_ arguments: SDKArguments, _ name: String) -> SDKMeaning {
    if arguments.count == 1, let value = arguments[0]?.value {
      switch value {
      case .list, .result: return .value(value)
      case .unknown: return .value(.list(ScannedList([], isOpen: true)))
      // The room to begin with.
      case .integer where name.hasPrefix("Array") || name.hasPrefix("Hash"): return .value(.list(ScannedList([])))
      default: break
      }
    }
    return .value(.list(ScannedList(arguments.all.map(\.value))))
  }

  func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .result(let result): Self.call(name, on: result, arguments)
    case .list(let list):
      RecordWords.part(name, of: list).map { .value($0) } ?? Self.call(name, onSequence: receiver, arguments)
        ?? Self.passing(name, receiver, arguments)
    case .record(let entries):
      RecordWords.call(name, on: entries, arguments, scope) ?? Self.passing(name, receiver, arguments)
    case .text(let pieces): Self.call(name, on: pieces, arguments)
    case .unknown: Self.call(name, onUnknown: receiver, arguments)
    default: Self.passing(name, receiver, arguments)
    }
  }

  func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    switch receiver {
    case .result(let result): Self.member(name, of: result)
    case .list(let list): RecordWords.part(name, of: list) ?? Self.member(name, of: list)
    case .record(let entries): RecordWords.member(name, of: entries, scope)
    case .text(let pieces):
      switch name {
      case "text", "string", "value", "rawValue", "description": .text(pieces)
      default: nil
      }
    default: nil
    }
  }

  func name(_ name: String, _ scope: VocabularyScope) -> ScannedValue? { nil }

  func value(ofType type: TypeName, _ scope: VocabularyScope) -> ScannedValue? { nil }
}

extension SharedVocabulary {
  // MARK: Results

  private static func member(_ name: String, of result: ScannedResult) -> ScannedValue? {
    switch (result.part, name) {
    case (.snapshot, "documents"), (.snapshot, "docs"), (.snapshot, "documentChanges"), (.snapshot, "docChanges"),
      (.snapshot, "children"):
      .result(result.with(.documents))
    case (.snapshot, "first"), (.snapshot, "last"), (.documents, "first"), (.documents, "last"),
      (.documents, "firstOrNull"),
      (.documents, "lastOrNull"):
      .result(result.with(.document))
    case (.snapshot, "result"), (.snapshot, "value"), (.document, "result"), (.document, "document"),
      (.document, "doc"),
      (.snapshot, "snapshot"), (.documents, "lazy"), (.documents, "indices"), (.documents, "reversed"),
      (.snapshot, "data"), (.snapshot, "requireData"), (.documents, "value"):
      .result(result)
    case (.document, "reference"), (.document, "ref"): .document(result.anyReference)
    default: nil
    }
  }

  private static func call(
    _ name: String, on result: ScannedResult, _ arguments: SDKArguments
  ) -> SDKMeaning? {
    let value = ScannedValue.result(result)
    if let meaning = delivery(name, value, arguments) { return meaning }
    switch (result.part, name) {
    case (.snapshot, "docChanges"), (.snapshot, "documentChanges"), (.snapshot, "getDocuments"),
      (.snapshot, "getDocumentChanges"), (.snapshot, "toObjects"), (.snapshot, "getChildren"), (.snapshot, "docs"):
      return .value(.result(result.with(.documents)))
    case (.document, "getReference"): return .value(.document(result.anyReference))
    case (.document, "getDocument"), (.snapshot, "getResult"), (.snapshot, "get"), (.snapshot, "result"),
      (.snapshot, "asFlow"), (.snapshot, "toList"), (.snapshot, "await"), (.document, "await"),
      (.document, "getResult"),
      (.snapshot, "pipe"), (.snapshot, "asStream"), (.snapshot, "toPromise"), (.document, "toPromise"):
      return .value(value)
    case (.snapshot, _), (.documents, _): return call(name, onSequence: value, arguments)
    case (.document, _): return nil
    }
  }

  /// Calls that hand a result on when it is there.
  private static func delivery(_ name: String, _ value: ScannedValue, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "then", "continueWith", "continueWithTask", "onSuccessTask", "thenApply", "thenCompose", "thenAccept":
      .delivery(value, returnsClosureValue: true)
    case "addOnSuccessListener", "addOnCompleteListener", "onSuccess", "sink", "subscribe", "onValue", "tap", "collect",
      "collectLatest", "onEach", "whenComplete", "finally", "addOnFailureListener", "catch", "catchError", "onError",
      "addOnCanceledListener", "timeout", "addListener":
      .delivery(value, returnsClosureValue: false)
    default: nil
    }
  }

  // MARK: Lists

  private static func member(_ name: String, of list: ScannedList) -> ScannedValue? {
    let isLonger = list.isOpen || list.hasGrown
    return switch name {
    case "first": isLonger ? nil : list.elements.first ?? .null
    case "last": isLonger ? nil : list.elements.last ?? .null
    case "indices", "entries", "values", "lazy", "reversed": .list(list)
    default: nil
    }
  }

  private static func call(
    _ name: String, onSequence value: ScannedValue, _ arguments: SDKArguments
  ) -> SDKMeaning? {
    let isOpenList = if case .list(let list) = value { list.isOpen } else { true }
    switch name {
    case "forEach", "forEachIndexed", "each", "asyncForEach": return .iteration(over: value, returns: .nothing)
    case "map", "flatMap", "compactMap", "mapNotNull", "mapIndexed", "asyncMap", "concurrentMap", "flatMapLatest",
      "mapLatest", "switchMap", "asyncExpand", "expand", "associate", "associateBy", "mergeMap", "concatMap", "reduce":
      return .iteration(over: value, returns: .mapped)
    case "filter", "where", "removeAll", "filterNot", "removeWhere", "retainWhere", "removeIf", "filterIndexed", "drop",
      "dropWhile", "takeWhile", "skipWhile":
      return .iteration(over: value, returns: .same(isFilter: arguments.holdsFunction))
    case "find", "first", "firstWhere", "firstOrNull", "last", "lastOrNull", "singleOrNull", "single", "at", "get",
      "elementAt", "randomElement", "getFirst", "getLast":
      if case .result(let result) = value {
        return name == "get" && result.part == .snapshot ? nil : .value(.result(result.with(.document)))
      }
      return isOpenList || arguments.count > 0 ? nil : .value(value.endElement(isLast: name.contains("ast")))
    case "sorted", "sort", "sortedBy", "sortedByDescending", "toList", "toSet", "reversed", "enumerated", "withIndex",
      "slice", "toMutableList", "asSequence", "toArray", "entries", "values", "stream", "take", "prefix", "suffix",
      "dropLast", "dropFirst", "skip", "iterator", "asReversed", "distinct", "filterNotNull", "takeLast", "asList":
      return .value(value)
    case "any", "every", "some", "contains", "all", "none", "allSatisfy", "fold", "groupBy", "groupingBy", "min", "max",
      "includes":
      return .iteration(over: value, returns: .nothing)
    default: return delivery(name, value, arguments)
    }
  }

  private static func call(
    _ name: String, onUnknown value: ScannedValue, _ arguments: SDKArguments
  ) -> SDKMeaning? {
    guard arguments.holdsFunction else { return nil }
    switch name {
    case "forEach", "forEachIndexed": return .iteration(over: value, returns: .nothing)
    case "map", "flatMap", "compactMap", "mapNotNull", "mapIndexed", "asyncMap":
      return .iteration(over: value, returns: .mapped)
    case "filter": return .iteration(over: value, returns: .same(isFilter: false))
    case "then": return .delivery(value, returnsClosureValue: true)
    default: return nil
    }
  }

  /// Calls that leave a value what it is.
  private static func passing(_ name: String, _ value: ScannedValue, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    // What is printed of a query asks nothing.
    case "toString": .value(value.leadsToRequests ? .text([.unknown]) : value)
    case "await", "asFlow", "toList", "copy", "clone", "freeze": .value(value)
    case "then": .delivery(value, returnsClosureValue: true)
    default: nil
    }
  }

  private static func call(_ name: String, on pieces: [TextPiece], _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "toString", "trim", "trimmingCharacters", "trimIndent", "intern", "description": .value(.text(pieces))
    case "lowercased", "toLowerCase", "lower", "lowercase":
      ScannedValue.text(pieces).knownText.map { .value(.text([.literal($0.lowercased())])) }
    default: nil
    }
  }
}

extension SDKArguments {
  var holdsFunction: Bool {
    all.contains { if case .function = $0.value { true } else { false } }
  }
}

extension ScannedValue {
  fileprivate func endElement(isLast: Bool) -> ScannedValue {
    guard case .list(let list) = self else { return .unknown(UnknownValue()) }
    return (isLast ? list.elements.last : list.elements.first) ?? .null
  }
}
