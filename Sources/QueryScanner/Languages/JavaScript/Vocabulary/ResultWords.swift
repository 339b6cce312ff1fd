import Diagnostics
import FirestoreModel
import QueryModel

/// What snapshots, documents and what is made of them are asked for.
enum ResultWords {
  static func member(_ name: String, of result: ScannedResult) -> ScannedValue? {
    switch (result.part, name) {
    case (.snapshot, "docs"): .result(result.with(.documents))
    case (.snapshot, "query"): result.queryDraft.map(ScannedValue.query)
    case (.document, "ref"), (.snapshot, "ref"): reference(result)
    case (.document, "doc"), (.document, "payload"): .result(result)
    // Vue's refs and hooks keep the data here.
    case (_, "value"), (_, "data"), (_, "snapshot"): .result(result)
    case (_, "id"), (_, "key"): .text([.unknown])
    default: nil
    }
  }

  static func call(
    _ name: String, on result: ScannedResult, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    if let meaning = delivery(name, .result(result)) { return meaning }
    if result.isListedReference, let reference = reference(result),
      let meaning = FirestoreMethods.call(name, on: reference, arguments, scope)
    {
      return meaning
    }
    switch (result.part, name) {
    case (.snapshot, "forEach"): return .iteration(over: .result(result.with(.documents)), returns: .nothing)
    case (.snapshot, "docChanges"), (.snapshot, "val"): return .value(.result(result.with(.documents)))
    case (.document, "data"), (.document, "val"): return .value(.result(result))
    // A field of a document that was read, or a promise's or observable's own method.
    case (.document, "get"), (.document, "child"): return .value(.unknown(UnknownValue()))
    case (.snapshot, "child"): return .value(.result(result.with(.documents)))
    default: return ListWords.call(name, on: .result(result), arguments)
    }
  }

  /// `then` and `subscribe` hand the result on; of `catch` only the receiver comes out.
  static func delivery(_ name: String, _ value: ScannedValue) -> SDKMeaning? {
    switch name {
    case "then": .delivery(value, returnsClosureValue: true)
    case "subscribe": .delivery(value, returnsClosureValue: false)
    case "catch", "finally", "pipe", "toPromise", "asObservable", "withConverter": .value(value)
    default: nil
    }
  }

  /// Where the document of a result stands.
  private static func reference(_ result: ScannedResult) -> ScannedValue? {
    if case .query = result.target, result.part != .document { return nil }
    return result.documentReference.map(ScannedValue.document) ?? result.realtimeReference.map(ScannedValue.realtime)
  }
}
