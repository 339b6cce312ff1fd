import Diagnostics
import FirestoreModel
import QueryModel

/// Tasks, futures and flows of results, snapshots, and the documents in them.
enum JVMResultCalls {
  static func call(
    _ name: String, on result: ScannedResult, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    if let meaning = asynchronous(name, result, arguments) { return meaning }
    if arguments.hasClosure, let meaning = walk(name, result) { return meaning }
    if result.isListedReference, case .document(let document)? = reference(result),
      let meaning = JVMDocumentCalls.call(name, on: document, arguments, scope)
    {
      return meaning
    }
    if let value = part(name, result, arguments) { return .value(value) }
    return ofReference(name, result, arguments, scope)
  }

  // MARK: - Tasks, futures, flows

  private static func asynchronous(
    _ name: String, _ result: ScannedResult, _ arguments: SDKArguments
  ) -> SDKMeaning? {
    let value = ScannedValue.result(result)
    switch name {
    case "addOnSuccessListener", "addOnCompleteListener", "addOnFailureListener", "addOnCanceledListener",
      "addListener", "whenComplete", "collectLatest", "observe", "observeForever", "launchIn",
      "onCompletion", "onStart", "catch":
      return .delivery(value, returnsClosureValue: false)
    case "collect": return arguments.hasClosure ? .delivery(value, returnsClosureValue: false) : nil
    case "continueWith", "continueWithTask", "onSuccessTask", "thenApply", "thenCompose", "thenAccept",
      "flatMapLatest", "mapLatest", "flatMapConcat", "flatMapMerge", "transform", "transformLatest", "fold":
      return .delivery(value, returnsClosureValue: true)
    case "onEach" where isFlow(result): return .delivery(value, returnsClosureValue: false)
    case "map", "mapNotNull", "filter", "filterNot", "flatMap":
      return isFlow(result) && result.part != .documents && arguments.hasClosure
        ? .delivery(value, returnsClosureValue: name != "filter" && name != "filterNot") : nil
    case "first", "firstOrNull", "single": return isFlow(result) && !arguments.hasClosure ? .value(value) : nil
    default: return nil
    }
  }

  /// Whether the request brings a stream of snapshots, as its name in the code tells.
  private static func isFlow(_ result: ScannedResult) -> Bool {
    guard result.part == .snapshot else { return false }
    let span = result.location.span
    let bytes = result.location.source.bytes
    guard span.start >= 0, span.start <= span.end, span.end <= bytes.count else { return false }
    let name = bytes[span.start..<span.end]
    return ["snapshots", "dataObjects", "values", "childEvents"].contains { $0.utf8.elementsEqual(name) }
  }

  // MARK: - Collections of documents

  /// Calls whose closures get one document after the other.
  private static func walk(_ name: String, _ result: ScannedResult) -> SDKMeaning? {
    let documents = ScannedValue.result(result.with(.documents))
    switch name {
    case "forEach", "forEachIndexed", "forEachOrdered": return .iteration(over: documents, returns: .nothing)
    case "map", "mapNotNull", "mapIndexed", "mapIndexedNotNull", "flatMap", "mapTo", "mapNotNullTo", "associate",
      "associateBy", "associateWith", "groupBy", "sumOf":
      return .iteration(over: documents, returns: .mapped)
    case "filter", "filterNot", "filterNotNull", "filterIndexed", "filterTo", "find", "findLast", "firstOrNull",
      "first", "last", "lastOrNull", "single", "singleOrNull", "removeIf", "removeAll", "retainAll",
      "takeWhile", "dropWhile", "any", "all", "none", "count", "anyMatch", "allMatch", "noneMatch":
      return .iteration(over: documents, returns: .same(isFilter: true))
    // Both parts of a partition are there.
    case "partition", "onEach", "sortedBy", "sortedByDescending", "sortedWith", "sorted", "distinctBy", "maxByOrNull",
      "minByOrNull":
      return .iteration(over: documents, returns: .same(isFilter: false))
    default: return nil
    }
  }

  // MARK: - Parts

  /// Calls that lead from a result to a part of it, or leave it what it is.
  private static func part(_ name: String, _ result: ScannedResult, _ arguments: SDKArguments) -> ScannedValue? {
    switch name {
    case "await", "awaitAll", "asDeferred", "toList", "toMutableList", "toSet", "toTypedArray", "stream",
      "parallelStream", "asSequence", "asIterable", "iterator", "iterateAll", "collect", "sorted", "sortedDescending",
      "reversed", "asReversed", "shuffled", "distinct", "take", "takeLast", "drop", "dropLast", "limit", "skip",
      "subList", "chunked", "windowed", "orEmpty", "build", "setLifecycleOwner", "flowOn", "buffer", "conflate",
      "distinctUntilChanged",
      "retry", "stateIn", "shareIn", "asLiveData", "cachedIn", "filterIsInstance", "filterNotNull":
      return .result(result)
    case "get":
      if result.part == .document { return arguments.count == 0 ? .result(result) : nil }
      let isAwaited = arguments.count == 0 || arguments.count == 2
      return .result(isAwaited ? result : result.with(.document))
    case "toObjects": return .result(result.with(.documents))
    case "toObject", "first", "firstOrNull", "last", "lastOrNull", "single", "singleOrNull", "elementAt", "getOrNull",
      "elementAtOrNull", "random", "getFirst", "getLast", "findFirst", "findAny", "next":
      return .result(result.with(.document))
    case "child": return .result(result.with(.document))
    case "getValue": return result.isOfRealtime ? .result(result) : nil
    default: return nil
    }
  }

  static func member(_ name: String, of result: ScannedResult) -> ScannedValue? {
    switch name {
    case "result", "data", "snapshot": return .result(result)
    case "documents", "documentChanges", "children": return .result(result.with(.documents))
    case "document": return .result(result.with(.document))
    case "value": return result.isOfRealtime ? .result(result) : nil
    case "reference", "ref": return reference(result)
    case "query": return result.queryDraft.map(ScannedValue.query)
    default: return nil
    }
  }

  /// Some results are references themselves: what `add` and `listDocuments` of the server SDK answer.
  private static func ofReference(
    _ name: String, _ result: ScannedResult, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    guard name == "collection" || JVMWriteCalls.kind(name, options: nil) != nil,
      case .document(let document)? = reference(result)
    else { return nil }
    return JVMDocumentCalls.call(name, on: document, arguments, scope)
  }

  /// Where the document of a result is.
  private static func reference(_ result: ScannedResult) -> ScannedValue? {
    result.documentReference.map(ScannedValue.document) ?? result.realtimeReference.map(ScannedValue.realtime)
  }
}
