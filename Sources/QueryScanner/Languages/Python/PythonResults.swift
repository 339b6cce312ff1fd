import QueryModel

/// What is done with snapshots, and with lists and coroutines in general.
enum PythonResults {
  /// How the reader calls what comprehensions do; no function can be called so.
  static let comprehension = "@map"
  static let comprehensionFilter = "@filter"
  static let slice = "@slice"

  /// Functions of the language that take a list or an answer and hand it on.
  static func functionCall(_ name: String, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "list", "tuple", "set", "sorted", "reversed", "iter", "enumerate", "asyncio.gather", "asyncio.run",
      "asyncio.create_task", "asyncio.wait_for", "asyncio.shield", "tqdm", "itertools.chain", "chain", "cast":
      return arguments[0].map { .value($0.value) }
    case "next", "anext": return arguments[0].map { .value(first(of: $0.value)) }
    case "map", comprehension: return arguments[1].map { .iteration(over: $0.value, returns: .mapped) }
    case "filter", comprehensionFilter:
      return arguments[1].map { .iteration(over: $0.value, returns: .same(isFilter: true)) }
    default: return nil
    }
  }

  private static func first(of value: ScannedValue) -> ScannedValue {
    switch value {
    case .result(let result): .result(result.with(.document))
    case .list(let list): list.elements.first ?? .unknown(UnknownValue())
    default: .unknown(UnknownValue())
    }
  }

  static func call(
    _ name: String, on result: ScannedResult, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch name {
    case "to_dict": return .value(.result(result.with(.document)))
    // `snapshot.get("field")`; a reference, such as `add` brings, is asked for the document.
    case "get":
      guard arguments.count == 0 else { return nil }
      return PythonReferences.call(name, on: result.anyReference, arguments, scope)
    // References, as `list_documents` brings them; `update` may be that of a dictionary.
    case "delete", "set", "collection", "collections":
      guard result.part == .document, arguments.count <= 2 else { return nil }
      return PythonReferences.call(name, on: result.anyReference, arguments, scope)
    default: return listCall(name, on: .result(result), arguments)
    }
  }

  /// Executors run a function for each element of what follows it.
  static func listCall(_ name: String, on list: ScannedValue, _ arguments: SDKArguments) -> SDKMeaning? {
    switch name {
    case "map", "imap", "imap_unordered", "starmap":
      arguments[1].map { .iteration(over: $0.value, returns: .mapped) }
    case "values", "items", "copy", "result": .value(list)
    case slice: .value(part(of: list))
    default: nil
    }
  }

  /// Some of the elements, whichever.
  private static func part(of list: ScannedValue) -> ScannedValue {
    switch list {
    case .list(let list): .list(ScannedList(list.elements, isOpen: true))
    case .result: list
    default: .unknown(UnknownValue())
    }
  }

  static func member(_ name: String, of result: ScannedResult) -> ScannedValue? {
    if case .realtime = result.target { return nil }
    switch name {
    case "reference": return .document(result.anyReference)
    case "document": return .result(result.with(.document))
    default: return nil
    }
  }
}
